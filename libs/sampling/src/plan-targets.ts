import { EngineError } from '@medstream/schema';

/** More targets than any window of the protocol needs (27 hours at 1 s); a guard against absurd periods. */
export const MAX_TARGETS = 100_000;
/** The same for all rounds of an item together: 100 rounds over 5 hours at 2 s stay below. */
export const MAX_TARGETS_PER_ITEM = 1_000_000;

export interface TargetPlan {
  /** Start of the closed window, internal scale. */
  startMicros: number;
  /** End of the closed window, internal scale; not before the start. */
  endMicros: number;
  /** Distance of the grid, internal scale; at least 1. */
  periodMicros: number;
}

/** How many targets {@link planTargets} would make, without making them. @throws RangeError for a window or period that is none */
export function countTargets({ startMicros, endMicros, periodMicros }: TargetPlan): number {
  if (![startMicros, endMicros, periodMicros].every(Number.isSafeInteger)) throw new RangeError('times are safe integers on the internal scale');
  if (endMicros < startMicros) throw new RangeError(`the window ends (${endMicros}) before it starts (${startMicros})`);
  if (periodMicros < 1) throw new RangeError(`the period is at least 1, not ${periodMicros}`);
  const beyondGrid = (endMicros - startMicros) % periodMicros;
  return (endMicros - startMicros - beyondGrid) / periodMicros + (beyondGrid === 0 ? 1 : 2);
}

/**
 * The target times of the closed window [a, b] at period p (sampling.md, "Targets"): a, a + p, a + 2p, … <= b, and b
 * itself when it is not on the grid. Each is computed as a + i·p, never accumulated.
 *
 * ```
 * a     a+2   a+4  b        [198.84, 200.84] -> 198.84, 200.84
 * |-----|-----|----|        [0.001, 1]       -> 0.001, 1
 * ```
 *
 * @param maxFrames thins as {@link thinTargets} does, before anything is listed; null for all
 * @returns ascending targets, at least one
 * @throws EngineError `input/too-large` for more than {@link MAX_TARGETS}; RangeError for a window or period that is none
 */
export function planTargets(plan: TargetPlan, maxFrames: number | null = null): number[] {
  const count = countTargets(plan);
  const kept = maxFrames === null ? count : Math.min(count, maxFrames);
  if (kept > MAX_TARGETS) {
    throw new EngineError('input/too-large', `the window asks for ${count} frames, the limit is ${MAX_TARGETS}`, {
      hint: 'take a longer sampling period (sampling_period_sec of the item, --period of frames) or a shorter window',
    });
  }
  const { startMicros, endMicros, periodMicros } = plan;
  return listThinned(count, kept).map((index) => Math.min(startMicros + index * periodMicros, endMicros));
}

/**
 * At most `maxFrames` of the targets, evenly by index, both ends kept; one alone is the last, which the question is
 * about. Marks a run as off protocol (sampling.md), which is the caller's to write down.
 */
export function thinTargets(targets: readonly number[], maxFrames: number): number[] {
  return listThinned(targets.length, Math.min(targets.length, maxFrames)).map((index) => targets[index] as number);
}

/** Which of `count` places are kept. */
function listThinned(count: number, kept: number): number[] {
  if (!Number.isInteger(kept) || (kept < 1 && count > 0)) throw new RangeError(`maxFrames is a positive integer, not ${kept}`);
  if (kept === count) return Array.from({ length: count }, (_, index) => index);
  if (kept === 1) return [count - 1];
  const step = (count - 1) / (kept - 1);
  return Array.from({ length: kept }, (_, place) => Math.round(place * step));
}
