import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { EngineError, hashJson, isEngineError, parseJsonText, stringifyJsonDocument } from '@medstream/schema';

import { commitFile } from './commit-file.js';
import { makeFolders } from './make-folders.js';
import { systemCodeOf, toStoreError, withStoreErrors } from './store-error.js';

/** What is known of one request. */
export interface RegisteredRequest {
  /** The data of the request as it first came. */
  request: unknown;
  /** How it ended, as first committed; null while it is open. */
  ended: unknown;
  /** Whether the end was told. */
  isAnnounced: boolean;
}

/**
 * The requests a service has taken up, on disk, so that the broker is disposable: a folder an id below `folder` with the
 * files `request.json`, `ended.json` and `announced.json`, each written once and never changed.
 */
export interface RequestRegistry {
  /** Takes a request up. `same`: this id was used before with the same data; `conflict`: with other data. */
  record(id: string, request: unknown): Promise<'new' | 'same' | 'conflict'>;
  /** Null for an id that was never recorded. */
  read(id: string): Promise<RegisteredRequest | null>;
  /** Commits how a request ended; returns the end that stands, which is the first one committed. */
  end(id: string, outcome: unknown): Promise<unknown>;
  /** Notes that the end was told. */
  markAnnounced(id: string): Promise<void>;
  /** Ids of requests whose end was not told yet, sorted. */
  listOpen(): Promise<string[]>;
}

/** @param folder made when it is needed, e.g. `<first root>/.medstream/runs` */
export function openRequestRegistry(folder: string): RequestRegistry {
  const fileOf = (id: string, name: string): string => join(folder, assertPlainName(id), name);
  const commit = async (id: string, name: string, value: unknown): Promise<boolean> => commitFile(fileOf(id, name), stringifyJsonDocument(value));
  const read = (id: string, name: string): Promise<{ value: unknown } | null> => readDocument(fileOf(id, name));
  return {
    async record(id, request) {
      await withStoreErrors('make', folder, () => makeFolders(join(folder, assertPlainName(id))));
      if (await commit(id, 'request.json', request)) return 'new';
      return hashJson((await read(id, 'request.json'))?.value) === hashJson(request) ? 'same' : 'conflict';
    },
    async read(id) {
      const request = await read(id, 'request.json');
      if (request === null) return null;
      const ended = await read(id, 'ended.json');
      return { request: request.value, ended: ended?.value ?? null, isAnnounced: (await read(id, 'announced.json')) !== null };
    },
    async end(id, outcome) {
      await commit(id, 'ended.json', outcome);
      return (await read(id, 'ended.json'))?.value;
    },
    markAnnounced: async (id) => void (await commit(id, 'announced.json', {})),
    async listOpen() {
      const open: string[] = [];
      for (const id of await listNames(folder)) {
        const names = await listNames(join(folder, id));
        if (names.includes('request.json') && !names.includes('announced.json')) open.push(id);
      }
      return open;
    },
  };
}

/** Ids become names of folders; the events' schema refuses others before they come here. */
function assertPlainName(id: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id)) return id;
  throw new EngineError('bus/bad-event', `the id ${JSON.stringify(id)} cannot be the name of a folder`);
}

async function readDocument(file: string): Promise<{ value: unknown } | null> {
  try {
    return { value: parseJsonText(await readFile(file, 'utf8'), file) };
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return null;
    if (isEngineError(error)) throw new EngineError('store/corrupt', error.message, { cause: error, hint: 'the file was changed from outside; remove its folder and send the request again' });
    throw toStoreError(error, 'read', file);
  }
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error) ?? '')) return [];
    throw toStoreError(error, 'read', folder);
  }
}
