import { html, type Html } from '@medstream/pages';
import type { RepeatsSummary } from '@medstream/schema';

import { formatValue, renderFigure } from './format-figure.js';
import { capitalise } from './main-table.js';
import type { LabelledRun } from './report-run.js';
import { formatCount } from './usage-table.js';

type RepeatedRun = { label: string; repeats: RepeatsSummary };

/** How far a model says the same when it is asked the same again; nothing where every question was asked once. */
export function renderRepeats(runs: readonly LabelledRun[]): Html | null {
  const repeated = runs.flatMap(({ label, summary: { repeats } }): RepeatedRun[] => (repeats === undefined ? [] : [{ label, repeats }]));
  if (repeated.length === 0) return null;
  return html`<section><h2 id="repeats">Questions asked several times</h2>
<p>Every figure of these runs is over items, and an item is worth the mean over its repeats; one that lacks a score in some repeat has none. Intervals resample cases, so that asking again narrows nothing by itself. Agreement is the share of items whose every call reads the same in all repeats; the standard deviation is that of overall between the repeats of one item.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Questions asked several times"><table><thead><tr><th scope="col">Model</th><th scope="col">Times</th><th scope="col">Items with every score</th><th scope="col">With some</th><th scope="col">Agreement</th><th scope="col">Standard deviation</th><th scope="col">Overall of each time</th></tr></thead>
<tbody>${repeated.map(({ label, repeats }) => html`<tr class="run"><th scope="row">${label}</th><td>${repeats.times}</td><td>${formatCount(repeats.complete)}</td><td>${formatCount(repeats.partial)}</td><td>${renderFigure(repeats.agreement.overall)}</td><td>${renderSpread(repeats.standard_deviation.overall)}</td><td>${repeats.runs.map(({ overall }) => (overall === null ? '–' : formatValue(overall))).join(', ')}</td></tr>
`)}</tbody></table></div>${renderSlices(repeated, 'Mode', 'modes')}${renderSlices(repeated, 'Task', 'tasks')}${renderStatuses(repeated)}</section>
`;
}

function renderSlices(repeated: readonly RepeatedRun[], title: string, slice: 'modes' | 'tasks'): Html {
  const keys = [...new Set(repeated.flatMap(({ repeats }) => Object.keys(repeats.agreement[slice])))];
  const label = `Agreement of repeats by ${title.toLowerCase()}`;
  return html`<h3>${label}</h3><div class="scroll" tabindex="0" role="region" aria-label="${label}"><table data-sortable>
<thead><tr><th rowspan="2" scope="col">${title}</th>${repeated.map(({ label: run }) => html`<th class="group" colspan="2" scope="colgroup">${run}</th>`)}</tr>
<tr>${repeated.map(() => html`<th class="group" scope="col">Agreement</th><th scope="col">Standard deviation</th>`)}</tr></thead>
<tbody>${keys.map((key) => html`<tr><th scope="row">${slice === 'modes' ? capitalise(key) : key}</th>${repeated.map(({ repeats }) => html`<td class="group">${renderFigure(ownOf(repeats.agreement[slice], key))}</td><td>${renderSpread(ownOf(repeats.standard_deviation[slice], key))}</td>`)}</tr>
`)}</tbody></table></div>`;
}

function renderStatuses(repeated: readonly RepeatedRun[]): Html {
  const names = [...new Set(repeated.flatMap(({ repeats }) => repeats.runs.flatMap(({ statuses }) => Object.keys(statuses))))].sort();
  return html`<h3>How calls ended each time</h3><div class="scroll" tabindex="0" role="region" aria-label="How calls ended each time"><table><thead><tr><th scope="col">Model</th><th scope="col">Time</th><th scope="col">Items with a score</th>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${repeated.flatMap(({ label, repeats }) => repeats.runs.map(({ repeat, scored, statuses }) => html`<tr><th scope="row">${label}</th><td>${repeat + 1}</td><td>${formatCount(scored)}</td>${names.map((name) => html`<td>${formatCount(ownOf(statuses, name) ?? 0)}</td>`)}</tr>
`))}</tbody></table></div>`;
}

function renderSpread(spread: { value: number | null; n: number } | undefined): Html {
  if (spread === undefined) return renderFigure(undefined);
  return renderFigure({ ...spread, ci95: null });
}

/** Own keys only: a task may be called `constructor`. */
function ownOf<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
