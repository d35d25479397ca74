import { createHash } from 'node:crypto';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';

import { EngineError } from '@medstream/schema';

import { rejectLabel } from './reject-label.js';

/** Files that are read whole: the largest of the data sets, tables of boxes in JSON, have some 50 MB. */
const MAX_WHOLE_BYTES = 256_000_000;

/**
 * Opens a label file. It must be a file (a pipe would be waited for without end) and lie inside the real root, as media
 * must: a symbolic link that leads out is refused, else errors would quote files that are no part of the data set.
 *
 * @param path relative to the root
 * @throws EngineError `input/unreadable` naming the file
 */
export async function openLabelFile(root: string, path: string): Promise<FileHandle> {
  try {
    const realRoot = await realpath(root);
    const file = await realpath(resolve(realRoot, path));
    if (!file.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)) throw refuseFile(path, 'it leads out of the root by a symbolic link', { hint: 'copy the file into the root, or name a root that holds it' });
    if (!(await stat(file)).isFile()) throw refuseFile(path, 'it is no file', { hint: 'put the file of the data set in its place' });
    return await open(file);
  } catch (cause) {
    throw cause instanceof EngineError ? cause : refuseFile(path, describeCause(cause), { cause });
  }
}

/**
 * Reads a label file that is needed whole.
 *
 * @throws EngineError `input/unreadable`; `source/bad-label` for one over the limit
 */
export async function readLabelFile(root: string, path: string, { maxBytes = MAX_WHOLE_BYTES }: { maxBytes?: number } = {}): Promise<Buffer> {
  const handle = await openLabelFile(root, path);
  try {
    const { size } = await handle.stat();
    if (size > maxBytes) throw rejectLabel({ path, at: 'as a whole', found: `${size} bytes`, expected: `at most ${maxBytes}` });
    return await handle.readFile().catch((cause: unknown) => Promise.reject(refuseFile(path, describeCause(cause), { cause })));
  } finally {
    await handle.close();
  }
}

/**
 * SHA-256 of a label file's bytes, lower-case hexadecimal; of a file of any size.
 *
 * @throws EngineError `input/unreadable`
 */
export async function hashLabelFile(root: string, path: string): Promise<string> {
  const hash = createHash('sha256');
  const stream = (await openLabelFile(root, path)).createReadStream();
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk);
  } catch (cause) {
    throw refuseFile(path, describeCause(cause), { cause });
  }
  return hash.digest('hex');
}

/** The one error for label files that cannot be opened or read. */
export function refuseFile(path: string, why: string, { cause, hint = 'check that the file is there and may be read' }: { cause?: unknown; hint?: string } = {}): EngineError {
  return new EngineError('input/unreadable', `the label file ${path} cannot be read: ${why}`, { cause, hint, details: { path } });
}

/** What the system says, without the path: that is named already, as the root sees it. */
export function describeCause(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  const known: Record<string, string> = { ENOENT: 'it is not there', EACCES: 'it may not be read', EPERM: 'it may not be read', ELOOP: 'its symbolic links go round in a circle', ENAMETOOLONG: 'its name is too long' };
  return known[code ?? ''] ?? message;
}
