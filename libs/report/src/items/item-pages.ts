import { html, type Html } from '@medstream/pages';

import type { ShownCall, ShownItem } from '../details/item-sample.js';
import { formatValue } from '../format-figure.js';
import type { LabelledRun } from '../report-run.js';
import { formatCount } from '../usage-table.js';
import { renderTimeline } from './timeline.js';

/** Pictures by the hash of the frame, as `data:` addresses; empty where none were asked for. */
export type Thumbnails = ReadonlyMap<string, string>;

/** The items that are shown one by one, folded. */
export function renderItems(runs: readonly LabelledRun[], thumbnails: Thumbnails): Html | null {
  const known = runs.flatMap(({ label, summary, details }) => (details === undefined || details.items.total === 0 ? [] : [{ label, items: details.items, times: summary.repeats?.times ?? 1 }]));
  if (known.length === 0) return null;
  return html`<section><h2 id="items">Item by item</h2>
<p>A disc is a round: filled where the model responded, ringed green where its content is right, red where it is wrong. The band is the time in which a first response is on time.</p>
${known.map(({ label, items, times }) => html`<div data-filterable="${`items of ${label}`}"><h3>${label}</h3><p class="soft">${items.shown.length === items.total ? `All ${formatCount(items.total)} items.` : `${formatCount(items.shown.length)} of ${formatCount(items.total)} items, spread evenly over all; every one is in scores.jsonl.`}${times === 1 ? null : ` Each was asked ${times} times; shown are the first replies and what they are worth.`}</p>
${items.shown.map((item) => renderItem(item, thumbnails))}</div>
`)}</section>
`;
}

function renderItem(item: ShownItem, thumbnails: Thumbnails): Html {
  const verdict = item.overall === null ? (item.unscoredReason ?? 'unscored') : formatValue(item.overall);
  return html`<details class="item"><summary><span class="score${item.overall === null ? '' : item.overall >= 0.995 ? ' good' : item.overall < 0.5 ? ' bad' : ''}">${verdict}</span> <span class="what">${item.temporalMode} · ${item.task} · ${item.dataset}</span> <code>${item.sampleId}</code></summary>
<p class="question">${item.question}</p>${item.choices.length === 0 ? null : html`<p class="soft">Choices: ${item.choices.join(' · ')}</p>`}
${item.isStreaming ? renderTimeline(item) : null}
<p class="soft">${describeScores(item)}</p>
<div class="scroll" tabindex="0" role="region" aria-label="Replies to ${item.sampleId}"><table><thead><tr>${item.isStreaming ? html`<th scope="col">Round</th>` : null}<th scope="col">${item.timeUnit === 'frames' ? 'Frame' : 'Time'}</th><th class="text" scope="col">Expected</th><th class="text" scope="col">Reads as</th><th class="text" scope="col">Reply</th><th scope="col">C</th>${thumbnails.size === 0 ? null : html`<th scope="col">Last frame</th>`}</tr></thead>
<tbody>${item.calls.map((call) => renderCall(item, call, thumbnails))}</tbody></table></div></details>
`;
}

function renderCall(item: ShownItem, call: ShownCall, thumbnails: Thumbnails): Html {
  const picture = call.lastFrame === null ? undefined : thumbnails.get(call.lastFrame);
  const unit = item.timeUnit === 'frames' ? '' : ' s';
  return html`<tr>${item.isStreaming ? html`<th scope="row">${call.round ?? ''}</th>` : null}<td>${call.time}${unit}<span class="fine">${call.frames === 0 ? null : `${call.frames} ${call.frames === 1 ? 'frame' : 'frames'}`}</span></td><td class="text">${call.expected}</td><td class="text">${call.value ?? html`<span class="none">${call.status}</span>`}</td><td class="text reply">${call.raw === null ? '–' : call.raw}</td><td>${call.content === null ? '–' : formatValue(call.content)}</td>${
    thumbnails.size === 0 ? null : html`<td>${picture === undefined ? '–' : html`<img src="${picture}" alt="Last frame of the window that ends at ${call.time}${unit}" loading="lazy">`}</td>`
  }</tr>
`;
}

function describeScores({ isStreaming, content, responsiveness, stability, expectedTime, firstPositiveTime, timeUnit, videoId }: ShownItem): string {
  const unit = timeUnit === 'frames' ? '' : ' s';
  const figure = (name: string, value: number | null): string => `${name} ${value === null ? '–' : formatValue(value)}`;
  const parts = [`video ${videoId}`, figure('C', content)];
  if (!isStreaming) return parts.join(' · ');
  return [
    ...parts,
    figure('R', responsiveness),
    figure('S', stability),
    expectedTime === null ? 'right behaviour: silence' : `t* ${expectedTime}${unit}`,
    firstPositiveTime === null ? 'no response' : `first response ${firstPositiveTime}${unit}${expectedTime === null ? '' : ` (${describeOffset(firstPositiveTime - expectedTime, unit)})`}`,
  ].join(' · ');
}

function describeOffset(offset: number, unit: string): string {
  const rounded = Number(offset.toFixed(3));
  if (rounded === 0) return 'at t*';
  return `${Math.abs(rounded)}${unit} ${rounded < 0 ? 'before' : 'after'} t*`;
}
