import { EngineError } from '@medstream/schema';

/** More targets than any window of the protocol needs (27 hours at 1 s); a guard against absurd periods. */
export const MAX_TARGETS = 100_000;

export interface TargetPlan {
  /** Start of the closed window, internal scale. */
  startMicros: number;
  /** End of the closed window, internal scale; not before the start. */
  endMicros: number;
  /** Distance of the grid, internal scale; at least 1. */
  periodMicros: number;
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
 * @returns ascending targets, at least one
 * @throws EngineError `input/too-large` for more than {@link MAX_TARGETS}; RangeError for a window or period that is none
 */
export function planTargets({ startMicros, endMicros, periodMicros }: TargetPlan): number[] {
  if (![startMicros, endMicros, periodMicros].every(Number.isSafeInteger)) throw new RangeError('times are safe integers on the internal scale');
  if (endMicros < startMicros) throw new RangeError(`the window ends (${endMicros}) before it starts (${startMicros})`);
  if (periodMicros < 1) throw new RangeError(`the period is at least 1, not ${periodMicros}`);
  const steps = Math.floor((endMicros - startMicros) / periodMicros);
  if (steps + 2 > MAX_TARGETS) {
    throw new EngineError('input/too-large', `the window asks for ${steps + 1} frames, the limit is ${MAX_TARGETS}`, {
      hint: 'give the item a longer sampling_period_sec or a shorter window',
    });
  }
  const targets = Array.from({ length: steps + 1 }, (_, index) => startMicros + index * periodMicros);
  if (startMicros + steps * periodMicros !== endMicros) targets.push(endMicros);
  return targets;
}

/**
 * At most `maxFrames` of the targets, evenly by index, both ends kept; one alone is the last, which the question is
 * about. Marks a run as off protocol (sampling.md), which is the caller's to write down.
 */
export function thinTargets(targets: readonly number[], maxFrames: number): number[] {
  if (!Number.isInteger(maxFrames) || maxFrames < 1) throw new RangeError(`maxFrames is a positive integer, not ${maxFrames}`);
  if (targets.length <= maxFrames) return [...targets];
  if (maxFrames === 1) return targets.slice(-1);
  const step = (targets.length - 1) / (maxFrames - 1);
  return Array.from({ length: maxFrames }, (_, index) => targets[Math.round(index * step)] as number);
}
