import { html, type Html } from '@medstream/pages';
import { type Figure, type ModeFigures, type Summary, TEMPORAL_MODES } from '@medstream/schema';

import { renderFigure } from './format-figure.js';
import { listJudgeNotes } from './judge-notes.js';
import type { LabelledRun } from './report-run.js';

/** The columns of the paper's table: C for each temporal mode, R and S where a mode is asked in rounds. */
const figuresOfMode: Record<(typeof TEMPORAL_MODES)[number], (keyof ModeFigures)[]> = {
  retrospective: ['content'],
  present: ['content'],
  future: ['content', 'responsiveness', 'stability'],
  proactive: ['content', 'responsiveness', 'stability'],
};
const shortTitles: Partial<Record<keyof ModeFigures, string>> = { content: 'Content', responsiveness: 'Resp.', stability: 'Stab.' };

/** The paper's main table as plain data, for every form it is written in. */
export interface MainTable {
  groups: { title: string; size: number }[];
  columns: { mode: string; figure: string; title: string; short: string }[];
  /** Figures in the order of the columns; undefined where one does not apply. `judge` marked the open answers; null: none did. */
  rows: { kind: 'run' | 'baseline'; label: string; judge: string | null; figures: (Figure | undefined)[] }[];
  /** Who marked the runs, and what that leaves open; one sentence each, none where no judge took part. */
  notes: string[];
}

/** A row for each run and, below, policies that look at no picture. */
export function listMainTable(runs: readonly LabelledRun[]): MainTable {
  const columns = TEMPORAL_MODES.flatMap((mode) => figuresOfMode[mode].map((figure) => ({ mode, figure, title: `${capitalise(mode)} ${(shortTitles[figure] ?? figure).toLowerCase()}`, short: shortTitles[figure] ?? figure })));
  const toRow = (kind: 'run' | 'baseline', label: string, { modes, overall, judging }: Row): MainTable['rows'][number] => ({ kind, label, judge: judging?.judge ?? null, figures: [...TEMPORAL_MODES.flatMap((mode) => figuresOfMode[mode].map((figure) => modes[mode]?.[figure])), overall] });
  return {
    groups: [...TEMPORAL_MODES.map((mode) => ({ title: capitalise(mode), size: figuresOfMode[mode].length })), { title: 'Overall', size: 1 }],
    columns: [...columns, { mode: 'all', figure: 'overall', title: 'Overall', short: 'Score' }],
    rows: [...runs.map((run) => toRow('run', run.label, run.summary)), ...listBaselines(runs).map(({ label, row }) => toRow('baseline', label, row))],
    notes: listJudgeNotes(runs),
  };
}

/** The main table on the page. */
export function renderMainTable(runs: readonly LabelledRun[]): Html {
  const { groups, columns, rows } = listMainTable(runs);
  const starts = new Set(groups.map((_, index) => groups.slice(0, index).reduce((sum, { size }) => sum + size, 0)));
  const classAt = (index: number): string => (starts.has(index) ? 'group' : '');
  return html`<p class="soft" id="about-main-table">Content C, responsiveness R and stability S in [0, 1], with 95 % intervals over cases (none under 10 cases) and the number of items n. Bounds are the figure with every item that has no score counted wrong, and right; none where every item has one. Grey rows look at no picture.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Results by temporal mode"><table data-sortable aria-describedby="about-main-table">
<thead><tr><th rowspan="2" scope="col">Model</th>${groups.map(({ title, size }) => (size === 1 ? html`<th class="group" scope="col">${title}</th>` : html`<th class="group" colspan="${size}" scope="colgroup">${title}</th>`))}</tr>
<tr>${columns.map(({ short }, index) => html`<th class="${classAt(index)}" scope="col">${short}</th>`)}</tr></thead>
<tbody>${rows.map(({ kind, label, figures }) => html`<tr class="${kind}"><th scope="row">${breakName(label)}</th>${figures.map((figure, index) => html`<td class="${classAt(index)}">${renderFigure(figure)}</td>`)}</tr>
`)}</tbody>
</table></div>
<p class="soft">The best constant policy, of skill as of every table, is the one with the highest overall over all items; skill compares both on the items that the model has a score for.</p>`;
}

/** A name may go on in the next line after its signs, not within its words. */
function breakName(name: string): Html {
  return html`${name.split(/(?<=[:/_@·])/u).map((part, index) => (index === 0 ? part : html`<wbr>${part}`))}`;
}

type Row = Pick<Summary, 'overall' | 'modes'> & Partial<Pick<Summary, 'judging'>>;

/** Policies of one set of items, and what to put behind their names where the runs are over several. */
export interface BaselineSet {
  suffix: string;
  baselines: Summary['baselines'];
}

/** Runs over the same items have the same baselines, shown once; others are named by their run. */
export function listBaselineSets(runs: readonly LabelledRun[]): BaselineSet[] {
  const distinct = runs.filter(({ summary }, index) => runs.findIndex((other) => JSON.stringify(other.summary.baselines) === JSON.stringify(summary.baselines)) === index);
  return distinct.map(({ label, summary }) => ({ suffix: distinct.length === 1 ? '' : ` (items of ${label})`, baselines: summary.baselines }));
}

function listBaselines(runs: readonly LabelledRun[]): { label: string; row: Row }[] {
  return listBaselineSets(runs).flatMap(({ suffix, baselines }) => Object.entries(baselines).map(([name, row]) => ({ label: `${name}${suffix}`, row })));
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
