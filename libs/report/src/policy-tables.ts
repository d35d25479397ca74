import { CONSTANT_BASELINES } from '@medstream/metrics';
import { html, type Html } from '@medstream/pages';
import type { SliceFigures } from '@medstream/schema';

import { renderFigure } from './format-figure.js';
import type { BaselineSet } from './main-table.js';

/** Ways of cutting the items for which a summary says what policies come to. */
export const POLICY_SLICES = ['datasets', 'organs', 'tasks', 'label_sources'] as const;

/** Policies by data set, organ, task or source of the label. */
export interface SlicedBaselines extends BaselineSet {
  slice: (typeof POLICY_SLICES)[number];
}

/** The best, over all items of a data set, organ, task or source, of the policies that always say the same or the commonest, with its name. */
export function renderBestPolicy(set: SlicedBaselines, key: string): Html {
  const [best] = CONSTANT_BASELINES.flatMap((name) => {
    const overall = figuresOf(set, name, key)?.overall;
    return overall === undefined || overall.value === null ? [] : [{ name, overall, value: overall.value }];
  }).sort((one, other) => other.value - one.value);
  return best === undefined ? renderFigure(undefined) : html`${renderFigure(best.overall)}<span class="fine">${best.name}</span>`;
}

/** Every policy on every data set, organ, task or source, folded: a row each, a pair of columns a policy. */
export function renderPolicies(set: SlicedBaselines, keys: readonly string[], { title, row }: { title: string; row: string }): Html {
  const names = Object.keys(set.baselines);
  const label = `Policies that look at no picture, ${title.charAt(0).toLowerCase()}${title.slice(1)}${set.suffix}`;
  return html`<details class="more"><summary>${label}</summary><div class="scroll" tabindex="0" role="region" aria-label="${label}"><table data-sortable>
<thead><tr><th rowspan="2" scope="col">${row}</th>${names.map((name) => html`<th class="group" colspan="2" scope="colgroup">${name}</th>`)}</tr>
<tr>${names.map(() => html`<th class="group" scope="col">Content</th><th scope="col">Overall</th>`)}</tr></thead>
<tbody>${keys.map((key) => html`<tr class="baseline"><th scope="row">${key}</th>${names.map((name) => {
    const figures = figuresOf(set, name, key);
    return html`<td class="group">${renderFigure(figures?.content)}</td><td>${renderFigure(figures?.overall)}</td>`;
  })}</tr>
`)}</tbody></table></div></details>`;
}

/** Own keys only: a data set may be called `constructor`. */
function figuresOf({ baselines, slice }: SlicedBaselines, name: string, key: string): SliceFigures | undefined {
  const slices = (Object.hasOwn(baselines, name) ? baselines[name] : undefined)?.[slice];
  return slices !== undefined && Object.hasOwn(slices, key) ? slices[key] : undefined;
}
