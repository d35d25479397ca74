import { describeBaselineReply } from './answer-job.js';
import { composeBaseline } from './compose-baseline.js';
import type { RunPlan } from './plan-run.js';
import { commit, type RunContext } from './run-context.js';

/** Replies of a policy that share one flush: enough that the disk is no limit, few enough to be held. */
const COMMITTED_AT_ONCE = 1_000;

/** Answers by the policy of the run, in order of the plan. */
export async function answerByBaseline(pending: Uint32Array, { items, jobs }: Pick<RunPlan, 'items' | 'jobs'>, context: RunContext): Promise<void> {
  const answer = composeBaseline({ items, manifest: context.manifest });
  for (let start = 0; start < pending.length; start += COMMITTED_AT_ONCE) {
    const handful = Array.from(pending.subarray(start, start + COMMITTED_AT_ONCE), (number) => jobs.read(number));
    await Promise.all(handful.map((planned) => commit(describeBaselineReply(planned, answer(planned.item, planned.round?.round ?? null), context.manifest.model), context)));
  }
}
