import { type BenchmarkItem, benchmarkItemSchema, EngineError, jobSchema } from '@medstream/schema';
import { listEvidenceWindows } from '@medstream/sampling';

import type { PlannedJob, RunPlan } from './plan-run.js';
import type { RunFolder } from './ports.js';
import { readManifest } from './prepare-run-folder.js';
import { RUN_FILES } from './run-files.js';

/**
 * Reads the plan of a run from its folder: what the run intends, whatever became of the data it was planned from.
 *
 * @param manifestText the text of manifest.json, which is written last
 * @throws EngineError `store/corrupt`
 */
export async function readRunPlan(folder: RunFolder, manifestText: string): Promise<RunPlan> {
  const items = await readItems(folder);
  return { items, jobs: await readJobs(folder, items), manifest: readManifest(manifestText) };
}

async function readItems(folder: RunFolder): Promise<BenchmarkItem[]> {
  const items: BenchmarkItem[] = [];
  for await (const record of folder.readRecords(RUN_FILES.items)) {
    const parsed = benchmarkItemSchema.safeParse(record);
    if (!parsed.success) throw new EngineError('store/corrupt', `${RUN_FILES.items} holds a record that is not an item`, { hint: 'start the run again in a new folder' });
    items.push(parsed.data);
  }
  return items;
}

async function readJobs(folder: RunFolder, items: readonly BenchmarkItem[]): Promise<PlannedJob[]> {
  const itemsById = new Map(items.map((item) => [item.sample_id, item]));
  const jobs: PlannedJob[] = [];
  for await (const record of folder.readRecords(RUN_FILES.jobs)) {
    const parsed = jobSchema.safeParse(record);
    const item = parsed.success ? itemsById.get(parsed.data.sample_id) : undefined;
    const window = item === undefined || !parsed.success ? undefined : listEvidenceWindows(item).find(({ round }) => round === (parsed.data.round ?? null));
    if (!parsed.success || item === undefined || window === undefined) {
      throw new EngineError('store/corrupt', `${RUN_FILES.jobs} holds a record that belongs to no item of the run`, { hint: 'start the run again in a new folder' });
    }
    const round = item.rounds?.find((candidate) => candidate.round === window.round) ?? null;
    jobs.push({ job: parsed.data, item, round, window });
  }
  return jobs;
}
