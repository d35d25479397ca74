import { contentId, EngineError, type FrameLedger, frameLedgerSchema } from '@medstream/schema';

import type { PlannedJob, RunPlan } from '../plan-run.js';
import type { Answerer } from '../ports.js';
import { groupNumbers, type MediaGroup, readGroup, sampleGroup, type SampledJob } from '../sample-jobs.js';
import type { RunLedger } from './service-ports.js';

type ModelAnswerer = Extract<Answerer, { kind: 'model' }>;

/** A job with its frames; the first job of a recording decodes for all. */
export type SampleJob = (planned: PlannedJob, answerer: ModelAnswerer, signal: AbortSignal) => Promise<SampledJob>;

/** Media of a run whose jobs are held with their frames; those of others are read from the ledger when they are asked for again. */
const MOST_READY_MEDIA = 32;

/**
 * Gives a job with its frames. The first job of a recording decodes for all of them and leaves what came of it in the ledger;
 * of some recordings the jobs are held meanwhile.
 */
export function keepSamples(jobs: RunPlan['jobs'], ledger: Pick<RunLedger, 'readFrames' | 'commitFrames'>): SampleJob {
  const groups = groupNumbers(jobs, Array.from(jobs.ids, (_, number) => number));
  const groupOf = new Map(groups.flatMap((group) => group.map((number) => [jobs.ids.at(number), group] as const)));
  const sampled = new Map<readonly number[], Promise<ReadonlyMap<string, SampledJob>>>();
  // in the order in which they were last asked for
  const ready = new Set<readonly number[]>();
  const markReady = (group: readonly number[]): void => {
    ready.delete(group);
    ready.add(group);
    for (const oldest of ready) {
      if (ready.size <= MOST_READY_MEDIA) break;
      ready.delete(oldest);
      sampled.delete(oldest);
    }
  };
  return async (planned, answerer, signal) => {
    const group = groupOf.get(planned.job.job_id) as readonly number[];
    const known = sampled.get(group);
    const sampling = known ?? sampleOnce(readGroup(jobs, group), ledger, { answerer, signal });
    if (known === undefined) {
      sampled.set(group, sampling);
      sampling.catch(() => sampled.delete(group));
    }
    const byJob = await sampling;
    markReady(group);
    return byJob.get(planned.job.job_id) as SampledJob;
  };
}

async function sampleOnce(group: MediaGroup, ledger: Pick<RunLedger, 'readFrames' | 'commitFrames'>, { answerer, signal }: { answerer: ModelAnswerer; signal: AbortSignal }): Promise<ReadonlyMap<string, SampledJob>> {
  const mediaKey = contentId('media', group.jobs.map(({ job }) => job.job_id));
  const ledgers = readLedgers(await ledger.readFrames(mediaKey));
  const made: FrameLedger[] = [];
  const jobs = await sampleGroup(group, { answerer, signal, state: { readLedger: async (jobId) => ledgers.get(jobId), commitLedger: async (record) => void made.push(record) } });
  // on disk before anything of it is sent
  if (made.length > 0) await ledger.commitFrames(mediaKey, made);
  return new Map(jobs.map((job) => [job.planned.job.job_id, job]));
}

/** Frame ledgers by job. @throws EngineError `store/corrupt` */
export function readLedgers(records: readonly unknown[]): Map<string, FrameLedger> {
  return new Map(
    records.map((record) => {
      const parsed = frameLedgerSchema.safeParse(record);
      if (!parsed.success) throw new EngineError('store/corrupt', 'a committed frame ledger cannot be read', { hint: 'the file was changed from outside; send the request again into a new folder' });
      return [parsed.data.job_id, parsed.data];
    }),
  );
}
