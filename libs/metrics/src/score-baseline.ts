import type { BenchmarkItem, ItemScore } from '@medstream/schema';

import { type Baseline } from './baselines.js';
import { callsOf } from './item-calls.js';
import type { NeverJudged } from './judge-verdict.js';
import { parseReply } from './parse-reply.js';
import { scoreItem } from './score-item.js';

/**
 * Scores a policy on one item. No judge is ever called for a policy: an open answer that is not the reference counts 0,
 * for leaving it out would score `majority` over those items alone whose reference it happens to give.
 */
export function scoreBaseline(item: BenchmarkItem, baseline: Baseline): ItemScore {
  return createPolicyScorer(item)(baseline);
}

/** Scores several policies on one item: those that give the same replies have the same score, worked out once. */
export function createPolicyScorer(item: BenchmarkItem): (baseline: Baseline) => ItemScore {
  const known = new Map<string, ItemScore>();
  const judge = listPolicyVerdicts(item);
  return (baseline) => {
    const raws = callsOf(item).calls.map(({ round }) => ({ round, raw: baseline(item, round) }));
    const key = raws.map(({ raw }) => raw).join('\0');
    let score = known.get(key);
    if (score === undefined) known.set(key, (score = scoreItem({ item, replies: raws.map(({ round, raw }) => ({ round, raw, ...parseReply({ raw, item }) })), judge })));
    return score;
  };
}

/**
 * What stands in the place of a judge's verdicts where a policy is scored: an open answer that is not the reference is
 * wrong. A run of `baseline:NAME` and the row NAME of a table use the same, so that they agree.
 */
export function listPolicyVerdicts(item: BenchmarkItem): NeverJudged[] {
  if (item.question_type !== 'open' || item.temporal_mode === 'proactive') return [];
  const rounds = item.task_mode === 'streaming' ? (item.rounds ?? []).map((round) => round.round) : [null];
  return rounds.map((round) => ({ round, isNeverJudged: true }));
}
