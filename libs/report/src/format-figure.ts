import type { Figure } from '@medstream/schema';

import { html, type Html } from './html.js';

/** Four decimals, as in the paper's table; no minus before zero. */
export function formatValue(value: number): string {
  return value.toFixed(4).replace(/^-(?=0\.0000$)/, '');
}

/** `0.4123` over `[0.3510, 0.4711] · n 120`, or a dash where there is nothing to state. */
export function renderFigure(figure: Figure | undefined): Html {
  if (figure === undefined) return html`<span class="none" title="not applicable">–</span>`;
  const value = figure.value === null ? html`<span class="none">n/a</span>` : html`<span class="value">${formatValue(figure.value)}</span>`;
  return html`${value}<span class="fine">${describeInterval(figure)}n&nbsp;${figure.n}</span>`;
}

function describeInterval({ ci95, value, note }: Figure): Html | null {
  if (ci95 !== null) return html`[${formatValue(ci95[0])}, ${formatValue(ci95[1])}] `;
  return value === null || note === undefined ? null : html`<span title="${note}">no interval</span> `;
}
