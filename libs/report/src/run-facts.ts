import { html, type Html } from '@medstream/pages';
import type { RunManifest } from '@medstream/schema';

import { renderFigure } from './format-figure.js';
import { renderJudging } from './judging-tables.js';
import type { LabelledRun } from './report-run.js';
import { describeBounds } from './streaming-tables.js';

/** What stands beside the main table: further headline figures, how calls ended, and whether any frame came from the future. */
export function renderRunFacts(runs: readonly LabelledRun[], plots: Html | null): Html {
  return html`<section><h2 id="headline">Beside the headline</h2><div class="scroll" tabindex="0" role="region" aria-label="Beside the headline"><table>
<thead><tr><th scope="col">Model</th><th scope="col">Items</th><th scope="col">Calls</th><th scope="col">Macro over data sets</th><th scope="col">Skill over the best constant policy</th><th scope="col">Bounds of overall</th><th scope="col">Leak audit</th></tr></thead>
<tbody>${runs.map(({ label, summary }) => html`<tr class="run"><th scope="row">${label}</th><td>${summary.items}</td><td>${summary.jobs}</td><td>${renderFigure(summary.macro)}</td><td>${renderFigure(summary.skill)}</td><td>${describeBounds(summary.bounds)}</td><td>${summary.leak_audit.violations} of ${summary.leak_audit.jobs}</td></tr>
`)}</tbody></table></div>
<p class="soft">Bounds: overall with every unscored item wrong, and right. Leak audit: calls with a frame later than the end of their window, of all calls with frames.</p></section>
<section><h2 id="calls">How calls ended</h2>${plots}${renderCounts(runs, 'Status', (run) => run.summary.statuses)}${renderUnscored(runs)}${renderDecisions(runs)}</section>
${renderRewards(runs)}${renderJudging(runs)}`;
}

function renderUnscored(runs: readonly LabelledRun[]): Html | null {
  if (runs.every(({ summary }) => Object.keys(summary.unscored).length === 0)) return null;
  return html`<h2>Items without a score</h2>${renderCounts(runs, 'Reason', (run) => run.summary.unscored)}`;
}

function renderDecisions(runs: readonly LabelledRun[]): Html | null {
  if (runs.every(({ summary }) => Object.keys(summary.decided_by ?? {}).length === 0)) return null;
  return html`<h2>What decided the content</h2>${renderCounts(runs, 'Decided by', (run) => run.summary.decided_by ?? {})}`;
}

function renderCounts(runs: readonly LabelledRun[], title: string, countsOf: (run: LabelledRun) => Record<string, number>): Html {
  const names = [...new Set(runs.flatMap((run) => Object.keys(countsOf(run))))];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><thead><tr><th scope="col">${title}</th>${runs.map(({ label }) => html`<th class="group" scope="col">${label}</th>`)}</tr></thead>
<tbody>${names.map((name) => html`<tr><th scope="row">${name}</th>${runs.map((run) => html`<td class="group">${new Map(Object.entries(countsOf(run))).get(name) ?? '–'}</td>`)}</tr>
`)}</tbody></table></div>`;
}

function renderRewards(runs: readonly LabelledRun[]): Html | null {
  const names = [...new Set(runs.flatMap(({ summary }) => Object.keys(summary.rewards ?? {})))];
  if (names.length === 0) return null;
  return html`<section><h2 id="rewards">Rewards</h2><p>Tasks of a set with rewards of its own: of the answer, of its form, and both added as the set's authors add them.</p><div class="scroll" tabindex="0" role="region" aria-label="Rewards"><table data-sortable><thead><tr><th scope="col">Reward</th>${runs.map(({ label }) => html`<th class="group" scope="col">${label}</th>`)}</tr></thead>
<tbody>${names.map((name) => html`<tr><th scope="row">${name}</th>${runs.map(({ summary }) => html`<td class="group">${renderFigure(summary.rewards?.[name])}</td>`)}</tr>
`)}</tbody></table></div></section>`;
}

/** Settings, versions and data of each run that has a manifest. */
export function renderManifests(runs: readonly LabelledRun[]): Html {
  return html`${runs.map(({ label, manifest }) => (manifest === null ? null : html`<section><h2>How ${label} was run</h2>${renderManifest(manifest)}</section>
`))}`;
}

function renderManifest(manifest: RunManifest): Html {
  const facts: [string, string][] = [
    ['Protocol', manifest.protocol],
    ['Model', manifest.model],
    ['Model settings', JSON.stringify(manifest.model_settings)],
    ['Judge', manifest.judge ?? 'none'],
    ...(manifest.judging === undefined ? [] : [['Judge’s settings', JSON.stringify(manifest.judging.settings)], ['Judge’s prompt', `${manifest.judging.prompt}, sha256 ${manifest.judging.prompt_sha256}, ${manifest.judging.shows_frames ? 'with the frames' : 'without frames'}, each answer ${manifest.judging.repeats === 1 ? 'once' : `${manifest.judging.repeats} times`}`]] as [string, string][]),
    ['Seed', String(manifest.seed)],
    ['Frames', `one each ${manifest.sampling.period_sec} s and the end of the window, ${manifest.sampling.max_frames === null ? 'no cap' : `at most ${manifest.sampling.max_frames}`}; ${manifest.sampling.image}`],
    ['Each question asked', manifest.repeats === undefined ? 'once' : `${manifest.repeats} times`],
    ['Departures from the protocol', manifest.off_protocol.length === 0 ? 'none' : manifest.off_protocol.join('; ')],
    ['Versions', Object.entries(manifest.versions).map(([name, version]) => `${name} ${version}`).join(', ')],
    ['Plan', manifest.plan_hash],
    ...(manifest.uploads_allowed.length === 0 ? [] : [['Upload allowed by hand for', manifest.uploads_allowed.join(', ')] as [string, string]]),
    ...manifest.data.map(({ file, sha256, items }): [string, string] => [`Data: ${file}`, `${items} items, sha256 ${sha256}`]),
  ];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Settings of ${manifest.model}"><table><tbody>${facts.map(([name, value]) => html`<tr><th scope="row">${name}</th><td class="text"><code>${value}</code></td></tr>
`)}</tbody></table></div>`;
}
