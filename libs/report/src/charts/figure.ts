import { html, type Html } from '@medstream/pages';

import { type ChartSpec, drawChart } from './draw-chart.js';

/** A drawing with what it shows in words, and its numbers as a table that opens. */
export interface ChartFigure {
  title: string;
  /** What can be read off, in a sentence or two. */
  caption: string;
  spec: ChartSpec;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

export async function renderFigureChart({ title, caption, spec, head, rows }: ChartFigure): Promise<Html> {
  return html`<figure class="plot"><div class="scroll plotted" tabindex="0" role="region" aria-label="${title}: drawing">${await drawChart(spec)}</div>
<figcaption><b>${title}.</b> ${caption}</figcaption>
<details><summary>${title}: the numbers</summary><div class="scroll" tabindex="0" role="region" aria-label="${title}: the numbers"><table>
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(([first, ...rest]) => html`<tr><th scope="row">${first ?? ''}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>
`)}</tbody></table></div></details></figure>
`;
}
