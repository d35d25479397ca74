import { durationSecToMicros, secondsToMicros } from '@medstream/sampling';
import type { BenchmarkItem } from '@medstream/schema';

import type { ItemFinding } from './item-finding.js';

/** Two rounds further apart than this say little about when a model responds; seconds. */
const MOST_GAP_SEC = 120;

/** Whether neighbouring rounds lie close enough to time a response. */
export function checkRoundGaps(item: BenchmarkItem): ItemFinding[] {
  const mostMicros = durationSecToMicros(item, MOST_GAP_SEC);
  if (mostMicros === null) return [];
  const rounds = item.rounds ?? [];
  const index = rounds.findIndex((round, place) => place > 0 && secondsToMicros(round.current_time) - secondsToMicros(rounds[place - 1]?.current_time ?? 0) > mostMicros);
  const [before, after] = [rounds[index - 1], rounds[index]];
  if (before === undefined || after === undefined) return [];
  return [{ code: 'rounds/sparse', path: `rounds[${index}].current_time`, message: `expected a round within ${MOST_GAP_SEC} s of the one at ${before.current_time}, found the next at ${after.current_time}` }];
}
