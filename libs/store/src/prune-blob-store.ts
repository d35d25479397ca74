import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { nodeFileSystem, type StoreOptions } from './file-system.js';
import { systemCodeOf, withStoreErrors } from './store-error.js';

export interface PruneOptions extends StoreOptions {
  /** What may stay, in bytes. */
  maxBytes: number;
  /** Nothing used within this time goes, whatever the size: a run may be about to send it. Default one hour. */
  graceMs?: number;
  /** Milliseconds since 1970. Default: the machine's clock. */
  now?: () => number;
}

export interface PruneOutcome {
  /** Bytes that were there. */
  bytes: number;
  removedBlobs: number;
  removedBytes: number;
}

const ONE_HOUR_MS = 3_600_000;

/**
 * Removes the least recently used blobs (see `openBlobStore`: use is the file's time) until the rest is within the cap,
 * and half-written ones that nobody has touched for the grace. May run beside readers and writers: a blob that goes is
 * absent for them, as one that was never there.
 *
 * @throws EngineError `store/not-writable`
 */
export async function pruneBlobStore(folder: string, options: PruneOptions): Promise<PruneOutcome> {
  const { maxBytes, graceMs = ONE_HOUR_MS, now = Date.now, fileSystem = nodeFileSystem } = options;
  return withStoreErrors('write', folder, async () => {
    const isIdle = ({ usedMs }: { usedMs: number }) => usedMs < now() - graceMs;
    const files = await listFiles(folder);
    const outcome: PruneOutcome = { bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), removedBlobs: 0, removedBytes: 0 };
    // what a killed process left goes first, then by last use; equal times by name, so that two processes agree
    const order = files.filter(isIdle).sort((one, other) => Number(other.isHalf) - Number(one.isHalf) || one.usedMs - other.usedMs || (one.path < other.path ? -1 : 1));
    for (const { path, bytes, usedMs, isHalf } of order) {
      if (!isHalf && outcome.bytes - outcome.removedBytes <= maxBytes) break;
      // somebody may have used it while we counted
      if ((await stat(path).catch(ignoreAbsence))?.mtimeMs !== usedMs) continue;
      await fileSystem.unlink(path).catch(ignoreAbsence);
      outcome.removedBytes += bytes;
      if (!isHalf) outcome.removedBlobs += 1;
    }
    return outcome;
  });
}

interface StoredFile {
  path: string;
  bytes: number;
  usedMs: number;
  isHalf: boolean;
}

async function listFiles(folder: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  const entries = await opendir(folder).catch(ignoreAbsence);
  if (entries === undefined) return files;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) files.push(...(await listFiles(path)));
    // another process may have removed it since
    const facts = entry.isFile() ? await stat(path).catch(ignoreAbsence) : undefined;
    if (facts !== undefined) files.push({ path, bytes: facts.size, usedMs: facts.mtimeMs, isHalf: entry.name.endsWith('.tmp') });
  }
  return files;
}

function ignoreAbsence(error: unknown): undefined {
  if (systemCodeOf(error) !== 'ENOENT') throw error;
}
