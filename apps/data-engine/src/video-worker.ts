import { parentPort, workerData } from 'node:worker_threads';

import { runStage, runVideoStages, type VideoResult } from '@medstream/building';

import { composeStages, type StageSettings } from './compose-stages.js';
import { packError, type VideoAnswer, type VideoJob, type VideoNews } from './video-message.js';

// The entry of a worker thread: one job at a time, as the pool hands them over.
const stages = composeStages(workerData as StageSettings, { onLookedThrough: (event) => parentPort?.postMessage({ kind: 'looked-through', event } satisfies VideoNews) });

async function run(job: VideoJob): Promise<VideoResult | string> {
  return job.stage === 'all' ? runVideoStages(stages, job.task) : runStage(stages, job);
}

parentPort?.on('message', (job: VideoJob) => {
  void run(job)
    .then((result): VideoAnswer => ({ kind: 'result', result }), packError)
    .then((answer) => parentPort?.postMessage(answer));
});
