import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { nodeFileSystem, type StoreOptions } from './file-system.js';
import { systemCodeOf, toStoreError, withStoreErrors } from './store-error.js';
import { temporaryNameFor } from './temporary-file.js';

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
 * absent and is made again, which costs less than flushing every frame.
 *
 * @throws EngineError `store/disk-full`, `store/not-writable` from every method
 */
export function openBlobStore(folder: string, options: StoreOptions = {}): BlobStore {
  const fileSystem = options.fileSystem ?? nodeFileSystem;

  function pathOf(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`not a SHA-256: ${sha256}`);
    return join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }

  async function get(sha256: string): Promise<Uint8Array | null> {
    const path = pathOf(sha256);
    try {
      const bytes = await readFile(path);
      return hashBytes(bytes) === sha256 ? bytes : null;
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
