import { html, type Html } from '@medstream/pages';

import type { ShownItem } from '../details/item-sample.js';

const WIDTH = 640;
const LEFT = 20;
const RIGHT = 620;
const AXIS_Y = 46;

/**
 * The rounds of a streaming item on a line of time: the band round t* in which a response is on time, t*, and each round
 * as a disc, filled where the model responded, with a ring where it was right. The same stands in the table below it.
 */
export function renderTimeline({ calls, startTime, expectedTime, tolerance, timeUnit }: ShownItem): Html {
  const unit = timeUnit === 'frames' ? '' : ' s';
  const last = calls.at(-1)?.time ?? startTime;
  const span = last > startTime ? last - startTime : 1;
  const place = (time: number): string => (LEFT + ((Math.min(Math.max(time, startTime), last) - startTime) / span) * (RIGHT - LEFT)).toFixed(1);
  const width = (from: number, to: number): string => (Number(place(to)) - Number(place(from))).toFixed(1);
  const shown = spreadLabels(calls.map(({ time }) => Number(place(time))));
  return html`<svg class="timeline" viewBox="0 0 ${WIDTH} 80" aria-hidden="true" focusable="false">${
    expectedTime === null
      ? null
      : html`<rect class="band" x="${place(expectedTime - tolerance)}" y="26" width="${Math.max(2, Number(width(expectedTime - tolerance, expectedTime + tolerance)))}" height="40"></rect><line class="due" x1="${place(expectedTime)}" x2="${place(expectedTime)}" y1="18" y2="66"></line><text x="${place(expectedTime)}" y="13" text-anchor="${anchorAt(Number(place(expectedTime)))}">t* ${expectedTime}${unit}</text>`
  }<line class="axis" x1="${LEFT}" x2="${RIGHT}" y1="${AXIS_Y}" y2="${AXIS_Y}"></line>${calls.map(
    (call, index) => html`<circle class="${call.isPositive ? 'spoke' : 'silent'}${call.content === 1 ? ' right' : call.content === null ? '' : ' wrong'}" cx="${place(call.time)}" cy="${AXIS_Y}" r="7"><title>round ${call.round}, ${call.time}${unit}: ${call.value ?? call.status}</title></circle>${shown[index] === true ? html`<text x="${place(call.time)}" y="76" text-anchor="middle">${call.time}</text>` : null}`,
  )}</svg>`;
}

function anchorAt(x: number): string {
  return x < 60 ? 'start' : x > WIDTH - 60 ? 'end' : 'middle';
}

/** Which of the places get a label: none nearer than 34 to the one before. */
function spreadLabels(places: readonly number[]): boolean[] {
  let last = Number.NEGATIVE_INFINITY;
  return places.map((place) => {
    if (place - last < 34) return false;
    last = place;
    return true;
  });
}
