import { openPlainNatsClient, type PlainNatsClient } from './open-plain-nats-client.js';
import { startNatsServer, type TestNatsServer } from './start-nats-server.js';

let server: TestNatsServer;
const clients: PlainNatsClient[] = [];

beforeAll(async () => {
  server = await startNatsServer();
}, 60_000);

afterAll(async () => {
  for (const client of clients) client.close();
  await server.stop();
});

async function open(): Promise<PlainNatsClient> {
  const client = await openPlainNatsClient(server.url);
  clients.push(client);
  return client;
}

describe('openPlainNatsClient', () => {
  it('hears, asks and is answered; an empty store has no stream', async () => {
    const [client, other] = [await open(), await open()];
    client.listen('spec.>');
    // the answer to a question after the SUB says that the server knows it
    expect(await client.request('$JS.API.STREAM.CREATE.SPEC', JSON.stringify({ name: 'SPEC', subjects: ['spec.stored'] }))).toContain('"name":"SPEC"');
    expect(await other.request('spec.stored', 'grüße\r\nzwei')).toContain('"seq":1');
    expect(await client.waitFor(({ text }) => text.startsWith('grüße'))).toEqual({ subject: 'spec.stored', text: 'grüße\r\nzwei' });
    expect(client.heard).toHaveLength(1);
    await server.loseStore();
    const later = await open();
    expect(await later.request('$JS.API.STREAM.INFO.SPEC', '')).toContain('stream not found');
    await expect(later.waitFor(() => false, 50)).rejects.toThrow('not within 50 ms');
  }, 60_000);
});
