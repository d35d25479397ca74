import type { BenchmarkItem, ItemScore, Summary } from '@medstream/schema';

import { rankMajorityAnswers } from './rank-majority-answers.js';
import { pairScores } from './scored-item.js';
import { createSummaryBuilder } from './summary-builder.js';

export interface SummariseInput {
  items: readonly BenchmarkItem[];
  /** At most one score an item, in any order; an item without one counts as `missing`. */
  scores: readonly ItemScore[];
  /** How many model calls the run intends. */
  jobs: number;
  /** Of the bootstrap and of the policy `random`. */
  seed: number;
  leakAudit: Summary['leak_audit'];
  /** False leaves the intervals of baseline rows out (their figures say so). Default true. */
  withBaselineIntervals?: boolean;
}

/**
 * Adds the scores of a list up to `summary.json`: {@link createSummaryBuilder} for what fits in memory. Items are put in
 * order of sample_id first, so the same scores give the same bytes in any order.
 *
 * @throws EngineError `input/duplicate` for two items or two scores of one sample_id, `input/unknown-id` for a score of
 *   no item
 */
export function summariseScores({ items, scores, jobs, leakAudit, ...options }: SummariseInput): Summary {
  const builder = createSummaryBuilder({ ...options, majority: rankMajorityAnswers(items) });
  for (const { item, score } of pairScores(items, scores)) builder.add(item, score);
  return builder.finish({ jobs, leakAudit });
}
