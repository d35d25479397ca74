import { html, type Html } from '@medstream/pages';

import type { Counted, DatasetStatistics } from './details/dataset-statistics.js';
import type { LabelledRun } from './report-run.js';
import { formatCount } from './usage-table.js';

/** What the items are; runs over the same items are described once. */
export function renderStatistics(runs: readonly LabelledRun[]): Html | null {
  const known = runs.flatMap(({ label, details }) => (details === undefined ? [] : [{ label, statistics: details.statistics }]));
  const distinct = known.filter(({ statistics }, index) => known.findIndex((other) => JSON.stringify(other.statistics) === JSON.stringify(statistics)) === index);
  if (distinct.length === 0) return null;
  return html`<section><h2 id="items-are">What the items are</h2>${distinct.map(({ label, statistics }) => html`${distinct.length === 1 ? null : html`<h3>Items of ${label}</h3>`}${renderOne(statistics)}`)}</section>
`;
}

function renderOne({ datasets, modes, tasks, labelSources, questionTypes, reviews, windows }: DatasetStatistics): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Items by data set"><table data-sortable><thead><tr><th scope="col">Data set</th><th scope="col">Items</th><th scope="col">Calls</th><th scope="col">Cases</th></tr></thead>
<tbody>${datasets.map(({ name, items, calls, cases }) => html`<tr><th scope="row">${name}</th><td>${formatCount(items)}</td><td>${formatCount(calls)}</td><td>${formatCount(cases)}</td></tr>
`)}</tbody></table></div>
<div class="columns">${renderCounted('Temporal mode', 'Items', modes)}${renderCounted('Task', 'Items', tasks)}${renderCounted('Label source', 'Items', labelSources)}${renderCounted('Question type', 'Items', questionTypes)}${renderCounted('Looked at by people', 'Items', reviews)}${renderCounted('Evidence window', 'Calls', windows)}</div>
`;
}

/** A count with a bar as long as its share; the bar says nothing that the number does not. */
function renderCounted(title: string, unit: string, counted: readonly Counted[]): Html {
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><thead><tr><th scope="col">${title}</th><th scope="col">${unit}</th><th scope="col">Share</th></tr></thead>
<tbody>${counted.map(({ name, count }) => html`<tr><th scope="row">${name}</th><td>${formatCount(count)}</td><td class="share"><svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect width="${((100 * count) / total).toFixed(1)}" height="6"></rect></svg>${((100 * count) / total).toFixed(1)} %</td></tr>
`)}</tbody></table></div>`;
}
