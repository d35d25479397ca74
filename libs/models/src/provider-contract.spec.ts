import { type FakeModelServer, type FakeReply, type FakeScript, type FakeServerOptions, startFakeModelServer } from '@medstream/testing';

import { MAX_BODY_BYTES } from './bound-body.js';
import { createModel, type ModelOptions } from './create-model.js';
import { PROVIDERS } from './find-provider.js';
import { loadFolder } from './load-folder.js';
import type { ModelRequest, RetryNotice } from './model.js';
import { MAX_ATTEMPTS } from './retry-policy.js';
import type { RecordedAnswer, VendorFixture } from './testing/vendor-fixture.js';

const apiKey = 'sk-very-secret-key';
const decodeImage = async () => Promise.reject(new Error('no picture is decoded here'));
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

const play = ({ status, headers, body }: RecordedAnswer): FakeReply => ({ kind: 'status', status, headers, body: JSON.stringify(body) });
const arrived = async (): Promise<void> => {
  while (server?.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
};

const fixtures = (await loadFolder(new URL('./testing/', import.meta.url))).flatMap(({ module }) => (module['fixture'] === undefined ? [] : [module['fixture'] as VendorFixture]));

it('holds for every provider that has a server', () => {
  expect(fixtures.map(({ provider }) => provider).sort()).toEqual(PROVIDERS.filter(({ hasServer }) => hasServer).map(({ id }) => id).sort());
});

describe.each(fixtures)('$provider', (vendor) => {
  const spec = `${vendor.provider}:fake`;
  const good = play(vendor.good);

  async function startModel(script: FakeScript, options: Partial<ModelOptions> & FakeServerOptions = {}) {
    server = await startFakeModelServer(script, { dialect: vendor.dialect, ...options });
    return createModel(spec, {
      decodeImage,
      baseUrl: server.baseUrl,
      apiKey,
      sleep: async (ms) => {
        naps.push(ms);
      },
      ...options,
    });
  }

  describe('the request', () => {
    it('holds the prompt, then each picture behind its decoded time, and nothing else', async () => {
      const model = await startModel([good]);
      await model.generate(request);
      expect(server?.requests[0]?.body).toEqual(vendor.requestBody);
      expect(server?.requests[0]?.path).toBe(vendor.path);
      expect(server?.requests[0]?.headers[vendor.keyHeader.name]).toBe(vendor.keyHeader.value(apiKey));
    });

    it('holds no path, evidence, label or key, also where the caller hands in more than it should', async () => {
      const model = await startModel([good]);
      const more = { ...request, item: { media_path: 'video01.mp4', evidence: 'the label is', answer: 'secret answer' }, images: request.images.map((image) => ({ ...image, path: 'video01.mp4' })) };
      await model.generate(more);
      for (const word of ['video01', 'evidence', 'the label is', 'secret answer', apiKey]) expect(server?.requests[0]?.text).not.toContain(word);
    });

    it.each(['/etc/passwd', 'file:///etc/passwd', 'https://example.invalid/x.png', 'data:image/png;base64,AQID', '![x](http://example.invalid/x.png)', 'medstreamPicture00000000000000000000000000000000x0x', '$& $1 $$ ${prompt}'])('sends a text as a text, whatever it looks like: %s', async (prompt) => {
      const model = await startModel([good]);
      await model.generate({ prompt, images: [] });
      const sent = server?.requests[0]?.text ?? '';
      expect([server?.requests.length, sent.includes(JSON.stringify(prompt)), /image_url|inlineData|fileData|"source"/.test(sent)]).toEqual([1, true, false]);
    });

    it('names pictures of image sequences by their index, and sends a text alone where there is no picture', async () => {
      const model = await startModel([good]);
      await model.generate({ prompt: 'p', images: [{ bytes: Uint8Array.of(1, 2, 3), mediaType: 'image/png', timestampSec: 7, timeUnit: 'frames' }] });
      await model.generate({ prompt: 'only this', images: [] });
      expect(server?.requests[0]?.text).toMatch(/"p".*"frame 7".*AQID/);
      expect(server?.requests[1]?.text).toContain('"only this"');
      expect(server?.requests[1]?.text).not.toMatch(/image|inlineData|frame/);
    });

    it('carries no key from the environment', async () => {
      const variables = ['OPENAI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'];
      const before = variables.map((name) => process.env[name]);
      for (const name of variables) process.env[name] = 'from-the-environment';
      try {
        const model = await startModel([good], { apiKey: undefined });
        await model.generate(request);
        expect(JSON.stringify(server?.requests[0])).not.toContain('from-the-environment');
        expect(server?.requests[0]?.headers[vendor.keyHeader.name] ?? '').toBe('');
      } finally {
        variables.forEach((name, index) => (before[index] === undefined ? delete process.env[name] : (process.env[name] = before[index])));
      }
    });
  });

  describe('a reply', () => {
    it('with a text', async () => {
      const model = await startModel([good]);
      expect(await model.generate(request)).toMatchObject({ status: 'ok', text: 'calot triangle dissection', usage: { input_tokens: 900, output_tokens: 5 }, attempts: 1 });
    });

    it.each(vendor.replies)('$title', async (answer) => {
      const model = await startModel([play(answer)]);
      expect(await model.generate(request)).toMatchObject({ ...answer.expected, attempts: 1 });
      expect(naps).toEqual([]);
    });

    it('holds no key, also where the server repeats it', async () => {
      const echo: FakeReply = { kind: 'text', text: `you are ${apiKey}` };
      const model = await startModel([echo]);
      expect(await model.generate(request)).toMatchObject({ status: 'ok', text: 'you are [key removed]' });
    });

    it('comes whole within a time that is no whole number of milliseconds', async () => {
      const model = await startModel([good], { timeoutMs: 60_000.9999999999999 });
      expect(await model.generate(request)).toMatchObject({ status: 'ok', attempts: 1 });
    });

    it('reports the duration of the last attempt', async () => {
      let clockMs = 0;
      const now = () => (clockMs += 5);
      const model = await startModel([good], { now });
      expect((await model.generate(request)).latencyMs).toBe(5);
    });
  });

  describe('a transient failure', () => {
    const leaky = { body: `{"error":{"message":"key ${apiKey} is busy"}}` };
    const failures: [string, FakeReply, string][] = [
      ...[408, 409, 425, 429, 500, 502, 503, 504, 529].map((status): [string, FakeReply, string] => [`HTTP ${status}`, { kind: 'status', status, ...leaky }, 'model/failing']),
      ['a dropped connection', { kind: 'drop' }, 'model/unreachable'],
      ['a body that is cut', { kind: 'cut' }, 'model/failing'],
      ['a body that is not JSON', { kind: 'body', body: `<html>${apiKey}` }, 'model/failing'],
      ['a body without an end in sight', { kind: 'body', body: ' '.repeat(MAX_BODY_BYTES + 1) }, 'model/failing'],
      ['a status that HTTP does not have', { kind: 'status', status: 999 }, 'model/unreachable'],
      ['an error in place of an answer', { kind: 'body', body: leaky.body }, 'model/failing'],
      ...vendor.again.map((answer): [string, FakeReply, string] => [answer.title, play(answer), 'model/failing']),
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
      const model = await startModel([{ kind: 'hang' }], { timeoutMs: 40 });
      expect(await model.generate(request)).toMatchObject({ status: 'transport_error', attempts: 8, error: { code: 'model/failing', message: `${spec}: no complete reply within 0.04 s` } });
    });

    it('tells of every wait: what came, which attempt is next, how long', async () => {
      const notices: RetryNotice[] = [];
      const model = await startModel([{ kind: 'status', status: 500 }, { kind: 'body', body: '<html>' }, good], { onRetry: (notice) => notices.push(notice) });
      await model.generate(request);
      expect(notices).toEqual([
        { error: { code: 'model/failing', message: expect.stringMatching(/HTTP 500/) as string }, attemptNumber: 2, attempts: MAX_ATTEMPTS, waitMs: naps[0] },
        { error: { code: 'model/failing', message: expect.stringMatching(/cannot be read/) as string }, attemptNumber: 3, attempts: MAX_ATTEMPTS, waitMs: naps[1] },
      ]);
    });

    it('waits as long as the vendor says', async () => {
      const model = await startModel([play(vendor.wait), good]);
      expect(await model.generate(request)).toMatchObject({ status: 'ok', attempts: 2 });
      expect(naps).toEqual([17_000]);
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

    it('milliseconds are honoured where a server states them beside the seconds', async () => {
      const model = await startModel([{ kind: 'status', status: 429, headers: { 'retry-after': '3', 'retry-after-ms': '2500' } }, good]);
      expect(await model.generate(request)).toMatchObject({ status: 'ok', attempts: 2 });
      expect(naps).toEqual([2_500]);
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
  });

  describe('a permanent failure', () => {
    it.each(vendor.final)('$title ends at once as $code', async (answer) => {
      const model = await startModel([play(answer)]);
      const reply = await model.generate(request);
      expect(reply).toMatchObject({ status: 'transport_error', attempts: 1, text: null, error: { code: answer.code } });
      expect([server?.requests.length, naps]).toEqual([1, []]);
    });

    it.each<[number, string]>([
      [400, 'model/bad-request'],
      [401, 'model/missing-key'],
      [403, 'model/missing-key'],
      [404, 'model/unknown'],
      [413, 'model/bad-request'],
      [422, 'model/bad-request'],
      [307, 'model/bad-request'],
    ])('HTTP %i ends at once as %s and leaks no key', async (status, code) => {
      const headers = { location: 'http://example.invalid/', 'x-echo': apiKey };
      const body = JSON.stringify({ type: 'error', error: { type: 'x', code: status, status: 'X', message: `Incorrect key ${apiKey.slice(0, 7)}**** or ${apiKey}` } });
      const model = await startModel([{ kind: 'status', status, headers, body }]);
      const reply = await model.generate(request);
      expect(reply).toMatchObject({ status: 'transport_error', attempts: 1, text: null, error: { code } });
      expect(JSON.stringify(reply)).not.toContain(apiKey);
      if (code === 'model/missing-key') expect(JSON.stringify(reply)).not.toContain(apiKey.slice(0, 7));
    });
  });

  it.each<[string, string, string]>([
    ['a body of a proxy', '{"detail":"at most 4 images may be given"}', 'at most 4 images may be given'],
    ['a list of defects', '{"detail":[{"loc":["body"],"msg":"image 3 is too large"}]}', 'image 3 is too large'],
    ['plain text with control characters and a key', `too\u001b[31m large ${apiKey}`, 'too [31m large [key removed]'],
    ['lists within lists', `${'['.repeat(9_000)}${']'.repeat(9_000)}`, '[[['],
    ['more than any reply has', 'x'.repeat(MAX_BODY_BYTES + 1), `HTTP 400 a body of more than ${MAX_BODY_BYTES} bytes`],
    ['a long page', `<p>${'x'.repeat(1_000)}`, '<p>xxx'],
  ])('a refused request holds the words of the server, cleaned and bounded: %s', async (_, body, words) => {
    const model = await startModel([{ kind: 'status', status: 400, body }]);
    const { error } = await model.generate(request);
    expect(error).toEqual({ code: 'model/bad-request', message: expect.stringContaining(words) as string });
    expect(error?.message.length).toBeLessThanOrEqual(300);
    expect(error?.message).not.toMatch(new RegExp(`${apiKey}|\\p{Cc}`, 'u'));
  });

  describe('abort', () => {
    it('stops a call that hangs, at once and without another attempt', async () => {
      const model = await startModel([{ kind: 'hang' }]);
      const controller = new AbortController();
      const asked = model.generate({ ...request, signal: controller.signal });
      await arrived();
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
      await arrived();
      setTimeout(() => controller.abort(), 20);
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
    it.each([200, 400, 404, 500])('takes %i for an answer', async (modelsStatus) => {
      await expect((await startModel([good], { modelsStatus })).checkReachable()).resolves.toBeUndefined();
    });

    it('says that the key is not accepted, however the vendor says so', async () => {
      const refusal = vendor.final.find(({ code }) => code === 'model/missing-key');
      const model = await startModel([good], { modelsStatus: refusal?.status, modelsBody: JSON.stringify(refusal?.body) });
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
});
