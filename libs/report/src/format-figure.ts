import { html, type Html } from '@medstream/pages';
import type { Figure } from '@medstream/schema';


/** Four decimals, as in the paper's table; no minus before zero. */
export function formatValue(value: number): string {
  return value.toFixed(4).replace(/^-(?=0\.0000$)/, '');
}

/**
 * `0.3510–0.4711`: the value with every case that is not scored wrong, and right. Null where every case is scored, so that
 * the bounds say nothing that the value does not.
 */
export function describeFigureBounds({ value, bounds }: Figure, dash = '–'): string | null {
  if (bounds === undefined || bounds === null) return null;
  const [low, high] = bounds.map(formatValue);
  return value !== null && low === formatValue(value) && high === low ? null : `${low}${dash}${high}`;
}

/** `0.4123`, below it `[0.3510, 0.4711]`, `n 120` and, where cases have no score, the bounds; a dash where the figure does not apply. */
export function renderFigure(figure: Figure | undefined): Html {
  if (figure === undefined) return html`<span class="none" title="not applicable">–</span>`;
  const { value, n, ci95, note } = figure;
  const shown = value === null ? html`<span class="none">n/a</span>` : html`<span class="value">${formatValue(value)}</span>`;
  const interval = ci95 === null ? null : html`<span class="fine">[${formatValue(ci95[0])}, ${formatValue(ci95[1])}]</span>`;
  const bounds = describeFigureBounds(figure);
  return html`${shown}${interval}<span class="fine"${note === undefined ? null : html` title="${note}"`}>n&nbsp;${n}</span>${bounds === null ? null : html`<span class="fine">bounds ${bounds}</span>`}`;
}
