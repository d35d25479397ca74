import { lstat, readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';

import { readManifest, RUN_FILES } from '@medstream/evaluation';
import { type IndexedRun, renderIndex } from '@medstream/report';
import { EngineError, isEngineError, parseJsonText, summarySchema } from '@medstream/schema';

import { assertFolder } from './compose-run.js';
import { describeFolder } from './compose-run-folder.js';

export interface RunServer {
  /** `http://127.0.0.1:PORT/`. */
  address: string;
  close(): Promise<void>;
}

/** Stands for the folder itself, which may be a run. */
const ITSELF = '.';
/** For the index; pages bring the hash of their script in a policy of their own, which this one must not narrow. */
const INDEX_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts";

/**
 * Serves the pages of the runs in a folder on the loopback address. A request names a run out of the list that was read
 * from the folder, never a path; requests for another host's name (a page that had its name point here) are refused.
 *
 * @throws EngineError `usage/missing-root`, `usage/bad-argument` for a port that is taken
 */
export async function serveRuns(folder: string, port: number): Promise<RunServer> {
  await assertFolder(folder, 'DIR');
  const server = createServer((request, response) => {
    answer(folder, request, response, (server.address() as AddressInfo).port).catch(() => end(response, 500, 'text/plain', 'the page cannot be read\n'));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(new EngineError('usage/bad-argument', `cannot listen on port ${port} (${cause.code ?? cause.message})`, { cause, hint: 'name another port, or 0 for a free one' })));
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(folder: string, request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
  if (request.headers.host !== `127.0.0.1:${port}` && request.headers.host !== `localhost:${port}`) return end(response, 421, 'text/plain', 'ask for 127.0.0.1\n');
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405, 'text/plain', 'read only\n');
  const path = request.url ?? '/';
  if (path === '/') return end(response, 200, 'text/html', renderIndex(await listRuns(folder)), INDEX_POLICY);
  const name = decodeName(/^\/run\/([^/?#]+)$/.exec(path)?.[1] ?? '');
  // only names that the folder has: no separator or dot of a request ever reaches the file system
  const known = name !== null && (await listNames(folder)).includes(name);
  const page = known ? await readPage(join(folder, name, RUN_FILES.report)) : null;
  return page === null ? end(response, 404, 'text/plain', 'no such run\n') : end(response, 200, 'text/html', page, PAGE_POLICY);
}

/** Null where there is no page; a link in its place is not followed, since it may lead anywhere. */
async function readPage(file: string): Promise<Uint8Array | null> {
  try {
    return (await lstat(file)).isFile() ? await readFile(file) : null;
  } catch {
    return null;
  }
}

function decodeName(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function end(response: ServerResponse, status: number, type: string, body: string | Uint8Array, policy = INDEX_POLICY): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  response.end(body);
}

/** Plain folders in it, and the folder itself; links are not followed. */
async function listNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return [ITSELF, ...entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name).sort()];
}

async function listRuns(folder: string): Promise<IndexedRun[]> {
  const runs = await Promise.all((await listNames(folder)).map((name) => readIndexed(folder, name)));
  return runs.filter((run) => run !== null);
}

/** Null for a folder that is no run with a page, or one whose files cannot be read: an index shows what there is. */
async function readIndexed(folder: string, name: string): Promise<IndexedRun | null> {
  try {
    const run = describeFolder(join(folder, name));
    const [names, text, manifest] = [await run.listNames(), await run.readText(RUN_FILES.summary), await run.readText(RUN_FILES.manifest)];
    if (text === null || !names.includes(RUN_FILES.report)) return null;
    const summary = summarySchema.safeParse(parseJsonText(text, RUN_FILES.summary));
    if (!summary.success) return null;
    return { name: name === ITSELF ? 'this folder' : name, address: `run/${encodeURIComponent(name)}`, model: manifest === null ? null : readManifest(manifest).model, summary: summary.data };
  } catch (error) {
    if (isEngineError(error)) return null;
    throw error;
  }
}
