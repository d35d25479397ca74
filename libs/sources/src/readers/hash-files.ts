import { createHash } from 'node:crypto';

import { joinPosix } from './locate-files.js';
import { readLabelFile } from './open-label-file.js';

/**
 * One hash over many small label files of one folder, so that an item need not name hundreds of them: SHA-256 of the lines
 * `<sha256>  <name>` that `sha256sum` prints for the files in the given order.
 */
export async function hashFiles(root: string, folder: string, names: readonly string[]): Promise<{ path: string; sha256: string }> {
  const whole = createHash('sha256');
  for (const name of names) {
    const hash = createHash('sha256').update(await readLabelFile(root, joinPosix(folder, name)));
    whole.update(`${hash.digest('hex')}  ${name}\n`);
  }
  return { path: folder, sha256: whole.digest('hex') };
}
