import { type ModeFigures, type Summary, TEMPORAL_MODES } from '@medstream/schema';

import { renderFigure } from './format-figure.js';
import { html, type Html } from './html.js';
import type { LabelledRun } from './report-run.js';

/** The columns of the paper's table: C for each temporal mode, R and S where a mode is asked in rounds. */
const columns: Record<(typeof TEMPORAL_MODES)[number], (keyof ModeFigures)[]> = {
  retrospective: ['content'],
  present: ['content'],
  future: ['content', 'responsiveness', 'stability'],
  proactive: ['content', 'responsiveness', 'stability'],
};
const figureTitles: Partial<Record<keyof ModeFigures, string>> = { content: 'Content', responsiveness: 'Resp.', stability: 'Stab.' };

/** The main table with a row for each run and, below, policies that look at no picture. */
export function renderMainTable(runs: readonly LabelledRun[]): Html {
  return html`<div class="scroll"><table>
<caption>Content C, responsiveness R and stability S in [0, 1], with 95 % intervals over cases (none under 10 cases) and the number of items n. Grey rows look at no picture.</caption>
<thead><tr><th rowspan="2" scope="col">Model</th>${TEMPORAL_MODES.map((mode) => html`<th class="group" colspan="${columns[mode].length}" scope="colgroup">${capitalise(mode)}</th>`)}<th class="group" scope="col">Overall</th></tr>
<tr>${TEMPORAL_MODES.map((mode) => columns[mode].map((figure, index) => html`<th class="${index === 0 ? 'group' : ''}" scope="col">${figureTitles[figure] ?? figure}</th>`))}<th class="group" scope="col">Score</th></tr></thead>
<tbody>${runs.map((run) => renderRow('run', run.label, run.summary))}${listBaselines(runs).map(({ label, row }) => renderRow('baseline', label, row))}</tbody>
</table></div>`;
}

type Row = Pick<Summary, 'overall' | 'modes'>;

function renderRow(kind: 'run' | 'baseline', label: string, { modes, overall }: Row): Html {
  const cells = TEMPORAL_MODES.map((mode) => columns[mode].map((figure, index) => html`<td class="${index === 0 ? 'group' : ''}">${renderFigure(modes[mode]?.[figure])}</td>`));
  return html`<tr class="${kind}"><th scope="row">${label}</th>${cells}<td class="group">${renderFigure(overall)}</td></tr>
`;
}

/** Runs over the same items have the same baselines, shown once; others are named by their run. */
function listBaselines(runs: readonly LabelledRun[]): { label: string; row: Row }[] {
  const distinct = runs.filter(({ summary }, index) => runs.findIndex((other) => JSON.stringify(other.summary.baselines) === JSON.stringify(summary.baselines)) === index);
  return distinct.flatMap(({ label, summary }) => Object.entries(summary.baselines).map(([name, row]) => ({ label: distinct.length === 1 ? name : `${name} (items of ${label})`, row })));
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
