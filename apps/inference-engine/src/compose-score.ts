import { stat } from 'node:fs/promises';

import { RUN_FILES, scoreOutsidePredictions, scoreRun } from '@medstream/evaluation';
import { type BenchmarkItem, EngineError, type Summary } from '@medstream/schema';
import { readJsonRecords } from '@medstream/store';

import type { CommandContext } from './command-context.js';
import { assertFolder, startReport } from './compose-run.js';
import { type LockedRunFolder, openRunFolder } from './compose-run-folder.js';
import { listTemporalFindings, loadItems, printTemporalWarnings } from './load-items.js';
import { DEFAULT_SEED } from './run-settings.js';

/** Scores a finished run again, in place. */
export async function scoreFolder(run: string): Promise<Summary> {
  await assertFolder(run, 'RUN');
  return withFolder(run, async (folder) => (await scoreRun({ folder, startReport })).summary);
}

/** Scores predictions made elsewhere into a folder of their own. */
export async function scorePredictions(request: { data: string[]; predictions: string; out: string }, context: CommandContext): Promise<Summary> {
  if ((await stat(request.predictions).catch(() => null)) === null) throw new EngineError('usage/missing-root', `the file ${request.predictions} of --predictions does not exist`, { hint: 'check the path' });
  const { items } = await loadItems(request.data, context.printNote);
  printTemporalWarnings(listTemporalFindings(items), context.printNote);
  return withFolder(request.out, async (folder) => {
    await assertReplaceable(folder, { out: request.out, items });
    return scoreOutsidePredictions({ items, predictions: { name: request.predictions, records: readPredictions(request.predictions) }, seed: DEFAULT_SEED, folder, startReport });
  });
}

/** Earlier scores of predictions made elsewhere give way to new ones of the same items, and nothing else does. */
async function assertReplaceable(folder: LockedRunFolder, { out, items }: { out: string; items: readonly BenchmarkItem[] }): Promise<void> {
  const names = await folder.listNames();
  const own: readonly string[] = [RUN_FILES.scores, RUN_FILES.summary, RUN_FILES.report];
  const foreign = names.find((name) => !own.includes(name)) ?? (names.includes(RUN_FILES.scores) ? undefined : names[0]);
  const hint = 'name an empty or a new folder with --out; only earlier scores of the same items are replaced';
  if (foreign !== undefined) throw new EngineError('usage/output-not-empty', `the folder ${out} holds "${foreign}"`, { hint });
  const left = new Set(names.length === 0 ? [] : items.map(({ sample_id }) => sample_id));
  for await (const record of folder.readRecords(RUN_FILES.scores)) {
    const { sample_id: sampleId } = record as { sample_id?: unknown };
    if (!left.delete(String(sampleId))) throw new EngineError('usage/output-not-empty', `the folder ${out} holds scores of other items`, { hint });
  }
  if (left.size > 0) throw new EngineError('usage/output-not-empty', `the folder ${out} holds scores of other items`, { hint });
}

async function* readPredictions(file: string): AsyncGenerator<unknown> {
  for await (const { value } of readJsonRecords(file)) yield value;
}

async function withFolder<Result>(path: string, work: (folder: LockedRunFolder) => Promise<Result>): Promise<Result> {
  const folder = await openRunFolder(path);
  try {
    return await work(folder);
  } finally {
    await folder.release();
  }
}
