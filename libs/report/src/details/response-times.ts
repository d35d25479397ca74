import { callsOf } from '@medstream/metrics';
import { MICROS_PER_UNIT, secondsToMicros, toleranceMicrosOf } from '@medstream/sampling';
import { type BenchmarkItem, type ItemScore, TEMPORAL_MODES } from '@medstream/schema';

import type { DetailedItem } from './run-details.js';

/** When a run responded to the streaming items of one mode, against when the evidence was there; an item counts as often as it was asked. */
export interface ResponseTimes {
  mode: string;
  /** Items with a t*: before t* - delta, within delta, after t* + delta, never. */
  early: number;
  onTime: number;
  late: number;
  missed: number;
  /** Items whose right behaviour is silence: kept silent, and responded. */
  silent: number;
  spoke: number;
  /** Items without a score of their timing: a call failed by our fault. */
  unknown: number;
  /** Share of the items with a t* that had responded by so many seconds after t*; only items with times in seconds. */
  curve: { offsetSec: number; share: number }[];
}

/** Seconds round t* that the curve covers, and its step. */
const CURVE = { fromSec: -60, toSec: 60, stepSec: 2 } as const;

interface Counts extends Omit<ResponseTimes, 'mode' | 'curve'> {
  /** Items that responded first at or before a step of the curve and after the one before. */
  steps: number[];
  timed: number;
}

export function createTiming(): { add(detailed: DetailedItem): void; finish(): ResponseTimes[] } {
  const modes = new Map<string, Counts>();
  return {
    add({ item, score: combined, repeats = [combined] }) {
      if (item.task_mode !== 'streaming') return;
      let counts = modes.get(item.temporal_mode);
      if (counts === undefined) modes.set(item.temporal_mode, (counts = makeCounts()));
      for (const score of repeats) countResponse(counts, item, score);
    },
    finish: () =>
      TEMPORAL_MODES.flatMap((mode): ResponseTimes[] => {
        const counts = modes.get(mode);
        if (counts === undefined) return [];
        const { steps, timed, ...rest } = counts;
        return [{ mode, ...rest, curve: timed === 0 ? [] : drawCurve(steps, timed) }];
      }),
  };
}

function countResponse(counts: Counts, item: BenchmarkItem, score: ItemScore): void {
  if (score.responsiveness === null) {
    counts.unknown += 1;
    return;
  }
  const expected = callsOf(item).expected.micros;
  const first = score.first_positive_time === null ? null : secondsToMicros(score.first_positive_time);
  if (expected === null) {
    counts[first === null ? 'silent' : 'spoke'] += 1;
    return;
  }
  if (item.time_unit !== 'frames') countStep(counts, first === null ? null : (first - expected) / MICROS_PER_UNIT);
  if (first === null) counts.missed += 1;
  else if (Math.abs(first - expected) <= toleranceMicrosOf(item)) counts.onTime += 1;
  else counts[first < expected ? 'early' : 'late'] += 1;
}

function makeCounts(): Counts {
  const size = (CURVE.toSec - CURVE.fromSec) / CURVE.stepSec + 1;
  return { early: 0, onTime: 0, late: 0, missed: 0, silent: 0, spoke: 0, unknown: 0, steps: Array.from({ length: size }, () => 0), timed: 0 };
}

function countStep(counts: Counts, offsetSec: number | null): void {
  counts.timed += 1;
  if (offsetSec === null) return;
  const step = Math.max(0, Math.ceil((offsetSec - CURVE.fromSec) / CURVE.stepSec));
  // later than the curve: counted among the timed, not drawn
  if (step < counts.steps.length) counts.steps[step] = (counts.steps[step] as number) + 1;
}

function drawCurve(steps: readonly number[], timed: number): { offsetSec: number; share: number }[] {
  let responded = 0;
  return steps.map((count, index) => {
    responded += count;
    return { offsetSec: CURVE.fromSec + index * CURVE.stepSec, share: responded / timed };
  });
}
