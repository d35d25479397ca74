import { type FakeModelServer, type FakeReply, startFakeModelServer } from '@medstream/testing';

import { createModel } from './create-model.js';
import { runCanary } from './run-canary.js';

let server: FakeModelServer | null = null;
afterEach(async () => server?.close());

/** The bytes are the colour. */
const encodePlainPicture = async ({ red, green, blue }: { red: number; green: number; blue: number }) => ({ bytes: Uint8Array.of(red, green, blue), mediaType: 'image/png' });

async function start(...script: FakeReply[]) {
  server = await startFakeModelServer(script);
  const model = createModel('openai:fake', { decodeImage: async () => Promise.reject(new Error('not used')), baseUrl: server.baseUrl, sleep: async () => undefined });
  return { model, outcome: () => runCanary(model, { encodePlainPicture }) };
}

const say = (text: string): FakeReply => ({ kind: 'text', text });

describe('runCanary', () => {
  it.each<[string, FakeReply[], string, number]>([
    ['three answers', [say('Red'), say('Green'), say('Blue')], 'passed', 3],
    ['two answers: some difference is enough', [say('Red'), say('Red'), say('Blue')], 'passed', 3],
    ['one answer, but another without a picture', [say('Red'), say('Red'), say(' red\n'), say('I see no picture.')], 'failed', 4],
    ['one answer, also without a picture', [say('unanswerable')], 'warned', 4],
    ['one answer, the control blocked', [say('Red'), say('Red'), say('Red'), { kind: 'text', text: null, finishReason: 'content_filter' }], 'warned', 4],
    ['a refusal', [say('Red'), { kind: 'text', text: null, refusal: 'no' }, say('Blue')], 'warned', 2],
    ['no answer at all', [{ kind: 'status', status: 400 }], 'warned', 1],
  ])('%s', async (_, script, verdict, calls) => {
    const { outcome } = await start(...script);
    const found = await outcome();
    expect(found).toMatchObject({ verdict });
    expect([found.replies.length, server?.requests.length]).toEqual([calls, calls]);
    if (verdict === 'failed') expect(found.error).toMatchObject({ code: 'model/blind', exitCode: 3 });
    else expect(found.error).toBeUndefined();
  });

  it('shows one prompt and three pictures, then the prompt alone', async () => {
    const { outcome } = await start(say('Red'));
    await outcome();
    const contents = server?.requests.map(({ body }) => (body as { messages: [{ content: unknown }] }).messages[0].content) ?? [];
    const prompts = contents.map((content) => (Array.isArray(content) ? (content[0] as { text: string }).text : content));
    expect(new Set(prompts).size).toBe(1);
    // base64 of the three colours
    expect(contents.slice(0, 3).map((content) => JSON.stringify(content))).toEqual(['3BQU', 'FKAo', 'Hjzc'].map((base64) => expect.stringContaining(`base64,${base64}`)));
    expect(contents[3]).toBe(prompts[0]);
  });

  it('ends with an abort', async () => {
    const { model } = await start(say('Red'));
    await expect(runCanary(model, { encodePlainPicture, signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    expect(server?.requests).toEqual([]);
  });
});
