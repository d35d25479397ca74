import { type FakeModelServer, type FakeReply, type FakeScript, startFakeModelServer } from '@medstream/testing';

import { createModel, type ModelOptions } from './create-model.js';
import type { ModelRequest } from './model.js';
import { MAX_ATTEMPTS } from './retry-policy.js';

const apiKey = 'sk-very-secret-key';
const request: ModelRequest = {
  prompt: 'Question: which phase?',
  images: [
    { bytes: Uint8Array.of(1, 2, 3), mediaType: 'image/jpeg', timestampSec: 10.04 },
    { bytes: Uint8Array.of(4, 5, 6), mediaType: 'image/png', timestampSec: 12 },
  ],
};

let server: FakeModelServer | null = null;
let naps: number[] = [];
afterEach(async () => {
  await server?.close();
  server = null;
  naps = [];
});

async function startModel(script: FakeScript, options: Partial<ModelOptions> & { modelsStatus?: number } = {}) {
  server = await startFakeModelServer(script, options);
  return createModel('openai:fake', {
    decodeImage: async () => Promise.reject(new Error('not used')),
    baseUrl: server.baseUrl,
    apiKey,
    sleep: async (ms) => {
      naps.push(ms);
    },
    ...options,
  });
}

const good: FakeReply = { kind: 'text', text: 'calot triangle dissection' };

describe('the request', () => {
  it('holds the prompt, then each picture behind its decoded time, and nothing else', async () => {
    const model = await startModel([good]);
    await model.generate(request);
    // base64 of the bytes 1, 2, 3 and 4, 5, 6
    expect(server?.requests[0]?.body).toEqual({
      model: 'fake',
      temperature: 0,
      max_tokens: 512,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Question: which phase?' },
            { type: 'text', text: 't = 10.040 s' },
            { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,AQID' } },
            { type: 'text', text: 't = 12.000 s' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,BAUG' } },
          ],
        },
      ],
    });
    expect(server?.requests[0]?.path).toBe('/v1/chat/completions');
    expect(server?.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
  });

  it('holds no path, evidence, label or key, also where the caller hands in more than it should', async () => {
    const model = await startModel([good]);
    const more = { ...request, item: { media_path: 'video01.mp4', evidence: 'the label is', answer: 'secret answer' }, images: request.images.map((image) => ({ ...image, path: 'video01.mp4' })) };
    await model.generate(more);
    for (const word of ['video01', 'evidence', 'the label is', 'secret answer', apiKey]) expect(server?.requests[0]?.text).not.toContain(word);
  });

  it('names pictures of image sequences by their index, and sends a text alone where there is no picture', async () => {
    const model = await startModel([good]);
    await model.generate({ prompt: 'p', images: [{ bytes: Uint8Array.of(1, 2, 3), mediaType: 'image/png', timestampSec: 7, timeUnit: 'frames' }] });
    await model.generate({ prompt: 'p', images: [] });
    expect(server?.requests.map(({ body }) => (body as { messages: [{ content: unknown }] }).messages[0].content)).toEqual([
      [{ type: 'text', text: 'p' }, { type: 'text', text: 'frame 7' }, expect.objectContaining({ type: 'image_url' })],
      'p',
    ]);
  });

  it('sends no authorisation without a key', async () => {
    const model = await startModel([good], { apiKey: undefined });
    await model.generate(request);
    expect(server?.requests[0]?.headers.authorization).toBeUndefined();
  });
});

