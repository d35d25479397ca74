import type { BenchmarkItem, Round } from '@medstream/schema';

import { resolveMediaType } from './media-type.js';
import { countTargets, MAX_TARGETS, MAX_TARGETS_PER_ITEM, planTargets, type TargetPlan } from './plan-targets.js';
import { samplingPeriodMicrosOf, type TimeBase } from './sampling-period.js';
import { secondsToMicros } from './time.js';

/** The closed interval one model call may see, on the internal scale (see MICROS_PER_UNIT). */
export interface EvidenceWindow {
  /** 1-based number of the round; null for a single turn. */
  round: number | null;
  startMicros: number;
  endMicros: number;
}

/** The rounds by their time, then their number: the order in which they are asked. */
export function orderRounds(rounds: readonly Round[]): Round[] {
  return [...rounds].sort((one, other) => one.current_time - other.current_time || one.round - other.round);
}

/**
 * The evidence windows of an item: one for a single turn, one a round for streaming, in order of their ends. The end is
 * what the protocol says the model may see (query_time, or the round's current_time), never a wider stated range, and
 * the start is the stated one: so a bad `input_range` can narrow a window but never leak the future.
 */
export function listEvidenceWindows(
  item: Pick<BenchmarkItem, 'task_mode' | 'query_time' | 'input_range' | 'rounds'>,
): EvidenceWindow[] {
  if (item.task_mode === 'single_turn') return [boundWindow(null, item.input_range, item.query_time)];
  return orderRounds(item.rounds ?? []).map((round) => boundWindow(round.round, round.input_range, round.current_time));
}

function boundWindow(round: number | null, [start, end]: readonly [number, number], latest: number): EvidenceWindow {
  const endMicros = Math.min(secondsToMicros(end), secondsToMicros(latest));
  return { round, startMicros: Math.min(secondsToMicros(start), endMicros), endMicros };
}

/**
 * The targets of one window of an item by the item's own period and media: the end of the window alone for a still
 * image, the grid of `planTargets` for videos and image sequences.
 *
 * @param maxFrames cap on their number, thinned evenly before they are listed; null for all
 * @throws EngineError `input/too-large`
 */
export function planWindowTargets(
  item: TimeBase & Pick<BenchmarkItem, 'sampling_period_sec'>,
  window: Pick<EvidenceWindow, 'startMicros' | 'endMicros'>,
  maxFrames: number | null = null,
): number[] {
  return resolveMediaType(item) === 'image' ? [window.endMicros] : planTargets(gridOf(item, window), maxFrames);
}

/** How many targets a window of an item has, without listing them. */
export function countWindowTargets(item: TimeBase & Pick<BenchmarkItem, 'sampling_period_sec'>, window: Pick<EvidenceWindow, 'startMicros' | 'endMicros'>): number {
  return resolveMediaType(item) === 'image' ? 1 : countTargets(gridOf(item, window));
}

function gridOf(item: TimeBase & Pick<BenchmarkItem, 'sampling_period_sec'>, { startMicros, endMicros }: Pick<EvidenceWindow, 'startMicros' | 'endMicros'>): TargetPlan {
  return { startMicros, endMicros, periodMicros: samplingPeriodMicrosOf(item) };
}

/**
 * Why an item asks for more frames than are ever sampled, or null: over {@link MAX_TARGETS} in one window, or over
 * {@link MAX_TARGETS_PER_ITEM} in all its rounds together.
 */
export function describeTooManyTargets(item: TimeBase & Pick<BenchmarkItem, 'sampling_period_sec' | 'task_mode' | 'query_time' | 'input_range' | 'rounds'>, maxFrames: number | null = null): string | null {
  let total = 0;
  for (const window of listEvidenceWindows(item)) {
    const all = countWindowTargets(item, window);
    const count = maxFrames === null ? all : Math.min(all, maxFrames);
    const where = window.round === null ? 'the window' : `round ${window.round}`;
    if (count > MAX_TARGETS) return `${where} asks for ${count} frames, the limit is ${MAX_TARGETS}`;
    total += count;
  }
  return total > MAX_TARGETS_PER_ITEM ? `all rounds together ask for ${total} frames, the limit is ${MAX_TARGETS_PER_ITEM}` : null;
}
