import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { makeFolders } from './make-folders.js';
import { flushFolder } from './replace-file.js';
import { systemCodeOf, withStoreErrors } from './store-error.js';

/** Names in a folder, sorted; none when it is not there. @throws EngineError `store/not-writable` for what cannot be listed */
export async function listEntries(folder: string): Promise<string[]> {
  return withStoreErrors('list', folder, async () => (await whereThere(() => readdir(folder), [])).sort());
}

/** The text of a file of ours; null when it is not there. @throws EngineError `store/not-writable` for what cannot be read */
export async function readTextIfAny(file: string): Promise<string | null> {
  return withStoreErrors('read', file, () => whereThere(() => readFile(file, 'utf8'), null));
}

/** Makes a folder, and those above it, where they are not there. @throws EngineError `store/disk-full`, `store/not-writable` */
export async function makeFolder(folder: string): Promise<void> {
  await withStoreErrors('make', folder, () => makeFolders(folder));
}

/**
 * Moves a file or folder within one file system, durably; a file at the new place is replaced.
 *
 * @throws EngineError `store/disk-full`, `store/not-writable`
 */
export async function moveEntry(from: string, to: string): Promise<void> {
  await withStoreErrors('move to', to, async () => {
    await makeFolders(dirname(to));
    await rename(from, to);
    await flushFolder(dirname(to));
  });
}

/** Removes a file, or a folder with all in it; nothing when it is not there. @throws EngineError `store/not-writable` */
export async function removeEntry(path: string): Promise<void> {
  await withStoreErrors('remove', path, () => rm(path, { recursive: true, force: true }));
}

async function whereThere<Result>(read: () => Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return otherwise;
    throw error;
  }
}
