import { type BenchmarkItem, EngineError, type Job } from '@medstream/schema';
import { listEvidenceWindows } from '@medstream/sampling';

import { createItemList, createJobList, type ItemList, type JobList, keepLast } from './job-list.js';
import { findRound } from './list-jobs.js';
import type { PlannedJob, RunPlan } from './plan-run.js';
import type { RunFolder, StoredRecords } from './ports.js';
import { RUN_FILES } from './run-files.js';

/**
 * The same plan, whose items and jobs are read from the folder that holds it: what becomes of the data it was planned from
 * does not matter any more.
 *
 * @throws EngineError `store/corrupt` where the folder holds another number of items or jobs
 */
export async function readFromFolder({ items, jobs, manifest }: RunPlan, folder: RunFolder): Promise<RunPlan> {
  const [storedItems, storedJobs] = [await folder.indexRecords(RUN_FILES.items), await folder.indexRecords(RUN_FILES.jobs)];
  if (storedItems.length !== items.length || storedJobs.length !== jobs.length) throw new EngineError('store/corrupt', 'the folder was changed while its run began', { hint: 'let nothing else write into this folder, and start again' });
  const stored = createItemList(items.length, (index) => storedItems.read(index) as BenchmarkItem);
  return { items: stored, jobs: readStoredJobs(storedJobs, { ...jobs, items: stored }), manifest };
}

/** Jobs of a file, with the items they are about. */
export function readStoredJobs(records: StoredRecords, { ids, items, itemOf, mediaOf }: Pick<JobList, 'ids' | 'itemOf' | 'mediaOf'> & { items: ItemList }): JobList {
  const readItem = keepLast((index) => items.read(index));
  return createJobList({ ids, itemOf, mediaOf, read: (index) => joinJob(records.read(index) as Job, readItem(itemOf(index))) });
}

/** @throws EngineError `store/corrupt` for a job that is none of the item's */
export function joinJob(job: Job, item: BenchmarkItem): PlannedJob {
  const window = listEvidenceWindows(item).find(({ round }) => round === (job.round ?? null));
  if (window === undefined || job.sample_id !== item.sample_id) {
    throw new EngineError('store/corrupt', `${RUN_FILES.jobs} holds a record that belongs to no item of the run`, { hint: 'start the run again in a new folder' });
  }
  return { job, item, round: findRound(item, window), window };
}
