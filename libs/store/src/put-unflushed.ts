import { dirname } from 'node:path';

import type { FileSystem } from './file-system.js';
import { makeFolders } from './make-folders.js';
import { moveFolderAside } from './move-folder-aside.js';
import { systemCodeOf } from './store-error.js';
import { temporaryNameFor } from './temporary-file.js';

/**
 * Puts a file in place whole, for all who read it from now on, but without a flush: a power cut may leave it torn or absent.
 * For files that are checked when they are read and can be made again. Its folder is made when it is not there, and a
 * folder that stands in its place is moved aside.
 *
 * @throws what the operating system says
 */
export async function putUnflushed(path: string, content: string | Uint8Array, fileSystem: FileSystem): Promise<void> {
  const temporary = temporaryNameFor(path);
  try {
    await writeNew(temporary, content, fileSystem);
    await fileSystem.rename(temporary, path).catch(async (error: unknown) => {
      if (!(await moveFolderAside(path, fileSystem))) throw error;
      await fileSystem.rename(temporary, path);
    });
  } catch (error) {
    await fileSystem.unlink(temporary).catch(() => undefined);
    throw error;
  }
}

/** Folders are few and stay: they are looked for only where one is missing. */
async function writeNew(path: string, content: string | Uint8Array, fileSystem: FileSystem): Promise<void> {
  const handle = await fileSystem.open(path, 'wx').catch(async (error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
    await makeFolders(dirname(path), fileSystem);
    return fileSystem.open(path, 'wx');
  });
  try {
    await handle.writeFile(content);
  } finally {
    await handle.close();
  }
}
