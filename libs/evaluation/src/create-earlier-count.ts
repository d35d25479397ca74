import { isEngineStatus, type Prediction } from '@medstream/schema';

import { buildPrompt } from './build-prompt.js';
import type { PlannedJob } from './plan-run.js';
import type { Spending } from './ports.js';

/** Counts the call behind a prediction of an earlier start, if there was one. To be called once for each that was recorded. */
export function createEarlierCount(jobs: readonly PlannedJob[], spending: Spending): (prediction: Prediction) => void {
  let byId: ReadonlyMap<string, PlannedJob> | null = null;
  return ({ job_id: jobId, cached, status, usage }) => {
    if (cached || isEngineStatus(status)) return;
    if (usage !== null && usage.input_tokens !== null && usage.output_tokens !== null) return spending.noteEarlier(usage);
    // what a server does not state counted as estimated then, and so it does now
    byId ??= new Map(jobs.map((planned) => [planned.job.job_id, planned]));
    const planned = byId.get(jobId);
    spending.noteEarlier(usage, planned === undefined ? undefined : { prompt: buildPrompt(planned.item, planned.window), images: planned.job.targets });
  };
}
