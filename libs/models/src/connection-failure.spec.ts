import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import { MAX_BODY_BYTES, OversizedBody } from './bound-body.js';
import { ConnectionFailure, createDirectFetch } from './connection-failure.js';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(bytes: Uint8Array, headers: Record<string, string> = {}): Promise<string> {
  server = createServer((_, response) => response.writeHead(200, headers).end(bytes));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const fetchHere = createDirectFetch(fetch);

describe('createDirectFetch', () => {
  it.each<[string, number]>([
    ['just the longest', 0],
    ['one byte more', 1],
  ])('counts a packed body as it unpacks: %s', async (_, more) => {
    const packed = gzipSync(Buffer.alloc(MAX_BODY_BYTES + more, 32));
    // some 4 kB travel
    expect(packed.length).toBeLessThan(10_000);
    const response = await fetchHere(await serve(packed, { 'content-encoding': 'gzip' }));
    if (more === 0) expect(await response.text()).toHaveLength(MAX_BODY_BYTES);
    else await expect(response.text()).rejects.toThrow(OversizedBody);
  });

  it('says why nobody answers', async () => {
    const url = await serve(Buffer.from('x'));
    await new Promise((resolve) => server?.close(resolve));
    await expect(fetchHere(url)).rejects.toThrow(ConnectionFailure);
    await expect(fetchHere(url)).rejects.toThrow('ECONNREFUSED');
  });
});
