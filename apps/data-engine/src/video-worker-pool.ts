import { Worker } from 'node:worker_threads';

import type { VideoResult, VideoTask } from '@medstream/building';
import { EngineError } from '@medstream/schema';

import type { StageSettings } from './compose-stages.js';
import { unpackAnswer, type VideoAnswer } from './video-message.js';

/** Threads that run the stages of one video each. */
export interface VideoWorkerPool {
  run: (task: VideoTask) => Promise<VideoResult>;
  /** Ends all threads; a video in work rejects. */
  close: () => Promise<void>;
}

/**
 * Opens a pool that starts a thread when a video comes and none is idle: as many threads as the caller has videos in
 * work. A thread that dies takes only its own video with it.
 */
export function openVideoWorkerPool(settings: StageSettings): VideoWorkerPool {
  const all = new Set<Worker>();
  const idle: Worker[] = [];

  const startWorker = (): Worker => {
    const worker = new Worker(new URL('./video-worker.js', import.meta.url), { workerData: settings });
    all.add(worker);
    return worker;
  };

  const run = async (task: VideoTask): Promise<VideoResult> => {
    const worker = idle.pop() ?? startWorker();
    const answer = await askWorker(worker, task).catch((error: unknown) => {
      all.delete(worker);
      throw error;
    });
    idle.push(worker);
    return unpackAnswer(answer);
  };

  return {
    run,
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

/** Hands one video to a thread and waits for the answer, or for the end of the thread. */
function askWorker(worker: Worker, task: VideoTask): Promise<VideoAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      act();
    };
    const onMessage = (answer: VideoAnswer): void => settle(() => resolve(answer));
    const onError = (cause: Error): void => settle(() => reject(describeLoss(task, cause.message, cause)));
    const onExit = (code: number): void => settle(() => reject(describeLoss(task, `ended with ${code}`)));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(task);
  });
}

function describeLoss({ video }: VideoTask, what: string, cause?: Error): EngineError {
  return new EngineError('defect/broken-promise', `the thread that built ${video.dataset}/${video.videoId} was lost: ${what}`, {
    cause,
    hint: 'give the same command again with fewer --workers; what is finished is kept',
  });
}
