import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { hashText, stringifyJsonLine } from '@medstream/schema';

import { nodeFileSystem, type StoreOptions } from './file-system.js';
import { parseJsonRecord } from './parse-json-record.js';
import { putUnflushed } from './put-unflushed.js';
import { systemCodeOf, toStoreError, withStoreErrors } from './store-error.js';

/** JSON values by key. Several processes may share one. */
export interface ReplyCache {
  /** The value, or undefined when there is none or what stands in its place is damaged. */
  get(key: string): Promise<unknown>;
  /** Keeps a JSON value. From when this resolves it outlives the process, and is seen by others, whole. */
  put(key: string, value: unknown): Promise<void>;
}

/**
 * Opens the cache in a folder, which is made with the first value: `ab/<key>.json` with key, value and the value's hash.
 * Keys are SHA-256 in hexadecimal of whatever decides the value. Entries are renamed into place and never flushed: one torn
 * by a power cut does not match its hash and counts as absent. Who may not lose a value then keeps it in a log as well.
 *
 * @throws EngineError `store/disk-full`, `store/not-writable` from both methods
 */
export function openReplyCache(folder: string, options: StoreOptions = {}): ReplyCache {
  const { fileSystem = nodeFileSystem } = options;

  function pathOf(key: string): string {
    if (!/^[0-9a-f]{64}$/.test(key)) throw new Error(`not a SHA-256: ${key}`);
    return join(folder, key.slice(0, 2), `${key}.json`);
  }

  return {
    async get(key) {
      const path = pathOf(key);
      try {
        return readEntry(await readFile(path), key);
      } catch (error) {
        if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes(systemCodeOf(error) ?? '')) return undefined;
        throw toStoreError(error, 'read', path);
      }
    },
    async put(key, value) {
      const path = pathOf(key);
      const text = stringifyJsonLine(value);
      const entry = `${stringifyJsonLine({ key, sha256: hashText(text), value: text })}\n`;
      await withStoreErrors('write', path, () => putUnflushed(path, entry, fileSystem));
    },
  };
}

/** The value of an entry, or undefined for one that is not what was written. */
function readEntry(bytes: Uint8Array, key: string): unknown {
  try {
    const entry = parseJsonRecord(bytes, 'a cached reply') as { key?: unknown; sha256?: unknown; value?: unknown } | null;
    if (entry === null || entry.key !== key || typeof entry.value !== 'string' || entry.sha256 !== hashText(entry.value)) return undefined;
    return parseJsonRecord(new TextEncoder().encode(entry.value), 'a cached reply');
  } catch {
    return undefined;
  }
}
