import { EngineError, type FrameRecord, isEngineError } from '@medstream/schema';
import { assertNoFutureFrame, microsToSeconds, type SelectedFrame } from '@medstream/sampling';

/** The frames one model call asks for, on the internal scale of the sampling library. */
export interface SamplingJob {
  jobId: string;
  /** Ascending. */
  targetsMicros: readonly number[];
  /** End of its evidence window: no frame is later. */
  endMicros: number;
}

/** What a job gets: its ledger, or why there is none. */
export type SamplingResult = { frames: FrameRecord[] } | { error: EngineError };

/** The pictures of a job as chosen, or why it has none. */
export type JobSelection = { job: SamplingJob; selected: SelectedFrame[] } | { job: SamplingJob; error: EngineError };

/** Chooses for each job by itself: what is wrong with one is not wrong with another. */
export function selectForJobs(jobs: readonly SamplingJob[], select: (job: SamplingJob) => SelectedFrame[]): JobSelection[] {
  return jobs.map((job) => {
    try {
      const selected = select(job);
      if (selected.length === 0) throw new EngineError('media/undecodable', 'the job asks for no frame', { hint: 'a window has at least one target' });
      return { job, selected };
    } catch (error) {
      if (isEngineError(error)) return { job, error };
      throw error;
    }
  });
}

/**
 * The ledger of one job, guarded: the last look at the times of the frames really delivered.
 *
 * @throws EngineError `media/future-frame`
 */
export function writeLedger({ endMicros }: SamplingJob, selected: readonly SelectedFrame[], hashOf: (frame: SelectedFrame) => string): FrameRecord[] {
  assertNoFutureFrame({ endMicros, ptsMicros: selected.map(({ ptsMicros }) => ptsMicros) });
  return selected.map((frame) => ({
    requested: microsToSeconds(frame.requestedMicros),
    pts: microsToSeconds(frame.ptsMicros),
    sha256: hashOf(frame),
    ...(frame.note === undefined ? {} : { note: frame.note }),
  }));
}
