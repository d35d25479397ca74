import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { type FileSystem, nodeFileSystem } from './file-system.js';
import { systemCodeOf } from './store-error.js';

/** What systems say of a folder that is there; the others of the root of a drive. */
const THERE_ALREADY = ['EEXIST', 'EISDIR', 'EPERM'];

/**
 * Makes a folder and those above it, where they are not there. Node's own recursive mkdir calls a read-only file system a
 * missing folder, and never returns below one that takes no folders (/proc).
 *
 * @throws the system's error
 */
export async function makeFolders(folder: string, { mkdir }: Pick<FileSystem, 'mkdir'> = nodeFileSystem): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const code = systemCodeOf(error) ?? '';
    if (THERE_ALREADY.includes(code) && (await isFolder(folder))) return;
    const parent = dirname(folder);
    if (code !== 'ENOENT' || parent === folder) throw error;
    await makeFolders(parent, { mkdir });
    await mkdir(folder).catch(async (again: unknown) => {
      // another process may have been faster
      if (!(await isFolder(folder))) throw again;
    });
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then((entry) => entry.isDirectory(), () => false);
}
