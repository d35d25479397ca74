import type { BenchmarkItem, ItemScore, Summary } from '@medstream/schema';

import { createPolicyRows, type PolicyOptions } from './policy-rows.js';
import { createScoreSums } from './score-sums.js';

/** Adds scores up one by one; holds sums by case and never an item. */
export interface SummaryBuilder {
  /** @throws EngineError `input/duplicate` for a second item of a sample_id, `defect/broken-promise` for one out of order */
  add(item: BenchmarkItem, score: ItemScore): void;
  finish(run: { jobs: number; leakAudit: Summary['leak_audit'] }): Summary;
}

/** Adds item scores up to `summary.json`: {@link createScoreSums} and {@link createPolicyRows} in one. */
export function createSummaryBuilder(options: PolicyOptions): SummaryBuilder {
  const [scores, policies] = [createScoreSums(options), createPolicyRows(options)];
  return {
    add(item, score) {
      scores.add(item, score);
      policies.add(item, score.overall);
    },
    finish: (run) => scores.finish({ ...run, policies: policies.finish() }),
  };
}
