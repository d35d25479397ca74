import { EngineError, isEngineError } from '@medstream/schema';
import { createValidator } from '@medstream/validation';

import type { BuildOptions, BuildPorts, VideoTask } from './build-ports.js';
import { type BuildReport, decideExitCode, type FailedVideo } from './build-report.js';
import { type CommittedVideo, materialise } from './materialise.js';
import { planBuild, planWorkKey } from './plan-build.js';
import { runInParallel } from './run-in-parallel.js';
import { openWorkFolder, WORK_FOLDER, type WorkFolder } from './work-folder.js';

/**
 * Builds a benchmark: plans the videos, runs the three stages of each and commits its result, then materialises all of
 * them in planned order. Called again after a kill it redoes only the videos that were in work. The caller holds the
 * lock of the output folder.
 *
 * A video whose labels or media cannot be used is reported and left out; the others are built, and the committed
 * results are kept until a build has no such video, so that after mending only those are built.
 *
 * @throws EngineError `usage/output-not-empty`, `source/bad-layout`, `store/*`, `media/ffmpeg-missing`; the signal's
 *   reason when it was aborted; `defect/broken-promise` naming the video. All of them leave a folder that can be resumed.
 */
export async function buildBenchmark(ports: BuildPorts, options: BuildOptions): Promise<BuildReport> {
  const planned = await planBuild(ports, options);
  const work = await openWorkFolder(ports.output);
  const { committed, failed, finishedEarlier } = await runVideos({ ports, options, work, planned });
  const videos = { planned: planned.length, built: committed.length, finishedEarlier, failed: failed.length };
  const exitCode = decideExitCode(committed.length, failed);
  if (committed.length === 0) {
    await work.removeUnlessUsed();
    return { manifest: null, videos, findings: {}, failed, exitCode };
  }
  ports.report({ kind: 'materialising', videos: committed.length });
  const { manifest, findings } = await materialise({ output: ports.output, work, videos: committed, failed, options, validator: createValidator() });
  if (failed.length === 0) await ports.output.remove(WORK_FOLDER);
  return { manifest, videos, findings, failed, exitCode };
}

interface RunInput {
  ports: BuildPorts;
  options: BuildOptions;
  work: WorkFolder;
  planned: readonly VideoTask[];
}

/** Runs the videos without a committed result; both lists come back in planned order. */
async function runVideos({ ports, options, work, planned }: RunInput): Promise<{ committed: CommittedVideo[]; failed: FailedVideo[]; finishedEarlier: number }> {
  const keys = new Map<VideoTask, string>();
  const failures = new Map<VideoTask, EngineError>();
  const noteFailure = (task: VideoTask, error: unknown): void => {
    if (!isVideoFailure(error)) throw isEngineError(error) ? error : nameDefect(task, error);
    failures.set(task, error);
  };
  const reportFailure = (task: VideoTask): void => {
    const error = failures.get(task);
    if (error !== undefined) ports.report({ kind: 'video-failed', ...nameVideo(task), code: error.code, message: error.message, hint: error.hint });
  };

  for (const task of planned) {
    options.signal?.throwIfAborted();
    try {
      keys.set(task, await planWorkKey(ports, task, options));
    } catch (error) {
      noteFailure(task, error);
    }
  }
  const finished = await work.listWholeKeys(new Set(keys.values()));
  const waiting = [...keys].filter(([, key]) => !finished.has(key));
  const finishedEarlier = keys.size - waiting.length;
  ports.report({ kind: 'planned', videos: planned.length, finishedEarlier });
  planned.forEach(reportFailure);

  const runOne = async ([task, key]: [VideoTask, string]): Promise<void> => {
    try {
      const result = await ports.runVideo(task);
      await work.commit(key, result);
      ports.report({ kind: 'video-built', ...nameVideo(task), accepted: result.accepted.length, rejected: result.rejected.length });
    } catch (error) {
      // an interruption often reaches the decoder first: that says nothing about the video
      if (options.signal?.aborted) return;
      noteFailure(task, error);
      reportFailure(task);
    }
  };
  await runInParallel(waiting, options.workers, runOne, options.signal);
  return {
    committed: [...keys].filter(([task]) => !failures.has(task)).map(([task, key]) => ({ dataset: task.video.dataset, key })),
    failed: planned.flatMap((task) => {
      const error = failures.get(task);
      return error === undefined ? [] : [{ ...nameVideo(task), error }];
    }),
    finishedEarlier,
  };
}

function nameVideo({ video }: VideoTask): { dataset: string; videoId: string } {
  return { dataset: video.dataset, videoId: video.videoId };
}

/** A defect, with the video that shows it. */
function nameDefect(task: VideoTask, cause: unknown): EngineError {
  const { dataset, videoId } = nameVideo(task);
  const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return new EngineError('defect/broken-promise', `the work on ${dataset}/${videoId} failed: ${what}`, { cause, hint: 'this is a defect of medstream: run again with --debug and report what it prints' });
}

/** Whether an error concerns one video alone, so that the others can be built without it. */
function isVideoFailure(error: unknown): error is EngineError {
  return isEngineError(error) && /^(source|input|media)\//.test(error.code) && error.code !== 'media/ffmpeg-missing' && error.exitCode !== 70;
}
