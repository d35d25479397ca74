import { access } from 'node:fs/promises';
import { join } from 'node:path';

import { RUN_FILES, type RunLedger } from '@medstream/evaluation';
import { EngineError, hashJson, isEngineError, parseJsonText, stringifyJsonLine } from '@medstream/schema';
import { commitFile, listEntries, makeFolder, readTextIfAny, removeEntry } from '@medstream/store';

import { openSharedBudget } from './open-shared-budget.js';

/**
 * The ledger of a requested run inside its folder: `service.partial/owner.json`, `results/<job_id>.json` and
 * `frames/<media>.<hash>.jsonl`, each committed once; under a limit of costs also `spending/`, and where it is reached `stop.json`
 * and `skipped/<job_id>.json`. Two levels deep, where whoever locks the folder tidies nothing up.
 */
export function openRunLedger(out: string, runId: string): RunLedger {
  const folder = join(out, RUN_FILES.serviceFolder);
  const [owner, results, frames] = [join(folder, 'owner.json'), join(folder, 'results'), join(folder, 'frames')];
  const [stop, skipped] = [join(folder, 'stop.json'), join(folder, 'skipped')];
  const readOwner = async (): Promise<string | null> => {
    const value = (await readJson(owner)) as { run_id: string } | null;
    return value?.run_id ?? null;
  };
  return {
    readOwner,
    async open() {
      await makeFolder(results);
      await makeFolder(frames);
      await commitFile(owner, `${stringifyJsonLine({ run_id: runId })}\n`);
      const found = await readOwner();
      if (found !== runId) throw new EngineError('store/locked', `the run ${found} is at work in ${out}`, { hint: 'name another folder with out' });
    },
    listJobIds: async () => listCommitted(results),
    readResult: (jobId) => readJson(join(results, `${jobId}.json`)),
    commitResult: (prediction) => commitWhileOpen(results, join(results, `${prediction.job_id}.json`), `${stringifyJsonLine(prediction)}\n`),
    async readFrames(mediaKey) {
      const names = (await listEntries(frames)).filter((name) => name.endsWith('.jsonl') && !name.startsWith('.') && (mediaKey === undefined || name.startsWith(`${mediaKey}.`) || name.startsWith('earlier.')));
      const texts = await Promise.all(names.map((name) => readTextIfAny(join(frames, name))));
      return texts.flatMap((text, index) => (text ?? '').split('\n').filter((line) => line !== '').map((line) => parseJsonText(line, names[index] as string)));
    },
    async commitFrames(mediaKey, ledgers) {
      const text = ledgers.map((ledger) => `${stringifyJsonLine(ledger)}\n`).join('');
      await commitWhileOpen(frames, join(frames, `${mediaKey}.${hashJson(ledgers).slice(0, 8)}.jsonl`), text);
    },
    openBudget: (maxCostUsd) => openSharedBudget(join(folder, 'spending'), maxCostUsd),
    async commitStop(reason) {
      await commitWhileOpen(folder, stop, `${stringifyJsonLine(reason)}\n`);
    },
    readStop: async () => (await readJson(stop)) as { code: string; message: string } | null,
    async skipJob(jobId) {
      await makeFolder(skipped);
      await commitWhileOpen(skipped, join(skipped, `${jobId}.json`), '{}\n');
    },
    listSkipped: async () => listCommitted(skipped),
    async remove() {
      if ((await readOwner()) !== runId) return;
      // the results first: from here on none is taken; the owner goes last, with its folder
      await removeEntry(results);
      await removeEntry(folder);
    },
  };
}

/** Job ids that have a file in a folder; none where it is not there. */
async function listCommitted(folder: string): Promise<string[]> {
  return (await listEntries(folder)).filter((name) => name.endsWith('.json') && !name.startsWith('.')).map((name) => name.slice(0, -'.json'.length));
}

/** False where another was first, or the folder is gone because the run has ended. */
async function commitWhileOpen(folder: string, file: string, text: string): Promise<boolean> {
  try {
    return await commitFile(file, text);
  } catch (error) {
    if (isEngineError(error, 'store/not-writable') && !(await exists(folder))) return false;
    throw error;
  }
}

async function exists(folder: string): Promise<boolean> {
  return access(folder).then(() => true, () => false);
}

async function readJson(file: string): Promise<unknown> {
  const text = await readTextIfAny(file);
  return text === null ? null : parseJsonText(text, file);
}
