import { buildPrompt } from './build-prompt.js';
import type { PlannedJob } from './plan-run.js';
import type { CallEstimate, Spending } from './ports.js';

/** What jobs take at most, more or less, were none of their replies kept from before. */
export function estimateCalls(jobs: readonly Pick<PlannedJob, 'item' | 'window' | 'targetsMicros'>[], { estimate }: Pick<Spending, 'estimate'>): CallEstimate {
  const total: CallEstimate = { inputTokens: 0, outputTokens: 0, costUsd: 0 };
  for (const { item, window, targetsMicros } of jobs) {
    const { inputTokens, outputTokens, costUsd } = estimate({ prompt: buildPrompt(item, window), images: targetsMicros });
    total.inputTokens += inputTokens;
    total.outputTokens += outputTokens;
    total.costUsd = total.costUsd === null || costUsd === null ? null : total.costUsd + costUsd;
  }
  return total;
}
