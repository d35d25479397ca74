import { type BenchmarkItem, EngineError, type FrameLedger, type FrameRecord, isEngineError } from '@medstream/schema';
import { auditFrames, resolveMediaType, resolveTimeUnit, secondsToMicros } from '@medstream/sampling';

import type { JobList } from './job-list.js';
import type { PlannedJob } from './plan-run.js';
import type { Answerer, SampleOutcome, SampleRequest } from './ports.js';
import type { RunState } from './run-state.js';

/** A model that is shown frames. */
export type ModelAnswerer = Extract<Answerer, { kind: 'model' }>;

/** The jobs of one media file, to be decoded together. */
export interface MediaGroup {
  mediaPath: string;
  jobs: PlannedJob[];
}

/** A job with its frames, or with the reason why it has none. */
export type SampledJob = { planned: PlannedJob } & ({ frames: FrameRecord[] } | { error: EngineError });

/** Jobs that are decoded and held at a time; of a recording with more, the others follow. */
const MAX_GROUP_JOBS = 1_000;

/** Groups jobs by what has to be decoded, in order of their first job, and reads each group when it is asked for. @param numbers of the jobs that are wanted */
export function* groupByMedia(jobs: JobList, numbers: Iterable<number>): Generator<MediaGroup, undefined> {
  for (const group of groupNumbers(jobs, numbers)) yield readGroup(jobs, group);
  return undefined;
}

/** The numbers of {@link groupByMedia} without their jobs. */
export function groupNumbers(jobs: Pick<JobList, 'mediaOf'>, numbers: Iterable<number>): number[][] {
  const groups: number[][] = [];
  const open = new Map<number, number[]>();
  for (const number of numbers) {
    const media = jobs.mediaOf(number);
    let group = open.get(media);
    if (group === undefined || group.length >= MAX_GROUP_JOBS) {
      group = [];
      groups.push(group);
      open.set(media, group);
    }
    group.push(number);
  }
  return groups;
}

export function readGroup(jobs: Pick<JobList, 'read'>, numbers: readonly number[]): MediaGroup {
  const read = numbers.map((number) => jobs.read(number));
  return { mediaPath: (read[0] as PlannedJob).item.media_path, jobs: read };
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
  signal.throwIfAborted();
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
    ...describeMedia(item),
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

/** How the recording of an item is read. */
export function describeMedia(item: BenchmarkItem): Omit<SampleRequest, 'jobs' | 'signal'> {
  return { mediaPath: item.media_path, mediaType: resolveMediaType(item), timeUnit: resolveTimeUnit(item), ...(item.frame_rate === undefined ? {} : { frameRate: item.frame_rate }) };
}

function concernsTheFile(error: EngineError): boolean {
  return (error.code.startsWith('media/') && error.code !== 'media/ffmpeg-missing') || error.code.startsWith('input/');
}
