import { type BenchmarkItem, benchmarkItemSchema, EngineError, jobSchema } from '@medstream/schema';

import { buildJobIds, type JobIds } from './job-ids.js';
import { createItemList, type ItemList, type JobList, keepLast } from './job-list.js';
import { createMediaNumbers } from './media-numbers.js';
import type { RunPlan } from './plan-run.js';
import type { RunFolder } from './ports.js';
import { readManifest } from './prepare-run-folder.js';
import { RUN_FILES } from './run-files.js';
import { joinJob, readStoredJobs } from './stored-jobs.js';

/**
 * Reads the plan of a run from its folder: what the run intends, whatever became of the data it was planned from.
 *
 * @param manifestText the text of manifest.json, which is written last
 * @throws EngineError `store/corrupt`
 */
export async function readRunPlan(folder: RunFolder, manifestText: string): Promise<RunPlan> {
  const records = await folder.indexRecords(RUN_FILES.items);
  const items = createItemList(records.length, (index) => readItem(records.read(index)));
  return { items, jobs: await readJobs(folder, items), manifest: readManifest(manifestText) };
}

function readItem(record: unknown): BenchmarkItem {
  const parsed = benchmarkItemSchema.safeParse(record);
  if (parsed.success) return parsed.data;
  throw new EngineError('store/corrupt', `${RUN_FILES.items} holds a record that is not an item`, { hint: 'start the run again in a new folder' });
}

/** Each is looked at once, so that a damaged plan is refused before anything is asked. */
async function readJobs(folder: RunFolder, items: ItemList): Promise<JobList> {
  const records = await folder.indexRecords(RUN_FILES.jobs);
  const { samples, media } = numberItems(items);
  const ids = buildJobIds();
  const itemOf = new Uint32Array(records.length);
  const readOne = keepLast((index) => items.read(index));
  for (let index = 0; index < records.length; index += 1) {
    const parsed = jobSchema.safeParse(records.read(index));
    const number = parsed.success ? samples.indexOf(parsed.data.sample_id) : undefined;
    if (!parsed.success || number === undefined) {
      throw new EngineError('store/corrupt', `${RUN_FILES.jobs} holds a record that belongs to no item of the run`, { hint: 'start the run again in a new folder' });
    }
    joinJob(parsed.data, readOne(number));
    ids.add(parsed.data.job_id);
    itemOf[index] = number;
  }
  return readStoredJobs(records, { ids: ids.finish(), items, itemOf: (index) => itemOf[index] as number, mediaOf: (index) => media[itemOf[index] as number] as number });
}

function numberItems(items: ItemList): { samples: JobIds; media: Uint32Array } {
  const samples = buildJobIds();
  const media = new Uint32Array(items.length);
  const numberMedia = createMediaNumbers();
  for (const item of items) {
    media[samples.length] = numberMedia(item);
    samples.add(item.sample_id);
  }
  return { samples: samples.finish(), media };
}
