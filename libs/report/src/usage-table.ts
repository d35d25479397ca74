import { html, type Html } from '@medstream/pages';

import type { UsageFacts } from './details/usage-facts.js';
import type { LabelledRun } from './report-run.js';

/** What the calls of each run cost and took, where known. */
export function renderUsage(runs: readonly LabelledRun[]): Html | null {
  const known = runs.flatMap(({ label, details }) => (details === undefined ? [] : [{ label, usage: details.usage }]));
  if (known.every(({ usage }) => usage.frames === 0 && usage.inputTokens === null && usage.latencyMs === null)) return null;
  return html`<section><h2 id="cost">Cost and speed</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Cost and speed"><table><thead><tr><th scope="col">Model</th><th scope="col">Calls</th><th scope="col">From the cache</th><th scope="col">Frames sent</th><th scope="col">Input tokens</th><th scope="col">Output tokens</th><th scope="col">Cost</th><th scope="col">Median latency</th><th scope="col">95th percentile</th></tr></thead>
<tbody>${known.map(({ label, usage }) => html`<tr class="run"><th scope="row">${label}</th><td>${formatCount(usage.calls)}</td><td>${formatCount(usage.cached)}</td><td>${formatCount(usage.frames)}</td>${[usage.inputTokens, usage.outputTokens].map((tokens) => html`<td>${tokens === null ? '–' : formatCount(tokens.sum)}${tokens === null || tokens.calls === usage.calls ? null : html`<span class="fine">stated for ${formatCount(tokens.calls)} calls</span>`}</td>`)}<td>${renderCost(usage)}</td><td>${formatLatency(usage.latencyMs?.median)}</td><td>${formatLatency(usage.latencyMs?.p95)}</td></tr>
`)}</tbody></table></div>
<p class="soft">Tokens as the server counts them. ${describePrices(known)}Latency is that of the last try of each call that was made, under whatever load there was: to be read with care across machines.</p></section>
`;
}

/** `$12.40`, and for how many calls where not for all; a dash where no price is known. */
function renderCost({ costUsd, calls }: UsageFacts): Html {
  if (costUsd === null) return html`–`;
  return html`$${costUsd.sum.toFixed(costUsd.sum < 1 ? 4 : 2)}${costUsd.calls === calls ? null : html`<span class="fine">known for ${formatCount(costUsd.calls)} calls</span>`}`;
}

function describePrices(known: readonly { usage: UsageFacts }[]): string {
  const dates = [...new Set(known.flatMap(({ usage }) => usage.costUsd?.pricesOf ?? []))];
  return dates.length === 0 ? '' : `Cost in US dollars by the vendors’ list prices of ${dates.join(', ')}, without discounts, as if every reply had been asked for once; replies from the cache cost nothing again. `;
}

/** Thousands apart, the same in every locale. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

function formatLatency(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return '–';
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
