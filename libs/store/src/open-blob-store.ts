import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import { nodeFileSystem, type StoreOptions } from './file-system.js';
import { putUnflushed } from './put-unflushed.js';
import { systemCodeOf, toStoreError, withStoreErrors } from './store-error.js';

/** Use is noted once in so many milliseconds: far less than anything is kept for, and a call of many frames reads many blobs. */
const MARKED_AFTER_MS = 600_000;

export interface BlobStoreOptions extends StoreOptions {
  /** Milliseconds since 1970. Default: the machine's clock. */
  now?: () => number;
}

/** Bytes by their SHA-256. Several processes may share one. */
export interface BlobStore {
  /** Keeps some bytes and returns their SHA-256. */
  put(bytes: Uint8Array): Promise<string>;
  /** The bytes, or null when they are not there or damaged. */
  get(sha256: string): Promise<Uint8Array | null>;
  /** Whether `get` would give bytes; reads and verifies them. */
  has(sha256: string): Promise<boolean>;
  /** Where the bytes are or would be; verified only by `get` and `has`. */
  pathOf(sha256: string): string;
}

/**
 * Opens the store in a folder, which is made with the first blob: `ab/cd/abcd….`, two levels of folders by the first digits.
 * Blobs are renamed into place and never flushed: one torn by a power cut does not match its name any more, counts as
 * absent and is made again, which costs less than flushing every frame. A blob's file time says when it was last used:
 * that is what `pruneBlobStore` goes by, give or take ten minutes.
 *
 * @throws EngineError `store/disk-full`, `store/not-writable` from every method
 */
export function openBlobStore(folder: string, options: BlobStoreOptions = {}): BlobStore {
  const { fileSystem = nodeFileSystem, now = Date.now } = options;

  function pathOf(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`not a SHA-256: ${sha256}`);
    return join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }

  async function get(sha256: string): Promise<Uint8Array | null> {
    const path = pathOf(sha256);
    try {
      const handle = await open(path, 'r');
      try {
        const { size, mtimeMs } = await handle.stat();
        const bytes = Buffer.allocUnsafe(size);
        const { bytesRead } = await handle.read(bytes, 0, size, 0);
        if (bytesRead < size || hashBytes(bytes) !== sha256) return null;
        const time = new Date(now());
        // a store that may only be read has no use for the time
        if (Math.abs(time.getTime() - mtimeMs) > MARKED_AFTER_MS) await handle.utimes(time, time).catch(() => undefined);
        return bytes;
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes(systemCodeOf(error) ?? '')) return null;
      throw toStoreError(error, 'read', path);
    }
  }

  async function has(sha256: string): Promise<boolean> {
    return (await get(sha256)) !== null;
  }

  async function put(bytes: Uint8Array): Promise<string> {
    const sha256 = hashBytes(bytes);
    if (await has(sha256)) return sha256;
    const path = pathOf(sha256);
    await withStoreErrors('write', path, () => putUnflushed(path, bytes, fileSystem));
    return sha256;
  }

  return { put, get, has, pathOf };
}

function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
