import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { EngineError } from '@medstream/schema';

/** A file up to this size is hashed whole. */
const WHOLE_BYTES = 2 ** 20;
const SAMPLES = 16;
const SAMPLE_BYTES = WHOLE_BYTES / SAMPLES;

/**
 * Tells whether a file is the one that was decoded before, without reading hours of video: size, inode, times of the last
 * change of its data and of its entry (which nobody can set back) in ns, and the hash of sixteen samples of its bytes,
 * the first and the last among them. Not its path: a medium that is moved stays known where the system keeps its inode.
 */
export async function identifyFile(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { size, ino, mtimeNs, ctimeNs } = await handle.stat({ bigint: true });
    const hash = createHash('sha256').update(JSON.stringify([size, ino, mtimeNs, ctimeNs].map(String)));
    const length = Number(size);
    const isSmall = length <= WHOLE_BYTES;
    const buffer = Buffer.alloc(isSmall ? length : SAMPLE_BYTES);
    for (let sample = 0; sample < (isSmall ? 1 : SAMPLES); sample += 1) {
      const position = isSmall ? 0 : Math.floor((sample * (length - SAMPLE_BYTES)) / (SAMPLES - 1));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
      hash.update(buffer.subarray(0, bytesRead));
    }
    return hash.digest('hex');
  } finally {
    await handle.close();
  }
}

/** The same of a folder of pictures: the name, size, inode and times of each, without reading them. */
export async function identifyPictures(folder: string, names: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const name of names) {
    const { size, ino, mtimeNs, ctimeNs } = await stat(join(folder, name), { bigint: true });
    hash.update(`${JSON.stringify([name, ...[size, ino, mtimeNs, ctimeNs].map(String)])}\n`);
  }
  return hash.digest('hex');
}

/**
 * Pictures of a file that was replaced meanwhile, or still arrives, must not be remembered as those of the one that was
 * opened.
 *
 * @throws EngineError `media/undecodable`
 */
export async function assertUnchanged(file: string, identity: string): Promise<void> {
  if ((await identifyFile(file)) === identity) return;
  throw new EngineError('media/undecodable', 'the file was changed while it was read', { hint: 'wait until it is there in full, then run again' });
}
