import { Worker } from 'node:worker_threads';

import type { StageRequest, VideoResult, VideoTask } from '@medstream/building';
import { EngineError } from '@medstream/schema';

import type { LookedThrough, StageSettings } from './compose-stages.js';
import { unpackAnswer, type VideoAnswer, type VideoJob, type VideoNews } from './video-message.js';

/** Threads that run the stages of videos. */
export interface VideoWorkerPool {
  /** All stages of one video. */
  run: (task: VideoTask) => Promise<VideoResult>;
  /** One stage of one video. */
  runStage: (request: StageRequest) => Promise<string>;
  /** Ends all threads; a video in work, or one that waits for a thread, rejects. */
  close: () => Promise<void>;
}

/**
 * Opens a pool that starts a thread when a job comes and none is idle, up to a limit; further jobs wait their turn. A
 * thread that dies takes only its own job with it.
 */
export function openVideoWorkerPool(settings: StageSettings, threads: number, onLookedThrough: (event: LookedThrough) => void = () => undefined): VideoWorkerPool {
  const all = new Set<Worker>();
  const idle: Worker[] = [];
  const waiting: { resolve: (worker: Worker) => void; reject: (error: Error) => void }[] = [];
  let isClosed = false;

  const startWorker = (): Worker => {
    const worker = new Worker(new URL('./video-worker.js', import.meta.url), { workerData: settings });
    all.add(worker);
    return worker;
  };
  const take = async (): Promise<Worker> => {
    if (isClosed) throw describeClosed();
    const ready = idle.pop();
    if (ready !== undefined) return ready;
    return all.size < threads ? startWorker() : new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  };
  const giveBack = (worker: Worker): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(worker);
    else next.resolve(worker);
  };

  const runJob = async (job: VideoJob): Promise<VideoResult | string> => {
    const worker = await take();
    const answer = await askWorker(worker, job, onLookedThrough).catch((error: unknown) => {
      all.delete(worker);
      if (waiting.length > 0) giveBack(startWorker());
      throw error;
    });
    giveBack(worker);
    return unpackAnswer(answer);
  };

  return {
    run: async (task) => (await runJob({ stage: 'all', task })) as VideoResult,
    runStage: async (request) => (await runJob(request)) as string,
    close: async () => {
      isClosed = true;
      // nobody is left to take them: a job that waited for ever would keep its build from ending
      for (const { reject } of waiting.splice(0)) reject(describeClosed());
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

/** Hands one job to a thread and waits for the answer, or for the end of the thread. */
function askWorker(worker: Worker, job: VideoJob, onLookedThrough: (event: LookedThrough) => void): Promise<VideoAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      act();
    };
    const onMessage = (message: VideoAnswer | VideoNews): void => {
      if (message.kind === 'looked-through') onLookedThrough(message.event);
      else settle(() => resolve(message));
    };
    const onError = (cause: Error): void => settle(() => reject(describeLoss(job, cause.message, cause)));
    const onExit = (code: number): void => settle(() => reject(describeLoss(job, `ended with ${code}`)));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(job);
  });
}

function describeClosed(): EngineError {
  return new EngineError('defect/broken-promise', 'the threads were ended before a video was begun', { hint: 'start again; what is finished is kept' });
}

function describeLoss(job: VideoJob, what: string, cause?: Error): EngineError {
  const where = 'task' in job ? `built ${job.task.video.dataset}/${job.task.video.videoId}` : 'checked a video';
  return new EngineError('defect/broken-promise', `the thread that ${where} was lost: ${what}`, {
    cause,
    hint: 'start again with fewer --workers; what is finished is kept',
  });
}
