import { MICROS_PER_UNIT } from '@medstream/sampling';

import { decodeRun } from './decode-run.js';
import { type FrameIndex, lastFrameDurationMicrosOf, listFrameMicros } from './frame-index.js';
import { planSpans } from './plan-spans.js';
import { createSpanVerifier } from './span-verifier.js';
import { ticksToMicros } from './time-base.js';
import type { VideoInput } from './video-input.js';

/** What a medium really holds: read from its pictures, never from header counts. */
export interface MediaFacts {
  type: 'video' | 'image' | 'image_sequence';
  /** Pictures that are displayed. */
  frameCount: number;
  /** Time of the last picture from the first displayed one; image sequences: its index x 1,000,000. */
  lastFrameMicros: number;
  /** How long the last picture is shown; null when nothing says. */
  lastFrameDurationMicros: number | null;
  /** Pictures per second as measured over the whole video; null for stills and a lone frame. Never used to find a frame. */
  frameRate: number | null;
  isVariableRate: boolean;
  /** Pixels, display orientation. */
  width: number;
  height: number;
  /** Degrees clockwise that are applied for display. */
  rotation: number;
  /** The stream's own time of the first displayed picture, subtracted everywhere; image sequences: the first index x 1,000,000. */
  startOffsetMicros: number;
  codec: string;
}

/** Distances that differ by less are one rate that a container rounds (Matroska: to the millisecond). */
const VARIABLE_RATE_MICROS = 2500;

/** The facts of a video by its index. */
export function describeVideo(index: FrameIndex): MediaFacts {
  const micros = listFrameMicros(index);
  const lastFrameMicros = micros.at(-1) ?? 0;
  let [shortest, longest] = [Infinity, 0];
  for (let position = 1; position < micros.length; position += 1) {
    const distance = (micros[position] as number) - (micros[position - 1] as number);
    shortest = Math.min(shortest, distance);
    longest = Math.max(longest, distance);
  }
  return {
    type: 'video',
    frameCount: micros.length,
    lastFrameMicros,
    lastFrameDurationMicros: lastFrameDurationMicrosOf(index),
    frameRate: lastFrameMicros === 0 ? null : Math.round(((micros.length - 1) * MICROS_PER_UNIT * 1000) / lastFrameMicros) / 1000,
    isVariableRate: longest - shortest > VARIABLE_RATE_MICROS,
    width: index.width,
    height: index.height,
    rotation: index.rotation,
    startOffsetMicros: ticksToMicros(index.frameTicks[0] ?? 0, index.timeBase),
    codec: index.codec,
  };
}

/**
 * Decodes the end of the video (the whole where it cannot be sought in) and compares it with an index of packets: a
 * half-copied file, or pictures that never show, are seen here.
 *
 * @returns whether the index holds there
 */
export async function verifyEnd(input: VideoInput, index: FrameIndex): Promise<boolean> {
  const [span] = planSpans({ wanted: [index.frameTicks.length - 1], frameTicks: index.frameTicks, keyTicks: index.keyTicks });
  if (span === undefined) return false;
  const verifier = createSpanVerifier(index, span);
  const run = await decodeRun(input, {
    streamIndex: index.streamIndex,
    seekMicros: span.keyTicks === null ? null : ticksToMicros(span.keyTicks, index.timeBase) + 1,
    pictures: null,
    onDecoded: (frame) => {
      verifier.take(frame);
      return false;
    },
  });
  return verifier.holds(run.reachedEnd);
}
