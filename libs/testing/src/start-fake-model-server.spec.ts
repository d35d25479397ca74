import type { FakeDialectName } from './fake-model-dialect.js';
import { type FakeModelServer, type FakeReply, startFakeModelServer } from './start-fake-model-server.js';

let server: FakeModelServer | null = null;

afterEach(async () => {
  await server?.close();
  server = null;
});

const post = async (signal?: AbortSignal) => fetch(`${server?.baseUrl}/chat/completions`, { method: 'POST', body: '{"model":"fake"}', signal });

describe('startFakeModelServer', () => {
  it('plays its script in order, the last reply again and again, and records what it is sent', async () => {
    server = await startFakeModelServer([{ kind: 'status', status: 429, headers: { 'retry-after': '7' } }, { kind: 'text', text: 'yes' }]);
    const first = await post();
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '7']);
    for (const _ of [2, 3]) expect(await (await post()).json()).toMatchObject({ choices: [{ message: { content: 'yes' }, finish_reason: 'stop' }] });
    expect(server.requests.map(({ path, body }) => [path, body])).toEqual(Array(3).fill(['/v1/chat/completions', { model: 'fake' }]));
  });

  it('plays a function of the request', async () => {
    server = await startFakeModelServer(({ text }, index): FakeReply => ({ kind: 'body', body: `${index} ${text}` }));
    expect(await (await post()).text()).toBe('0 {"model":"fake"}');
    expect(await (await post()).text()).toBe('1 {"model":"fake"}');
  });

  it.each([{ kind: 'drop' }, { kind: 'cut' }] as const)('$kind gives no whole reply', async (reply) => {
    server = await startFakeModelServer([reply]);
    await expect(post().then((response) => response.text())).rejects.toThrow();
  });

  it('hangs until the caller gives up, and closes all the same', async () => {
    server = await startFakeModelServer([{ kind: 'hang' }]);
    await expect(post(AbortSignal.timeout(100))).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(server.requests).toHaveLength(1);
  });

  it.each([200, 401])('answers the list of models with %i', async (modelsStatus) => {
    server = await startFakeModelServer([{ kind: 'hang' }], { modelsStatus });
    expect((await fetch(`${server.baseUrl}/models`)).status).toBe(modelsStatus);
  });

  it.each<[FakeDialectName, string, object]>([
    ['openai', '/v1', { choices: [{ message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }] }],
    ['google', '/v1beta', { candidates: [{ content: { role: 'model', parts: [{ text: 'yes' }] }, finishReason: 'STOP' }] }],
    ['anthropic', '/v1', { type: 'message', content: [{ type: 'text', text: 'yes' }], stop_reason: 'end_turn' }],
  ])('speaks %s below %s', async (dialect, path, body) => {
    server = await startFakeModelServer([{ kind: 'text', text: 'yes' }], { dialect });
    expect(new URL(server.baseUrl).pathname).toBe(path);
    expect(await (await post()).json()).toMatchObject(body);
  });

  it.each<[FakeDialectName, object]>([
    ['openai', { choices: [{ finish_reason: 'content_filter' }] }],
    ['google', { promptFeedback: { blockReason: 'OTHER' } }],
    ['anthropic', { stop_reason: 'refusal' }],
  ])('blocks as %s does', async (dialect, body) => {
    server = await startFakeModelServer([{ kind: 'blocked' }], { dialect });
    expect(await (await post()).json()).toMatchObject(body);
  });

  it('says how many requests waited at a time', async () => {
    server = await startFakeModelServer([{ kind: 'text', text: 'yes' }], { delayMs: 50 });
    await Promise.all([post(), post(), post()]);
    await post();
    expect(server.peakInFlight).toBe(3);
  });
});
