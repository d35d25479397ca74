import { dirname } from 'node:path';

import { type FileSystem, nodeFileSystem, type StoreOptions } from './file-system.js';
import { flushFolder } from './replace-file.js';
import { systemCodeOf, withStoreErrors } from './store-error.js';
import { temporaryNameFor } from './temporary-file.js';

/**
 * Commits a result once and for all (reliability.md, rule 2): temporary file, flush, `link()` to the final name, flush of
 * the folder. Where the name is taken another was first and ours is dropped, so a late result changes nothing. The folder
 * has to be there: whoever removes it ends the taking of results.
 *
 * @returns true when this call made the file, false when it was there
 * @throws EngineError `store/disk-full`, `store/not-writable` (also when the folder is gone)
 */
export async function commitFile(file: string, content: string | Uint8Array, options: StoreOptions = {}): Promise<boolean> {
  const fileSystem = options.fileSystem ?? nodeFileSystem;
  const temporary = temporaryNameFor(file);
  return withStoreErrors('commit', file, async () => {
    try {
      const handle = await fileSystem.open(temporary, 'wx');
      try {
        await handle.writeFile(content);
        await handle.sync();
      } finally {
        await handle.close();
      }
      return await linkOnce(temporary, file, fileSystem);
    } finally {
      await fileSystem.unlink(temporary).catch(() => undefined);
    }
  });
}

async function linkOnce(temporary: string, file: string, fileSystem: FileSystem): Promise<boolean> {
  try {
    await fileSystem.link(temporary, file);
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
    // whoever was first may have died before this flush; what we report as there has to stay there
    await flushFolder(dirname(file), fileSystem);
    return false;
  }
  await flushFolder(dirname(file), fileSystem);
  return true;
}
