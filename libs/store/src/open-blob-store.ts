import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { nodeFileSystem, type StoreOptions } from './file-system.js';
import { systemCodeOf, toStoreError, withStoreErrors } from './store-error.js';
import { temporaryNameFor } from './temporary-file.js';

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
 * that is what `pruneBlobStore` goes by.
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
        const bytes = await handle.readFile();
        if (hashBytes(bytes) !== sha256) return null;
        const time = new Date(now());
        // a store that may only be read has no use for the time
        await handle.utimes(time, time).catch(() => undefined);
        return bytes;
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') return null;
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
    const temporary = temporaryNameFor(path);
    await withStoreErrors('write', path, async () => {
      await fileSystem.mkdir(dirname(path), { recursive: true });
      try {
        const handle = await fileSystem.open(temporary, 'wx');
        try {
          await handle.writeFile(bytes);
        } finally {
          await handle.close();
        }
        await fileSystem.rename(temporary, path);
      } catch (error) {
        await fileSystem.unlink(temporary).catch(() => undefined);
        throw error;
      }
    });
    return sha256;
  }

  return { put, get, has, pathOf };
}

function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
