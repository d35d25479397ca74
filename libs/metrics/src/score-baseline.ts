import type { BenchmarkItem, ItemScore } from '@medstream/schema';
import { orderRounds } from '@medstream/sampling';

import { type Baseline } from './baselines.js';
import type { JudgeVerdict } from './judge-verdict.js';
import { parseReply } from './parse-reply.js';
import { scoreItem } from './score-item.js';

/**
 * Scores a policy on one item. No judge is ever called for a policy: an open answer that is not the reference counts 0,
 * for leaving it out would score `majority` over those items alone whose reference it happens to give.
 */
export function scoreBaseline(item: BenchmarkItem, baseline: Baseline): ItemScore {
  const rounds = item.task_mode === 'streaming' ? orderRounds(item.rounds ?? []).map((round) => round.round) : [null];
  const replies = rounds.map((round) => {
    const raw = baseline(item, round);
    const parsed = parseReply({ raw, item });
    return { round, status: parsed.status, raw, ...(parsed.status === 'ok' ? { value: parsed.value } : {}) };
  });
  return scoreItem({ item, replies, judge: listPolicyVerdicts(item) });
}

/**
 * The verdicts that stand in for a judge where a policy is scored: no point for an open answer that is not the
 * reference. A run of `baseline:NAME` and the row NAME of a table use the same, so that they agree.
 */
export function listPolicyVerdicts(item: BenchmarkItem): JudgeVerdict[] {
  if (item.question_type !== 'open' || item.temporal_mode === 'proactive') return [];
  const rounds = item.task_mode === 'streaming' ? (item.rounds ?? []).map((round) => round.round) : [null];
  return rounds.map((round) => ({ round, correctness: 0, evidence_grounding: 0, safety: 0 }));
}
