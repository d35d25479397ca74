import { stat } from 'node:fs/promises';

import { RUN_FILES, scoreOutsidePredictions, scoreRun } from '@medstream/evaluation';
import { EngineError, type Summary } from '@medstream/schema';
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
    const own: readonly string[] = [RUN_FILES.scores, RUN_FILES.summary, RUN_FILES.report];
    const foreign = (await folder.listNames()).find((name) => !own.includes(name));
    if (foreign !== undefined) throw new EngineError('usage/output-not-empty', `the folder ${request.out} holds "${foreign}"`, { hint: 'name an empty or a new folder with --out; earlier scores of predictions made elsewhere are replaced' });
    return scoreOutsidePredictions({ items, predictions: readPredictions(request.predictions), seed: DEFAULT_SEED, folder, startReport });
  });
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
