import { isEngineStatus, type Prediction } from '@medstream/schema';

import { buildPrompt } from './build-prompt.js';
import type { JobList } from './job-list.js';
import type { Spending } from './ports.js';

/** Counts the call behind a prediction of an earlier start, if there was one. To be called once for each that was recorded, with the number of its job. */
export function createEarlierCount(jobs: JobList, spending: Spending): (prediction: Prediction, job: number) => void {
  return ({ cached, status, usage }, job) => {
    if (cached || isEngineStatus(status)) return;
    if (usage !== null && usage.input_tokens !== null && usage.output_tokens !== null) return spending.noteEarlier(usage);
    // what a server does not state counted as estimated then, and so it does now
    const planned = jobs.read(job);
    spending.noteEarlier(usage, { prompt: buildPrompt(planned.item, planned.window), images: planned.job.targets });
  };
}
