import type { BenchmarkItem } from '@medstream/schema';
import { type ExpectedResponse, orderRounds, resolveExpectedResponse, secondsToMicros } from '@medstream/sampling';

import { rememberLast } from './remember-last.js';

/** One call of an item. */
export interface ItemCall {
  /** 1-based number of the round; null for a single turn. */
  round: number | null;
  /** End of the window as the item writes it, and on the internal scale. */
  currentTime: number;
  currentMicros: number;
}

/** What is worked out once an item, though many policies and rules are scored on it. */
export interface ItemCalls {
  /** In order of time; one for a single turn. */
  calls: readonly ItemCall[];
  numbers: ReadonlySet<number | null>;
  /** t*; for a single turn null. */
  expected: ExpectedResponse;
}

/** What is the same for all policies and rules that an item is scored under. */
export const callsOf = rememberLast((item: BenchmarkItem): ItemCalls => {
  const calls =
    item.task_mode === 'streaming'
      ? orderRounds(item.rounds ?? []).map(({ round, current_time: currentTime }): ItemCall => ({ round, currentTime, currentMicros: secondsToMicros(currentTime) }))
      : [{ round: null, currentTime: item.query_time, currentMicros: secondsToMicros(item.query_time) }];
  return { calls, numbers: new Set(calls.map(({ round }) => round)), expected: resolveExpectedResponse(item) };
});
