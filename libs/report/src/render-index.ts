import { Html, html } from '@medstream/pages';
import type { Summary } from '@medstream/schema';

import { renderFigure } from './format-figure.js';
import { STYLE } from './style.js';
import { formatCount } from './usage-table.js';

/** One run folder of an index. */
export interface IndexedRun {
  /** Name of its folder. */
  name: string;
  /** Address of its page, relative to the index. */
  address: string;
  /** Null for predictions made elsewhere. */
  model: string | null;
  summary: Pick<Summary, 'items' | 'overall' | 'skill' | 'incomplete' | 'leak_audit'>;
}

/** The page that lists the runs of a folder; no script, no network. */
export function renderIndex(runs: readonly IndexedRun[]): string {
  const title = `${runs.length} evaluation ${runs.length === 1 ? 'run' : 'runs'}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body><main>
<header><h1>${title}</h1></header>
${
    runs.length === 0
      ? html`<p>No run with a page lies in this folder. A run writes its page when it ends; medstream-eval score RUN writes it anew.</p>`
      : html`<div class="scroll" tabindex="0" role="region" aria-label="Runs"><table><thead><tr><th scope="col">Run</th><th class="text" scope="col">Model</th><th scope="col">Items</th><th scope="col">Overall</th><th scope="col">Skill</th><th scope="col">Leak audit</th><th class="text" scope="col">State</th></tr></thead>
<tbody>${runs.map(({ name, address, model, summary }) => html`<tr class="run"><th scope="row"><a href="${address}">${name}</a></th><td class="text">${model ?? 'predictions made elsewhere'}</td><td>${formatCount(summary.items)}</td><td>${renderFigure(summary.overall)}</td><td>${renderFigure(summary.skill)}</td><td>${summary.leak_audit.violations} of ${summary.leak_audit.jobs}</td><td class="text">${summary.incomplete ? 'incomplete' : 'finished'}</td></tr>
`)}</tbody></table></div>`
  }
<p class="soft">Runs over different items are not to be compared by these figures: medstream-eval compare pairs their items. Research only; not clinical decision support.</p>
</main></body>
</html>
`.text;
}
