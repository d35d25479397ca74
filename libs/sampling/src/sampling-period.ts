import type { BenchmarkItem } from '@medstream/schema';

import { resolveTimeUnit } from './media-type.js';
import { MICROS_PER_UNIT, secondsToMicros } from './time.js';

/** One frame each 2 s (paper, "Evaluation"); the item's own `sampling_period_sec` replaces it. */
export const DEFAULT_SAMPLING_PERIOD_SEC = 2;

/** What a length of time depends on: the unit of the item's times and, for frames, the stated rate. */
export type TimeBase = Pick<BenchmarkItem, 'media_type' | 'media_path' | 'time_unit' | 'frame_rate'>;

/**
 * A length in real seconds on the item's internal scale: microseconds, or frames x 1,000,000 by `frame_rate`.
 * Null where times are frame indices and no rate is stated.
 */
export function durationSecToMicros(item: TimeBase, durationSec: number): number | null {
  if (resolveTimeUnit(item) === 'seconds') return secondsToMicros(durationSec);
  return item.frame_rate === undefined ? null : secondsToMicros(durationSec * item.frame_rate);
}

/**
 * The distance between two sampled frames on the internal scale, at least 1: 2 s or the item's own period; for frame
 * indices that many frames at `frame_rate`, else each frame (sampling.md, "Targets").
 */
export function samplingPeriodMicrosOf(item: TimeBase & Pick<BenchmarkItem, 'sampling_period_sec'>): number {
  const period = durationSecToMicros(item, item.sampling_period_sec ?? DEFAULT_SAMPLING_PERIOD_SEC);
  return Math.max(1, period ?? MICROS_PER_UNIT);
}

/**
 * delta on the internal scale: the item's `tolerance_sec`, else 2 s; for frame indices without a stated rate one frame
 * stands for each 2 s of default, and `tolerance_sec` is then a number of frames (metrics.md section 3).
 */
export function toleranceMicrosOf(item: TimeBase & Pick<BenchmarkItem, 'tolerance_sec'>): number {
  if (item.tolerance_sec === undefined) return durationSecToMicros(item, DEFAULT_SAMPLING_PERIOD_SEC) ?? MICROS_PER_UNIT;
  return durationSecToMicros(item, item.tolerance_sec) ?? secondsToMicros(item.tolerance_sec);
}
