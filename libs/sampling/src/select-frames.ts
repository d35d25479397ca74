import { EngineError } from '@medstream/schema';

import { type EndpointFacts, judgeEndpoint } from './judge-endpoint.js';
import { formatMicros } from './time.js';

export interface FrameSelectionInput {
  /** Ascending targets, internal scale. */
  targetsMicros: readonly number[];
  /** Display times of all frames, ascending; equal times in presentation order. */
  framePtsMicros: readonly number[];
  /** How long the last frame is on display; unknown is null and counts as 0. */
  lastFrameDurationMicros: number | null;
  /** How far past the end a target may lie: 1 s, or that many frames. Default 1,000,000. */
  graceMicros?: number;
}

export interface SelectedFrame {
  /** The earliest target that this frame answers. */
  requestedMicros: number;
  ptsMicros: number;
  /** 0-based position in `framePtsMicros`. */
  frameIndex: number;
  /** Why this is not simply the frame on display at the requested time. */
  note?: string;
}

/**
 * Position of the frame on display at time t: the largest pts <= t, of equal ones the last in presentation order.
 * Null before the first frame.
 */
export function findDisplayedFrame(framePtsMicros: readonly number[], timeMicros: number): number | null {
  let low = 0;
  let high = framePtsMicros.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((framePtsMicros[middle] as number) <= timeMicros) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : low - 1;
}

/**
 * The frame on display at each target, each frame once (sampling.md).
 *
 * ```
 * frames   0----40----80----120----| on display until 160 ms
 * target        50                        -> 40, never the later 80
 * target                        155       -> 120
 * target                             200  -> 120: one frame duration past the end is silent
 * target                             1160 -> 120 with a note; 1161 -> media/endpoint-beyond-end
 * ```
 *
 * A target before the first frame (an image sequence that starts at a later index) is left out, which the first frame's
 * note says.
 *
 * @throws EngineError `media/undecodable` without frames, `media/endpoint-beyond-end` for a target too far past the
 *   end, `media/gap` when no target has a frame
 */
export function selectFrames(input: FrameSelectionInput): SelectedFrame[] {
  const { targetsMicros, framePtsMicros, lastFrameDurationMicros, graceMicros } = input;
  const lastPts = framePtsMicros.at(-1);
  if (lastPts === undefined) throw new EngineError('media/undecodable', 'there is no frame to choose from');
  const selected: SelectedFrame[] = [];
  let leftOut: number | null = null;
  for (const requestedMicros of targetsMicros) {
    const frameIndex = findDisplayedFrame(framePtsMicros, requestedMicros);
    if (frameIndex === null) {
      leftOut ??= requestedMicros;
      continue;
    }
    const note = describeEndpoint({ requestedMicros, lastFrameMicros: lastPts, lastFrameDurationMicros, ...(graceMicros === undefined ? {} : { graceMicros }) });
    const previous = selected.at(-1);
    if (previous?.frameIndex === frameIndex) {
      if (note !== undefined) previous.note = note;
      continue;
    }
    const ptsMicros = framePtsMicros[frameIndex] as number;
    selected.push({ requestedMicros, ptsMicros, frameIndex, ...(note === undefined ? {} : { note }) });
  }
  const first = selected[0];
  if (first === undefined) {
    throw new EngineError('media/gap', `no picture exists at or before ${leftOut === null ? 'any target' : formatMicros(leftOut)}`, {
      hint: 'the window must reach the first picture',
    });
  }
  if (leftOut !== null) first.note ??= `no picture exists at or before ${formatMicros(leftOut)}`;
  return selected;
}

/** Silent, a note, or an error, as {@link judgeEndpoint} says. */
function describeEndpoint(facts: EndpointFacts): string | undefined {
  const { requestedMicros, lastFrameMicros: lastPts } = facts;
  const verdict = judgeEndpoint(facts);
  if (verdict === 'inside') return undefined;
  if (verdict === 'late') return `${formatMicros(requestedMicros)} is past the end; the last frame is at ${formatMicros(lastPts)}`;
  throw new EngineError(
    'media/endpoint-beyond-end',
    `a frame at ${formatMicros(requestedMicros)} is asked for, but the last frame is at ${formatMicros(lastPts)}`,
    { hint: 'check that labels and media have the same time base and that the file is complete', details: { requestedMicros, lastPts } },
  );
}
