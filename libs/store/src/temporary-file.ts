import { randomBytes } from 'node:crypto';
import { readdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const TEMPORARY_NAME = /^\..+\.[0-9]+-[0-9a-f]{16}\.tmp$/;

/** A new hidden name beside `file`, so that a rename stays inside one file system. */
export function temporaryNameFor(file: string): string {
  return join(dirname(file), `.${basename(file)}.${process.pid}-${randomBytes(8).toString('hex')}.tmp`);
}

/**
 * Removes temporary files of ours that a killed process left in a folder or its direct subfolders. Only for the holder
 * of the folder's lock: another's temporary file may be in use. Those of locks are: others may be asking for this one.
 */
export async function removeLeftovers(folder: string): Promise<void> {
  await removeLeftoversIn(folder);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeLeftoversIn(join(folder, entry.name));
  }
}

async function removeLeftoversIn(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => TEMPORARY_NAME.test(name) && !name.startsWith('..lock'));
  for (const name of names) await unlink(join(folder, name));
}
