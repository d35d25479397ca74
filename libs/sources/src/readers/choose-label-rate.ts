import { EngineError } from '@medstream/schema';

import { checkTimeBase } from './check-time-base.js';

export interface LabelRateFacts {
  /** Label file, named in errors. */
  path: string;
  /** Frames that the labels cover, from the first frame of the video. */
  frameCount: number;
  /** Rates the data set's videos come in. */
  usualRates: readonly number[];
  /** What the data set's own documents say of this video; null when they do not name it. */
  statedRate: number | null;
  /** Nominal rate and end of the media; null when unknown. */
  mediaFrameRate: number | null;
  mediaEndMicros: number | null;
}

const RATE_TOLERANCE = 0.01;

/**
 * The rate in which frame-counting labels count, where videos of one data set differ. The media decide, as the labels
 * number their frames; where rows and length of the media do not fit that rate but fit the stated one (a copy encoded anew),
 * the stated one holds.
 *
 * @returns the rate, and notes in plain words
 * @throws EngineError `source/time-base-mismatch` when nothing tells the rate, or the two disagree and neither fits
 */
export function chooseLabelRate(facts: LabelRateFacts): { frameRate: number; notes: string[] } {
  const { path, frameCount, usualRates, statedRate, mediaFrameRate, mediaEndMicros } = facts;
  const mediaRate = usualRates.find((rate) => mediaFrameRate !== null && Math.abs(mediaFrameRate - rate) <= RATE_TOLERANCE * rate) ?? null;
  const candidates = [mediaRate, statedRate].filter((rate) => rate !== null);
  const compare = (frameRate: number): string[] =>
    checkTimeBase({ labelFrameRate: frameRate, mediaFrameRate, labelEndMicros: Math.round((frameCount * 1_000_000) / frameRate), mediaEndMicros });
  const [first] = candidates;
  if (first === undefined) {
    throw new EngineError('source/time-base-mismatch', `${path} counts frames, and nothing tells how many make a second`, {
      hint: `give the media, whose rate should be one of ${usualRates.join(', ')}`,
      details: { path, mediaFrameRate },
    });
  }
  if (mediaEndMicros === null) return { frameRate: statedRate ?? first, notes: [] };
  const fitting = candidates.find((rate) => isEndClose(frameCount / rate, mediaEndMicros / 1e6));
  if (fitting !== undefined) return { frameRate: fitting, notes: compare(fitting) };
  if (candidates.some((rate) => rate !== first)) {
    throw new EngineError('source/time-base-mismatch', `the ${frameCount} frames of ${path} last as long as the media neither at ${candidates.join(' nor at ')} frames a second`, {
      hint: 'use the original video, or a copy of the same length',
      details: { path, frameCount, mediaFrameRate, statedRate, mediaEndMicros },
    });
  }
  return { frameRate: first, notes: compare(first) };
}

function isEndClose(labelEndSec: number, mediaEndSec: number): boolean {
  return Math.abs(labelEndSec - mediaEndSec) <= Math.max(2, RATE_TOLERANCE * mediaEndSec);
}