describe('a reply', () => {
  it.each<[string, FakeReply, object]>([
    ['a text', { ...good, usage: { prompt_tokens: 900, completion_tokens: 5 } }, { status: 'ok', text: 'calot triangle dissection', usage: { input_tokens: 900, output_tokens: 5 } }],
    ['tokens in part', { ...good, usage: { completion_tokens: 5 } }, { status: 'ok', usage: { input_tokens: null, output_tokens: 5 } }],
    ['no tokens', good, { status: 'ok', usage: null }],
    ['reasoning beside the answer', { ...good, reasoning: 'it may be an alert' }, { status: 'ok', text: 'calot triangle dissection' }],
    ['reasoning alone', { kind: 'text', text: '', reasoning: 'calot' }, { status: 'empty', text: null }],
    ['reasoning that used up the tokens', { kind: 'text', text: null, reasoning: 'calot', finishReason: 'length' }, { status: 'truncated', text: null }],
    ['cut by the token limit', { kind: 'text', text: 'calot tri', finishReason: 'length' }, { status: 'truncated', text: 'calot tri' }],
    ['blank', { kind: 'text', text: ' \n\t' }, { status: 'empty', text: ' \n\t' }],
    ['null', { kind: 'text', text: null }, { status: 'empty', text: null }],
    ['filtered', { kind: 'text', text: null, finishReason: 'content_filter' }, { status: 'blocked', text: null }],
    ['refused', { kind: 'text', text: null, refusal: 'I cannot look at this.' }, { status: 'refused', text: 'I cannot look at this.' }],
    ['refused after an answer', { kind: 'text', text: 'calot', refusal: 'No more.' }, { status: 'refused', text: 'calot' }],
    ['an unknown finish reason', { ...good, finishReason: 'eos' }, { status: 'ok' }],
    ['a filter that answers 400', { kind: 'status', status: 400, body: '{"error":{"message":"filtered","code":"content_filter"}}' }, { status: 'blocked', text: null }],
  ])('%s', async (_, reply, expected) => {
    const model = await startModel([reply]);
    expect(await model.generate(request)).toMatchObject({ ...expected, attempts: 1 });
    expect(naps).toEqual([]);
  });
});

describe('a transient failure', () => {
  const leaky = { body: `{"error":{"message":"key ${apiKey} is busy"}}` };
  const failures: [string, FakeReply, string][] = [
    ...[408, 409, 425, 429, 500, 502, 503, 504, 529].map((status): [string, FakeReply, string] => [`HTTP ${status}`, { kind: 'status', status, ...leaky }, 'model/failing']),
    ['a dropped connection', { kind: 'drop' }, 'model/unreachable'],
    ['a body that is cut', { kind: 'cut' }, 'model/failing'],
    ['a body that is not JSON', { kind: 'body', body: `<html>${apiKey}` }, 'model/failing'],
    ['a body without choices', { kind: 'body', body: '{"choices":[]}' }, 'model/failing'],
    ['an error in place of a completion', { kind: 'body', body: leaky.body }, 'model/failing'],
  ];

  it.each(failures)('%s is tried again until it works', async (_, failure) => {
    const model = await startModel([failure, failure, good]);
    expect(await model.generate(request)).toMatchObject({ status: 'ok', attempts: 3, text: 'calot triangle dissection' });
    expect(naps).toHaveLength(2);
  });

  it.each(failures)('%s that lasts is a transport error after eight calls with growing waits', async (_, failure, code) => {
    const model = await startModel([failure]);
    const reply = await model.generate(request);
    expect(reply).toMatchObject({ status: 'transport_error', text: null, attempts: 8, error: { code } });
    expect(server?.requests).toHaveLength(MAX_ATTEMPTS);
    expect(naps).toHaveLength(7);
    expect([...naps].sort((left, right) => left - right)).toEqual(naps);
    expect(JSON.stringify(reply)).not.toContain(apiKey);
  });

  it('a server that is not there', async () => {
    const model = await startModel([good]);
    await server?.close();
    expect(await model.generate(request)).toMatchObject({ status: 'transport_error', attempts: 8, error: { code: 'model/unreachable' } });
  });

  it('a server that hangs', async () => {
    const model = await startModel([{ kind: 'hang' }, { kind: 'hang' }, good], { timeoutMs: 100 });
    expect(await model.generate(request)).toMatchObject({ status: 'ok', attempts: 3 });
    const hanging = await startFakeModelServer([{ kind: 'hang' }]);
    const other = createModel('openai:fake', { decodeImage: async () => Promise.reject(new Error('not used')), baseUrl: hanging.baseUrl, timeoutMs: 30, sleep: async () => undefined });
    expect(await other.generate(request)).toMatchObject({ status: 'transport_error', attempts: 8, error: { code: 'model/failing', message: 'openai:fake: no complete reply within 0.03 s' } });
    await hanging.close();
  });

  it.each<[string, string, number]>([
    ['seconds', '17', 17_000],
    ['a date', 'Sun, 06 Nov 1994 08:49:37 GMT', 40_000],
    ['a day, which is capped', '86400', 300_000],
  ])('Retry-After as %s is honoured', async (_, header, waitMs) => {
    // RFC 9110, 5.6.7: the example date is 784,111,777 s after the epoch
    const model = await startModel([{ kind: 'status', status: 429, headers: { 'retry-after': header } }, good], { now: () => 784_111_777_000 - 40_000 });
    expect(await model.generate(request)).toMatchObject({ status: 'ok', attempts: 2 });
    expect(naps).toEqual([waitMs]);
  });

  it('waits alike for one seed and spreads over seeds', async () => {
    const waits = [];
    for (const seed of [1, 1, 2]) {
      naps = [];
      const model = await startModel([{ kind: 'status', status: 500 }], { seed });
      await model.generate(request);
      await server?.close();
      waits.push(naps);
    }
    expect(waits[0]).toEqual(waits[1]);
    expect(waits[0]).not.toEqual(waits[2]);
  });

  it('reports the duration of the last attempt', async () => {
    let clockMs = 0;
    const now = () => (clockMs += 5);
    const model = await startModel([good], { now });
    expect((await model.generate(request)).latencyMs).toBe(5);
  });
});

