import { EngineError, type FrameLedger, type FrameRecord, isEngineError } from '@medstream/schema';
import { auditFrames, resolveMediaType, resolveTimeUnit, secondsToMicros } from '@medstream/sampling';

import type { PlannedJob } from './plan-run.js';
import type { Answerer, SampleOutcome, SampleRequest } from './ports.js';
import type { RunState } from './run-state.js';

type ModelAnswerer = Extract<Answerer, { kind: 'model' }>;

/** The jobs of one media file, to be decoded together. */
export interface MediaGroup {
  mediaPath: string;
  jobs: PlannedJob[];
}

/** A job with its frames, or with the reason why it has none. */
export type SampledJob = { planned: PlannedJob } & ({ frames: FrameRecord[] } | { error: EngineError });

/** Groups jobs by what has to be decoded, in order of their first job. */
export function groupByMedia(jobs: readonly PlannedJob[]): MediaGroup[] {
  const groups = new Map<string, MediaGroup>();
  for (const planned of jobs) {
    const { item } = planned;
    const key = JSON.stringify([item.media_path, resolveMediaType(item), resolveTimeUnit(item), item.frame_rate ?? null]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { mediaPath: item.media_path, jobs: [planned] });
    else group.jobs.push(planned);
  }
  return [...groups.values()];
}

/**
 * Gets the frames of a group: from the ledgers of an earlier start where all their pictures are still there, else decoded
 * together. Each ledger is committed and passes the prefix guard before anything of it may be sent.
 */
export async function sampleGroup(group: MediaGroup, { answerer, state, signal }: { answerer: ModelAnswerer; state: Pick<RunState, 'readLedger' | 'commitLedger'>; signal: AbortSignal }): Promise<SampledJob[]> {
  const kept = new Map<string, FrameRecord[]>();
  for (const { job } of group.jobs) {
    const ledger = await state.readLedger(job.job_id);
    if (ledger !== undefined && (await hasAllFrames(ledger, answerer))) kept.set(job.job_id, ledger.frames);
  }
  const wanting = group.jobs.filter(({ job }) => !kept.has(job.job_id));
  const outcomes = wanting.length === 0 ? new Map<string, SampleOutcome>() : await decode(wanting, answerer, signal);
  const sampled: SampledJob[] = [];
  const commits: Promise<void>[] = [];
  for (const planned of group.jobs) {
    const jobId = planned.job.job_id;
    const frames = kept.get(jobId);
    const outcome = frames === undefined ? outcomes.get(jobId) : { frames };
    if (outcome === undefined) throw new EngineError('defect/broken-promise', `the sampler says nothing about the job ${jobId}`);
    if ('error' in outcome) {
      sampled.push({ planned, error: outcome.error });
      continue;
    }
    if (frames === undefined) commits.push(state.commitLedger({ job_id: jobId, frames: outcome.frames }));
    sampled.push({ planned, ...guard(planned, outcome.frames) });
  }
  // together, so that they share a flush
  await Promise.all(commits);
  return sampled;
}

/** True when no frame of the ledger lies beyond the window. */
export function holdsWindow(planned: Pick<PlannedJob, 'window'>, frames: readonly FrameRecord[]): boolean {
  return auditFrames({ endMicros: planned.window.endMicros, ptsMicros: frames.map(({ pts }) => secondsToMicros(pts)) }) === null;
}

function guard(planned: PlannedJob, frames: FrameRecord[]): { frames: FrameRecord[] } | { error: EngineError } {
  if (frames.length === 0) return { error: new EngineError('media/undecodable', `no frame of ${planned.job.media_path} lies in the window`) };
  if (holdsWindow(planned, frames)) return { frames };
  return { error: new EngineError('media/future-frame', `the ledger of ${planned.job.job_id} holds a frame beyond the end of its window; nothing was sent`) };
}

async function hasAllFrames(ledger: FrameLedger, { hasFrame }: ModelAnswerer): Promise<boolean> {
  for (const { sha256 } of ledger.frames) if (!(await hasFrame(sha256))) return false;
  return ledger.frames.length > 0;
}

async function decode(jobs: readonly PlannedJob[], answerer: ModelAnswerer, signal: AbortSignal): Promise<ReadonlyMap<string, SampleOutcome>> {
  const { item } = jobs[0] as PlannedJob;
  const request: SampleRequest = {
    mediaPath: item.media_path,
    mediaType: resolveMediaType(item),
    timeUnit: resolveTimeUnit(item),
    ...(item.frame_rate === undefined ? {} : { frameRate: item.frame_rate }),
    jobs: jobs.map(({ job, window }) => ({ jobId: job.job_id, targetsMicros: job.targets.map(secondsToMicros), endMicros: window.endMicros })),
    signal,
  };
  try {
    return await answerer.sampleMedia(request);
  } catch (error) {
    // what concerns the file costs its jobs; what concerns the machine (disk, ffmpeg) ends the run
    if (signal.aborted || !isEngineError(error) || !concernsTheFile(error)) throw error;
    return new Map(jobs.map(({ job }) => [job.job_id, { error }]));
  }
}

function concernsTheFile(error: EngineError): boolean {
  return (error.code.startsWith('media/') && error.code !== 'media/ffmpeg-missing') || error.code.startsWith('input/');
}
