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
 * of the folder's lock: another's temporary file may be in use.
 */
export async function removeLeftovers(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) {
    if (entry.isFile() && TEMPORARY_NAME.test(entry.name)) await unlink(join(folder, entry.name));
    if (!entry.isDirectory()) continue;
    for (const name of await readdir(join(folder, entry.name))) {
      if (TEMPORARY_NAME.test(name)) await unlink(join(folder, entry.name, name));
    }
  }
}
