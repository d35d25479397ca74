import { buildPrompt } from './build-prompt.js';
import type { PlannedJob } from './plan-run.js';
import type { CallEstimate, Spending } from './ports.js';

/** What jobs take at most, more or less, were none of their replies kept from before. */
export function estimateCalls(jobs: Iterable<Pick<PlannedJob, 'job' | 'item' | 'window'>>, { estimate }: Pick<Spending, 'estimate'>): CallEstimate {
  const total: CallEstimate = { inputTokens: 0, outputTokens: 0, costUsd: 0 };
  for (const { job, item, window } of jobs) {
    const { inputTokens, outputTokens, costUsd } = estimate({ prompt: buildPrompt(item, window), images: job.targets });
    total.inputTokens += inputTokens;
    total.outputTokens += outputTokens;
    total.costUsd = total.costUsd === null || costUsd === null ? null : total.costUsd + costUsd;
  }
  return total;
}
