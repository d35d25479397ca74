import { html, type Html } from '@medstream/pages';
import type { SliceFigures, Summary } from '@medstream/schema';

import { renderFigure } from './format-figure.js';
import { listBaselineSets } from './main-table.js';
import { POLICY_SLICES, renderBestPolicy, renderPolicies, type SlicedBaselines } from './policy-tables.js';
import type { LabelledRun } from './report-run.js';

type SliceName = 'datasets' | 'organs' | 'tasks' | 'label_sources' | 'question_types' | 'media_types' | 'tracks';

const slices: { name: SliceName; title: string; row: string }[] = [
  { name: 'datasets', title: 'By data set', row: 'Data set' },
  { name: 'organs', title: 'By organ or procedural domain', row: 'Organ or domain' },
  { name: 'tasks', title: 'By task', row: 'Task' },
  { name: 'label_sources', title: 'By source of the label', row: 'Label source' },
  { name: 'question_types', title: 'By type of question', row: 'Question type' },
  { name: 'media_types', title: 'By type of media', row: 'Media type' },
  { name: 'tracks', title: 'By track', row: 'Track' },
];

/** One table for each way of cutting the items; C and overall for each run. */
export function renderSliceTables(runs: readonly LabelledRun[], plots: Partial<Record<SliceName, Html>> = {}): Html {
  return html`${slices.map((slice) => {
    const keys = [...new Set(runs.flatMap(({ summary }) => Object.keys(sliceOf(summary, slice.name))))].sort();
    return keys.length === 0 ? null : html`<section><h2>${slice.title}</h2>${plots[slice.name] ?? null}${renderTable(slice, keys, runs)}</section>
`;
  })}`;
}

function renderTable({ name, title, row }: (typeof slices)[number], keys: readonly string[], runs: readonly LabelledRun[]): Html {
  const policies = isPolicySlice(name) ? listBaselineSets(runs).filter(({ baselines }) => Object.values(baselines).some((policy) => policy[name] !== undefined)).map((set) => ({ ...set, slice: name })) : [];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table data-sortable>
<thead><tr><th rowspan="2" scope="col">${row}</th>${runs.map(({ label }) => html`<th class="group" colspan="2" scope="colgroup">${label}</th>`)}${policies.map(({ suffix }) => html`<th class="group policy" colspan="1" scope="colgroup">Best constant policy${suffix}</th>`)}</tr>
<tr>${runs.map(() => html`<th class="group" scope="col">Content</th><th scope="col">Overall</th>`)}${policies.map(() => html`<th class="group policy" scope="col">Overall</th>`)}</tr></thead>
<tbody>${keys.map(
    (key) => html`<tr><th scope="row">${key}</th>${runs.map(({ summary }) => {
      const figures = sliceOf(summary, name)[key];
      return html`<td class="group">${renderFigure(figures?.content)}</td><td>${renderFigure(figures?.overall)}</td>`;
    })}${policies.map((set) => html`<td class="group policy">${renderBestPolicy(set, key)}</td>`)}</tr>
`,
  )}</tbody></table></div>${policies.map((set) => renderPolicies(set, keys, { title, row }))}`;
}

/** Of the other ways of cutting the items it is not known what policies come to. */
function isPolicySlice(name: SliceName): name is SlicedBaselines['slice'] {
  return (POLICY_SLICES as readonly string[]).includes(name);
}

/** Own keys only: a data set may be called `constructor`. */
function sliceOf(summary: Summary, name: SliceName): Record<string, SliceFigures | undefined> {
  return Object.assign(Object.create(null) as Record<string, SliceFigures>, summary[name] ?? {});
}
