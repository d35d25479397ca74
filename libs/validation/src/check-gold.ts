import { createBaseline, findUnreadableGold, rewardTaskOf, scoreItem } from '@medstream/metrics';
import { type BenchmarkItem, RESPONSE_PROTOCOLS } from '@medstream/schema';

import type { ItemFinding } from './item-finding.js';

const ORACLE = createBaseline('oracle', { items: [], seed: 0 });

/**
 * Whether a model that gives the right answers gets full marks (metrics.md sections 1, 4 and 6). Of the protocol json only
 * tasks with a reward have a right answer that a program can read; the others are marked by a judge.
 */
export function checkGold(item: BenchmarkItem): ItemFinding[] {
  if (item.response_protocol === RESPONSE_PROTOCOLS.json && rewardTaskOf(item) === null) return [];
  const unreadable = findUnreadableGold(item);
  if (unreadable !== null) return [{ code: 'gold/unreadable', path: item.task_mode === 'streaming' ? 'rounds' : rewardTaskOf(item) === null ? 'answer' : 'gold', message: `expected a gold that reads as itself: ${unreadable}` }];
  // A broken sequence of rounds is told by its own rules; scoring would only repeat it, or refuse.
  const rounds = item.task_mode === 'streaming' ? (item.rounds ?? []).map(({ round }) => round) : [null];
  if (rounds.length === 0 || new Set(rounds).size < rounds.length) return [];
  const { overall, unscored_reason } = scoreItem({ item, replies: rounds.map((round) => ({ round, status: 'ok', raw: ORACLE(item, round) })) });
  // 0.7 · 1 + 0.3 · 1 is 1 only up to the last bit.
  if (overall !== null && Math.abs(overall - 1) < 1e-9) return [];
  return [{ code: 'gold/oracle-below-one', path: '', message: `expected 1 for a model that gives the right answers, found ${overall ?? `no score (${unscored_reason ?? 'no reason given'})`}` }];
}