describe('a permanent failure', () => {
  it.each<[number, string]>([
    [400, 'model/bad-request'],
    [401, 'model/missing-key'],
    [403, 'model/missing-key'],
    [404, 'model/unknown'],
    [413, 'model/bad-request'],
    [422, 'model/bad-request'],
    [307, 'model/bad-request'],
  ])('HTTP %i ends at once as %s', async (status, code) => {
    const headers = { location: 'http://example.invalid/', 'x-echo': apiKey };
    const model = await startModel([{ kind: 'status', status, headers, body: `{"error":{"message":"Incorrect key ${apiKey.slice(0, 7)}**** or ${apiKey}"}}` }]);
    const reply = await model.generate(request);
    expect(reply).toMatchObject({ status: 'transport_error', attempts: 1, text: null, error: { code } });
    expect([server?.requests.length, naps]).toEqual([1, []]);
    expect(JSON.stringify(reply)).not.toContain(apiKey);
    if (code === 'model/missing-key') expect(JSON.stringify(reply)).not.toContain(apiKey.slice(0, 7));
  });
});

describe('abort', () => {
  it('stops a call that hangs, at once and without another attempt', async () => {
    const model = await startModel([{ kind: 'hang' }]);
    const controller = new AbortController();
    const asked = model.generate({ ...request, signal: controller.signal });
    while (server?.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    expect([server?.requests.length, naps]).toEqual([1, []]);
  });

  it('stops a wait', async () => {
    const controller = new AbortController();
    // the real timer: the first wait is at least 0.75 s
    const model = await startModel([{ kind: 'status', status: 500 }], { sleep: undefined });
    const startMs = performance.now();
    const asked = model.generate({ ...request, signal: controller.signal });
    while (server?.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    setTimeout(() => controller.abort(), 50);
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(performance.now() - startMs).toBeLessThan(700);
    expect(server?.requests).toHaveLength(1);
  });

  it('makes no call when it came before', async () => {
    const model = await startModel([good]);
    await expect(model.generate({ ...request, signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    expect(server?.requests).toEqual([]);
  });
});

describe('checkReachable', () => {
  it.each([200, 404, 500])('takes %i for an answer', async (modelsStatus) => {
    await expect((await startModel([good], { modelsStatus })).checkReachable()).resolves.toBeUndefined();
  });

  it.each([401, 403])('says that the key is not accepted on %i', async (modelsStatus) => {
    const model = await startModel([good], { modelsStatus });
    await expect(model.checkReachable()).rejects.toMatchObject({ code: 'model/missing-key', exitCode: 2 });
    await expect(model.checkReachable()).rejects.not.toThrow(apiKey);
  });

  it('says so when nobody answers, after three tries', async () => {
    const model = await startModel([good]);
    await server?.close();
    await expect(model.checkReachable()).rejects.toMatchObject({ code: 'model/unreachable', exitCode: 3, message: expect.stringMatching(/ECONNREFUSED/) });
    expect(naps).toEqual([1_000, 2_000]);
  });
});
