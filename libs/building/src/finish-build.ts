import type { EngineError } from '@medstream/schema';
import { createValidator } from '@medstream/validation';

import type { BuildOptions, BuildPorts, OutputFolder } from './build-ports.js';
import { type BuildReport, decideExitCode, type FailedVideo } from './build-report.js';
import { describeOverlaps } from './describe-overlaps.js';
import { type CommittedVideo, materialise } from './materialise.js';
import { WORK_FOLDER, type WorkFolder } from './work-folder.js';

/** What became of one planned video: a committed result under its key, unless there is an error. */
export interface VideoOutcome {
  dataset: string;
  videoId: string;
  key: string | null;
  error: EngineError | null;
}

export interface FinishInput {
  output: OutputFolder;
  work: WorkFolder;
  /** Of every planned video, in planned order. */
  outcomes: readonly VideoOutcome[];
  findOverlaps: BuildPorts['findOverlaps'];
  /** Videos whose result was there before. */
  finishedEarlier: number;
  options: BuildOptions;
  report: BuildPorts['report'];
  /** Commits that the build ended: called once the benchmark is in place, while what is committed can still be gone through again. */
  commitEnd?: (report: BuildReport) => Promise<void>;
}

/**
 * The last step of a build, by command or by service: writes the benchmark from the committed results, and removes the
 * work folder unless a video failed. Where none could be built the output folder stays as it was.
 */
export async function finishBuild({ output, work, outcomes, findOverlaps, finishedEarlier, options, report, commitEnd }: FinishInput): Promise<BuildReport> {
  const committed: CommittedVideo[] = [];
  const failed: FailedVideo[] = [];
  for (const { dataset, videoId, key, error } of outcomes) {
    if (error !== null) failed.push({ dataset, videoId, error });
    else if (key !== null) committed.push({ dataset, key });
  }
  const videos = { planned: outcomes.length, built: committed.length, finishedEarlier, failed: failed.length };
  const exitCode = decideExitCode(committed.length, failed);
  if (committed.length === 0) {
    const empty: BuildReport = { manifest: null, videos, findings: {}, failed, exitCode };
    await commitEnd?.(empty);
    await work.removeUnlessUsed();
    return empty;
  }
  const overlaps = describeOverlaps(findOverlaps(outcomes.filter(({ error }) => error === null)));
  for (const message of overlaps) report({ kind: 'overlap', message });
  report({ kind: 'materialising', videos: committed.length });
  const { manifest, findings } = await materialise({ output, work, videos: committed, failed, notes: overlaps, options, validator: createValidator() });
  const full: BuildReport = { manifest, videos, findings, failed, exitCode };
  await commitEnd?.(full);
  if (failed.length === 0) await output.remove(WORK_FOLDER);
  return full;
}
