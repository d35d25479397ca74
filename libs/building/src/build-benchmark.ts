import type { EngineError } from '@medstream/schema';

import type { BuildOptions, BuildPorts, VideoTask } from './build-ports.js';
import type { BuildReport } from './build-report.js';
import { finishBuild, type VideoOutcome } from './finish-build.js';
import { type PlannedVideo, planVideos } from './plan-build.js';
import { runInParallel } from './run-in-parallel.js';
import { requireVideoFailure } from './video-failure.js';
import { openWorkFolder, type WorkFolder } from './work-folder.js';

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
  const planned = await planVideos(ports, options);
  const work = await openWorkFolder(ports.output);
  const { outcomes, finishedEarlier } = await runVideos({ ports, options, work, planned });
  return finishBuild({ output: ports.output, work, outcomes, findOverlaps: ports.findOverlaps, finishedEarlier, options, report: ports.report });
}

interface RunInput {
  ports: BuildPorts;
  options: BuildOptions;
  work: WorkFolder;
  planned: readonly PlannedVideo[];
}

/** Runs the videos without a committed result; outcomes come back in planned order. */
async function runVideos({ ports, options, work, planned }: RunInput): Promise<{ outcomes: VideoOutcome[]; finishedEarlier: number }> {
  const failures = new Map<VideoTask, EngineError>();
  const noteFailure = (task: VideoTask, error: EngineError): void => {
    failures.set(task, error);
    const { dataset, videoId } = task.video;
    ports.report({ kind: 'video-failed', dataset, videoId, code: error.code, message: error.message, hint: error.hint });
  };
  const keyed = planned.filter((video) => video.error === null);
  const finished = await work.listWholeKeys(new Set(keyed.map(({ key }) => key)));
  const waiting = keyed.filter(({ key }) => !finished.has(key));
  const finishedEarlier = keyed.length - waiting.length;
  ports.report({ kind: 'planned', videos: planned.length, finishedEarlier });
  for (const { task, error } of planned) if (error !== null) noteFailure(task, error);

  const runOne = async ({ task, key }: { task: VideoTask; key: string }): Promise<void> => {
    try {
      const result = await ports.runVideo(task);
      await work.commit(key, result);
      const { dataset, videoId } = task.video;
      ports.report({ kind: 'video-built', dataset, videoId, accepted: result.accepted.length, rejected: result.rejected.length });
    } catch (error) {
      // an interruption often reaches the decoder first: that says nothing about the video
      if (options.signal?.aborted) return;
      noteFailure(task, requireVideoFailure(task, error));
    }
  };
  // one more than there are workers: none waits for its next video, and a lone one reads it while it constructs
  await runInParallel(waiting, options.workers + 1, runOne, options.signal);
  return {
    outcomes: planned.map(({ task, key, error }) => ({ ...nameVideo(task), key, error: error ?? failures.get(task) ?? null })),
    finishedEarlier,
  };
}

function nameVideo({ video }: VideoTask): { dataset: string; videoId: string } {
  return { dataset: video.dataset, videoId: video.videoId };
}
