import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { RunFolder } from '@medstream/evaluation';
import { EngineError } from '@medstream/schema';
import { indexRecordLines, listEntries, lockFolder, openAppendLog, openRecordReader, readJsonBatches, readJsonRecords, readTextIfAny, removeEntry, writeFileAtomically, writeJsonLinesAtomically, writeSortedJsonLines } from '@medstream/store';

import { MAX_OWN_RECORD_BYTES } from './policy-thread-messages.js';
import { startPolicyThread } from './start-policy-thread.js';

/** A run folder on disk, locked until it is released. */
export interface LockedRunFolder extends RunFolder {
  release(): Promise<void>;
}

/**
 * Locks a folder (made when absent) and gives the evaluation its view of it.
 *
 * @throws EngineError `usage/output-not-empty` when the path is a file, `store/locked`, `store/not-writable`
 */
export async function openRunFolder(folder: string): Promise<LockedRunFolder> {
  const found = await stat(folder).catch(() => null);
  if (found !== null && !found.isDirectory()) throw new EngineError('usage/output-not-empty', `${folder} is a file`, { hint: 'name a folder with --out' });
  const lock = await lockFolder(folder);
  return { ...describeFolder(folder), release: () => lock.release() };
}

/** A view of a folder without its lock; to read only. */
export function describeFolder(folder: string): RunFolder {
  return {
    listNames: async () => (await listEntries(folder)).filter((name) => !name.startsWith('.')),
    readText: (name) => readTextIfAny(join(folder, name)),
    readRecords: async function* (name) {
      const path = join(folder, name);
      if ((await stat(path).catch(() => null)) === null) return;
      for await (const { value } of readJsonRecords(path, { maxRecordBytes: MAX_OWN_RECORD_BYTES })) yield value;
    },
    readBatches: async function* (name) {
      const path = join(folder, name);
      if ((await stat(path).catch(() => null)) !== null) yield* readJsonBatches(path, { maxRecordBytes: MAX_OWN_RECORD_BYTES });
    },
    startPolicies: ({ name, seed }) => startPolicyThread({ file: join(folder, name), seed }),
    writeText: (name, text) => writeFileAtomically(join(folder, name), text),
    writeRecords: async (name, records) => void (await writeJsonLinesAtomically(join(folder, name), records)),
    writeSorted: (name, records, rules) => writeSortedJsonLines(join(folder, name), records, rules),
    openRecords: (name, onRecord) => openRecordReader(join(folder, name), onRecord),
    openLog: (name, onRecord) => openAppendLog(join(folder, name), { onRecord }),
    indexRecords: (name) => indexRecordLines(join(folder, name)),
    remove: (name) => removeEntry(join(folder, name)),
  };
}
