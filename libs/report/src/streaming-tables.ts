import { html, type Html } from '@medstream/pages';
import { type Summary, TEMPORAL_MODES } from '@medstream/schema';

import { formatValue, renderFigure } from './format-figure.js';
import { capitalise, listBaselineSets } from './main-table.js';
import type { LabelledRun } from './report-run.js';

/** Content before and from the evidence on, silence where silence is right, and how R depends on its two choices. */
export function renderStreamingTables(runs: readonly LabelledRun[], plots: Html | null): Html {
  return html`${plots === null ? null : html`<section><h2 id="timing">When the model responded</h2>${plots}</section>\n`}${renderBeforeAndAfter(runs)}${renderSensitivity(runs)}`;
}

function renderBeforeAndAfter(runs: readonly LabelledRun[]): Html | null {
  const listRows = (kind: 'run' | 'baseline', label: string, modes: Summary['modes']) =>
    TEMPORAL_MODES.flatMap((mode) => {
      const figures = modes[mode];
      return figures?.content_pre === undefined && figures?.content_post === undefined ? [] : [{ kind, label, mode, figures }];
    });
  const rows = runs.flatMap(({ label, summary }) => listRows('run', label, summary.modes));
  const policies = listBaselineSets(runs).flatMap(({ suffix, baselines }) => Object.entries(baselines).flatMap(([name, { modes }]) => listRows('baseline', `${name}${suffix}`, modes)));
  const renderRow = ({ kind, label, mode, figures }: (typeof rows)[number]): Html => html`<tr class="${kind}"><th scope="row">${label}</th><td>${capitalise(mode)}</td><td>${renderFigure(figures.content_pre)}</td><td>${renderFigure(figures.content_post)}</td></tr>
`;
  const silent = runs.filter(({ summary }) => summary.never_alert.items > 0);
  if (rows.length === 0 && silent.length === 0) return null;
  return html`<section><h2>Before and after the evidence</h2>
<p>Abstaining looks good in a mean over rounds. These columns part the rounds at the moment the evidence is there.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Before and after the evidence"><table><thead><tr><th scope="col">Model</th><th scope="col">Mode</th><th scope="col">Content before</th><th scope="col">Content from then on</th></tr></thead>
<tbody>${rows.map(renderRow)}${silent.map(({ label, summary }) => html`<tr class="run"><th scope="row">${label}</th><td colspan="2">Never-alert items (${summary.never_alert.items}): responsiveness, 1 for silence throughout</td><td>${renderFigure(summary.never_alert.responsiveness)}</td></tr>
`)}${policies.map(renderRow)}</tbody></table></div></section>
`;
}

function renderSensitivity(runs: readonly LabelledRun[]): Html | null {
  const settings = runs.flatMap(({ summary }) => summary.sensitivity).filter((row, index, all) => all.findIndex((other) => isSameSetting(row, other)) === index);
  if (settings.length === 0 || settings.every(({ responsiveness }) => responsiveness.n === 0)) return null;
  return html`<section><h2>Responsiveness under other tolerances and kernels</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Responsiveness under other tolerances and kernels"><table data-sortable><thead><tr><th scope="col">Kernel</th><th scope="col">Tolerance</th>${runs.map(({ label }) => html`<th class="group" scope="col">${label}</th>`)}</tr></thead>
<tbody>${settings.map((setting) => html`<tr><th scope="row">${setting.kernel}</th><td>${setting.tolerance_sec} s</td>${runs.map(({ summary }) => html`<td class="group">${renderFigure(summary.sensitivity.find((row) => isSameSetting(row, setting))?.responsiveness)}</td>`)}</tr>
`)}</tbody></table></div></section>
`;
}

function isSameSetting(one: Summary['sensitivity'][number], other: Summary['sensitivity'][number]): boolean {
  return one.kernel === other.kernel && one.tolerance_sec === other.tolerance_sec;
}

/** `0.31 to 0.45`: overall with every unscored item wrong, and right. */
export function describeBounds({ low, high }: Summary['bounds']): string {
  return low === null || high === null ? 'undefined' : `${formatValue(low)} to ${formatValue(high)}`;
}
