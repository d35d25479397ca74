import { parentPort, workerData } from 'node:worker_threads';

import { runVideoStages, type VideoTask } from '@medstream/building';

import { composeStages, type StageSettings } from './compose-stages.js';
import { packError, type VideoAnswer } from './video-message.js';

// The entry of a worker thread: one video at a time, as the pool hands them over.
const stages = composeStages(workerData as StageSettings);

parentPort?.on('message', (task: VideoTask) => {
  void runVideoStages(stages, task)
    .then((result): VideoAnswer => ({ kind: 'result', result }), packError)
    .then((answer) => parentPort?.postMessage(answer));
});
