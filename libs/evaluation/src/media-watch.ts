import { type FrameLedger, type FrameRecord, isEngineError } from '@medstream/schema';
import { secondsToMicros } from '@medstream/sampling';

import type { JobList } from './job-list.js';
import type { PlannedJob } from './plan-run.js';
import type { RunState } from './run-state.js';
import { describeMedia, type MediaGroup, type ModelAnswerer } from './sample-jobs.js';

export interface MediaWatchPorts {
  jobs: JobList;
  state: Pick<RunState, 'hasLedger' | 'readLedger'>;
  answerer: ModelAnswerer;
  /** Told of each changed recording once, before anything more is asked about it. */
  onChange: (change: { mediaPath: string; frame: FrameRecord }) => Promise<void>;
}

/**
 * Looks, before the calls of a recording are taken up again, whether it still is what an earlier start decoded: by the
 * picture at the end of one window, which costs next to nothing where the file was not touched. A recording that cannot be
 * opened is nobody's business here: where its pictures are needed, its calls say so.
 */
export function createMediaWatch({ jobs, state, answerer, onChange }: MediaWatchPorts): (group: MediaGroup, signal: AbortSignal) => Promise<void> {
  const witnesses = findWitnesses(jobs, state);
  return async ({ mediaPath, jobs: [first] }, signal) => {
    const media = jobs.mediaOf(jobs.ids.indexOf((first as PlannedJob).job.job_id) as number);
    const witness = witnesses.get(media);
    witnesses.delete(media);
    if (witness === undefined) return;
    const frame = (await state.readLedger(jobs.ids.at(witness)))?.frames.at(-1);
    if (frame === undefined) return;
    const now = await sampleAgain(jobs.read(witness), { frame, answerer, signal });
    if (now !== null && (now.sha256 !== frame.sha256 || now.pts !== frame.pts)) await onChange({ mediaPath, frame });
  };
}

/** The first job of each recording that was decoded before. */
function findWitnesses(jobs: JobList, state: Pick<RunState, 'hasLedger'>): Map<number, number> {
  const witnesses = new Map<number, number>();
  let job = 0;
  for (const jobId of jobs.ids) {
    if (state.hasLedger(jobId) && !witnesses.has(jobs.mediaOf(job))) witnesses.set(jobs.mediaOf(job), job);
    job += 1;
  }
  return witnesses;
}

/** The picture that is there now; null where none can be had. */
async function sampleAgain(planned: PlannedJob, { frame, answerer, signal }: { frame: FrameLedger['frames'][number]; answerer: ModelAnswerer; signal: AbortSignal }): Promise<FrameRecord | null> {
  const { job_id: jobId } = planned.job;
  const jobs = [{ jobId, targetsMicros: [secondsToMicros(frame.requested)], endMicros: planned.window.endMicros }];
  try {
    const outcome = (await answerer.sampleMedia({ ...describeMedia(planned.item), jobs, signal })).get(jobId);
    return outcome === undefined || 'error' in outcome ? null : (outcome.frames[0] ?? null);
  } catch (error) {
    signal.throwIfAborted();
    if (isEngineError(error) && (error.code.startsWith('media/') || error.code.startsWith('input/'))) return null;
    throw error;
  }
}
