import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

import { type FileSystem, nodeFileSystem, type StoreOptions } from './file-system.js';
import { makeFolders } from './make-folders.js';
import { systemCodeOf, withStoreErrors } from './store-error.js';
import { temporaryNameFor } from './temporary-file.js';

/**
 * Puts a file in place whole or not at all: written under a hidden name in the same folder, flushed to the disk, renamed,
 * the folder flushed. The folder is made when it is not there. On any failure the old file stands and nothing is left.
 *
 * @param write fills the open, empty file
 * @throws EngineError `store/disk-full`, `store/not-writable`; what `write` throws otherwise
 */
export async function replaceFile<Result>(file: string, write: (handle: FileHandle) => Promise<Result>, options: StoreOptions = {}): Promise<Result> {
  const fileSystem = options.fileSystem ?? nodeFileSystem;
  const temporary = temporaryNameFor(file);
  return withStoreErrors('write', file, async () => {
    await makeFolders(dirname(file), fileSystem);
    try {
      const result = await writeAndFlush(fileSystem, temporary, write);
      await fileSystem.rename(temporary, file);
      await flushFolder(dirname(file), fileSystem);
      return result;
    } catch (error) {
      await removeQuietly(temporary, fileSystem);
      throw error;
    }
  });
}

async function writeAndFlush<Result>(fileSystem: FileSystem, path: string, write: (handle: FileHandle) => Promise<Result>): Promise<Result> {
  const handle = await fileSystem.open(path, 'wx');
  try {
    const result = await write(handle);
    await handle.sync();
    return result;
  } finally {
    await handle.close();
  }
}

/** Makes new and renamed entries of a folder durable. Systems that cannot open or flush a folder do so by themselves. */
export async function flushFolder(folder: string, fileSystem: FileSystem = nodeFileSystem): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await fileSystem.open(folder, 'r');
    await handle.sync();
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EBADF'].includes(systemCodeOf(error) ?? '')) throw error;
  } finally {
    await handle?.close();
  }
}

/** The error that made us clean up matters more than one met while cleaning up. */
async function removeQuietly(path: string, fileSystem: FileSystem): Promise<void> {
  await fileSystem.unlink(path).catch(() => undefined);
}
