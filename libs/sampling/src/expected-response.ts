import type { BenchmarkItem } from '@medstream/schema';

import { orderRounds } from './evidence-windows.js';
import { secondsToMicros } from './time.js';

type ItemWithRounds = Pick<BenchmarkItem, 'expected_response_time' | 'rounds'>;

export interface ExpectedResponse {
  /** t* on the internal scale; null: the right behaviour is never to respond. */
  micros: number | null;
  /** The stated t* lies after the last round, so that no round can reach it; `micros` is then null. */
  isBeyondLastRound: boolean;
}

/**
 * t* of a streaming item: `expected_response_time`, else the current_time of the first answerable round, else null.
 * A stated t* beyond the last round counts as null and is flagged (contracts.md: an error in validate, a note in score).
 */
export function resolveExpectedResponse(item: ItemWithRounds): ExpectedResponse {
  const rounds = orderRounds(item.rounds ?? []);
  if (item.expected_response_time === undefined) {
    const first = rounds.find((round) => round.answerable);
    return { micros: first === undefined ? null : secondsToMicros(first.current_time), isBeyondLastRound: false };
  }
  if (item.expected_response_time === null) return { micros: null, isBeyondLastRound: false };
  const micros = secondsToMicros(item.expected_response_time);
  const last = rounds.at(-1);
  const isBeyondLastRound = last === undefined || micros > secondsToMicros(last.current_time);
  return { micros: isBeyondLastRound ? null : micros, isBeyondLastRound };
}

/** t* on the internal scale, or null; see {@link resolveExpectedResponse}. */
export function expectedResponseMicros(item: ItemWithRounds): number | null {
  return resolveExpectedResponse(item).micros;
}
