import { type FakeModelServer, startFakeModelServer } from '@medstream/testing';

import { boundTokens } from './bound-tokens.js';
import { createModel } from './create-model.js';
import { createRateControl } from './create-rate-control.js';
import { estimateTokens } from './estimate-tokens.js';

const decodeImage = async () => Promise.reject(new Error('no picture is decoded here'));
const request = { prompt: 'p', images: [] };

let server: FakeModelServer | null = null;
afterEach(async () => server?.close());

async function startModel(...[script]: Parameters<typeof startFakeModelServer>) {
  server = await startFakeModelServer(script);
  const rateControl = createRateControl({ maxInFlight: 4, sleep: async () => undefined });
  const model = createModel('openai:fake', { decodeImage, baseUrl: server.baseUrl, rateControl, sleep: async () => undefined });
  return { model, rateControl };
}

describe('a model under rate control', () => {
  it('gives its permit back after every attempt and halves on overload', async () => {
    const { model, rateControl } = await startModel([{ kind: 'status', status: 429 }, { kind: 'status', status: 500 }, { kind: 'text', text: 'yes' }]);
    expect(await model.generate(request)).toMatchObject({ status: 'ok', attempts: 3 });
    expect(rateControl.state).toEqual({ limit: 2, inFlight: 0, waiting: 0 });
  });

  it('a used-up quota ends the call that met it and all later ones, without asking again', async () => {
    const { model } = await startModel([{ kind: 'status', status: 429, body: '{"error":{"message":"m","code":"insufficient_quota"}}' }]);
    expect(await model.generate(request)).toMatchObject({ status: 'transport_error', attempts: 1, error: { code: 'model/quota-used-up' } });
    expect(await model.generate(request)).toMatchObject({ status: 'transport_error', text: null, attempts: 0, latencyMs: null, error: { code: 'model/quota-used-up' }, endsRun: true });
    expect(server?.requests).toHaveLength(1);
  });

  it('a call that waits for its next attempt is called off once the quota is used up', async () => {
    server = await startFakeModelServer([{ kind: 'status', status: 500 }, { kind: 'status', status: 429, body: '{"error":{"message":"m","code":"insufficient_quota"}}' }]);
    const rateControl = createRateControl({ maxInFlight: 4 });
    const model = createModel('openai:fake', { decodeImage, baseUrl: server.baseUrl, rateControl, firstWaitMs: 3_600_000 });
    const waiting = model.generate(request);
    while (server.requests.length === 0 || rateControl.state.inFlight > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await model.generate(request);
    expect(await waiting).toMatchObject({ status: 'transport_error', attempts: 1, error: { code: 'model/quota-used-up' }, endsRun: true });
  });

  it('an abort while it waits for its turn is an abort', async () => {
    const { model, rateControl } = await startModel([{ kind: 'text', text: 'yes' }]);
    const held = await Promise.all([1, 2, 3, 4].map(async () => rateControl.acquire({ tokens: 1 })));
    const controller = new AbortController();
    const asked = model.generate({ ...request, signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    for (const permit of held) permit.release({ kind: 'failed' });
    expect([rateControl.state.inFlight, server?.requests.length]).toEqual([0, 0]);
  });
});

describe('estimateTokens', () => {
  const image = { bytes: Uint8Array.of(1), mediaType: 'image/jpeg', timestampSec: 1 };

  it('reckons with a third of the characters, ten beside a picture and 512 of reply', () => {
    // 301 / 3, and 1,032 a picture of Gemini
    expect(estimateTokens({ prompt: 'x'.repeat(301), images: [image, image] }, 'google:gemini-2.5-pro')).toEqual({ inputTokens: 101 + 2 * 1_042, outputTokens: 512 });
  });

  it.each(['openai:gpt-4o-mini', 'openai:gpt-4o', 'anthropic:claude-sonnet-4-5', 'openai:Qwen/Qwen2.5-VL-7B-Instruct', 'openai:something-of-ones-own'])('takes the pictures of %s for what its limit of money does', (model) => {
    const ofPicture = (count: typeof estimateTokens) => count({ prompt: '', images: [image] }, model).inputTokens - count({ prompt: '', images: [] }, model).inputTokens;
    // 24 bytes for the time, where pacing takes ten tokens
    expect(ofPicture(estimateTokens) - 10).toBe(ofPicture(boundTokens) - 24);
  });
});
