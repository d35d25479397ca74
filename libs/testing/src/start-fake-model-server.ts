import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { parseJsonText } from '@medstream/schema';

import { FAKE_DIALECTS, type FakeDialect, type FakeDialectName, type FakeText } from './fake-model-dialect.js';

/** One reply of the script. */
export type FakeReply =
  | ({ kind: 'text' } & FakeText)
  /** An HTTP error, or anything else with a status of its own. */
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  /** Status 200 and a body that is sent as it is. */
  | { kind: 'body'; body: string }
  /** Refused by the vendor's filter, in its own words. */
  | { kind: 'blocked' }
  /** Takes the request and never answers. */
  | { kind: 'hang' }
  /** Closes the connection before any answer. */
  | { kind: 'drop' }
  /** Promises a body, sends half of it and closes the connection. */
  | { kind: 'cut' };

/** A request for an answer as it arrived. */
export interface RecordedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  /** The body as text, for looking for what must not be in it. */
  text: string;
  body: unknown;
}

export interface FakeModelServer {
  /** What to give as --base-url. */
  baseUrl: string;
  /** Requests for an answer in order of arrival. */
  requests: RecordedRequest[];
  /** Most requests at a time that had no answer yet. */
  readonly peakInFlight: number;
  /** Closes the server and every connection. */
  close(): Promise<void>;
}

/** Replies in order, the last one again and again; or a function of the request and its 0-based index. */
export type FakeScript = readonly FakeReply[] | ((request: RecordedRequest, index: number) => FakeReply);

export interface FakeServerOptions {
  dialect?: FakeDialectName;
  /** Status of the answer to the list of models. */
  modelsStatus?: number;
  /** Body of that answer. */
  modelsBody?: string;
  /** Time before each scripted reply; default none. */
  delayMs?: number;
  /** No scripted reply goes out before; default at once. */
  until?: Promise<void>;
}

/**
 * Starts a real HTTP server on the loopback interface that speaks one vendor's wire format (default: OpenAI's chat
 * completions), records what it is sent and plays a script. `GET …/models` answers with one model called `fake`, or with
 * `modelsStatus` and `modelsBody`.
 */
export async function startFakeModelServer(script: FakeScript, { modelsStatus = 200, modelsBody, delayMs = 0, until = Promise.resolve(), dialect: dialectName = 'openai' }: FakeServerOptions = {}): Promise<FakeModelServer> {
  const dialect = FAKE_DIALECTS[dialectName];
  const requests: RecordedRequest[] = [];
  let [inFlight, peakInFlight] = [0, 0];
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(modelsStatus, { 'content-type': 'application/json' }).end(modelsBody ?? '{"object":"list","data":[{"id":"fake","object":"model"}]}');
      return;
    }
    inFlight += 1;
    peakInFlight = Math.max(peakInFlight, inFlight);
    response.on('close', () => (inFlight -= 1));
    void readText(request).then((text) => {
      const recorded = { path: request.url ?? '', headers: request.headers, text, body: parseJsonText(text, 'the request') };
      const index = requests.push(recorded) - 1;
      const reply = typeof script === 'function' ? script(recorded, index) : script[Math.min(index, script.length - 1)];
      if (reply === undefined) throw new Error('the script of the fake model server is empty');
      void until.then(() => {
        if (delayMs === 0) playReply(reply, response, dialect);
        else setTimeout(() => playReply(reply, response, dialect), delayMs);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${dialect.path}`,
    requests,
    get peakInFlight() {
      return peakInFlight;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function playReply(reply: FakeReply, response: ServerResponse, dialect: FakeDialect): void {
  switch (reply.kind) {
    case 'text':
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(dialect.describeReply(reply)));
      break;
    case 'blocked':
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(dialect.describeBlock()));
      break;
    case 'status':
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body ?? '{"error":{"message":"scripted"}}');
      break;
    case 'body':
      response.writeHead(200, { 'content-type': 'application/json' }).end(reply.body);
      break;
    case 'hang':
      break;
    case 'drop':
      response.destroy();
      break;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"choices":[{"message":{"content":"half an ans', () => response.destroy());
      break;
  }
}
