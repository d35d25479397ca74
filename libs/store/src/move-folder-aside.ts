import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';

import type { FileSystem } from './file-system.js';

/**
 * Makes room where a folder stands in the place of a file of ours. What somebody put there is not ours to remove: it stays
 * beside it, under a name that is read by nobody.
 *
 * @returns false where no folder stands there
 */
export async function moveFolderAside(path: string, { rename }: Pick<FileSystem, 'rename'>): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() !== true) return false;
  await rename(path, `${path}.${randomBytes(8).toString('hex')}.aside`);
  return true;
}
