import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { hashText, stringifyJsonLine } from '@medstream/schema';

import type { StoreOptions } from './file-system.js';
import { parseJsonRecord } from './parse-json-record.js';
import { systemCodeOf, toStoreError } from './store-error.js';
import { writeFileAtomically } from './write-file-atomically.js';

/** JSON values by key. Several processes may share one. */
export interface ReplyCache {
  /** The value, or undefined when there is none or its file is damaged. */
  get(key: string): Promise<unknown>;
  /** Keeps a JSON value; on the disk when this resolves, since a reply may have cost money. */
  put(key: string, value: unknown): Promise<void>;
}

/**
 * Opens the cache in a folder, which is made with the first value: `ab/<key>.json` with key, value and the value's hash.
 * Keys are SHA-256 in hexadecimal of whatever decides the value.
 *
 * @throws EngineError `store/disk-full`, `store/not-writable` from both methods
 */
export function openReplyCache(folder: string, options: StoreOptions = {}): ReplyCache {
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
        if (systemCodeOf(error) === 'ENOENT') return undefined;
        throw toStoreError(error, 'read', path);
      }
    },
    async put(key, value) {
      const text = stringifyJsonLine(value);
      await writeFileAtomically(pathOf(key), `${stringifyJsonLine({ key, sha256: hashText(text), value: text })}\n`, options);
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
