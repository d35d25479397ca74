import { link, unlink, writeFile } from 'node:fs/promises';

import { systemCodeOf } from './store-error.js';
import { temporaryNameFor } from './temporary-file.js';

/**
 * Makes a file with its content in one step: true when this call made it, false when it was there. Others never see it
 * empty or half-written, but on file systems without hard links, where it is opened exclusively and then filled.
 */
export async function createFileExclusively(path: string, text: string): Promise<boolean> {
  const temporary = temporaryNameFor(path);
  try {
    await writeFile(temporary, text, { flag: 'wx' });
    await link(temporary, path);
    return true;
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'EEXIST') return false;
    if (code !== null && ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) return await openExclusively(path, text);
    throw error;
  } finally {
    // a failure to clean up must not hide the outcome, and there is nothing to clean where the disk was full
    await unlink(temporary).catch(() => undefined);
  }
}

async function openExclusively(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
