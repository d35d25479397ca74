import { composeBatchModel } from './compose-batch-model.js';

const KEY = 'sk-canary-0123456789';
const { readReply } = composeBatchModel('openai:fake', { baseUrl: 'http://localhost:9/v1', apiKey: KEY });
const body = { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'fake', choices: [{ index: 0, message: { role: 'assistant', content: 'B' }, finish_reason: 'stop' }], usage: { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 } };
const refusal = { message: 'At most 8 image(s) may be provided in one prompt.', type: 'BadRequestError', param: null, code: 400 };

describe('a line of a batch, as vendors write it', () => {
  it.each<[string, Parameters<typeof readReply>[0], object]>([
    ['an answer', { custom_id: 'x', response: { status_code: 200, request_id: 'r', body }, error: null }, { status: 'ok', text: 'B', usage: { input_tokens: 9, output_tokens: 1 } }],
    ['an answer that a server broke off', { custom_id: 'x', response: { status_code: 200, body: { ...body, choices: [{ ...body.choices[0], finish_reason: 'abort' }] } }, error: null }, { status: 'transport_error', text: null, error: { code: 'model/failing' } }],
    ['a refused request (OpenAI)', { custom_id: 'x', response: { status_code: 400, body: { error: refusal } }, error: null }, { status: 'transport_error', error: { code: 'model/bad-request', message: expect.stringContaining('At most 8 image(s)') as string } }],
    ['a refused request (vllm run-batch, the error beside)', { custom_id: 'x', response: { status_code: 400, request_id: 'r', body: null }, error: { error: refusal } }, { status: 'transport_error', error: { code: 'model/bad-request', message: expect.stringContaining('At most 8 image(s)') as string } }],
    ['the same of older ones', { custom_id: 'x', response: { status_code: 400 }, error: { object: 'error', ...refusal } }, { status: 'transport_error', error: { code: 'model/bad-request', message: expect.stringContaining('At most 8 image(s)') as string } }],
    ['a text for an error', { custom_id: 'x', response: { status_code: 400 }, error: 'Only /v1/chat/completions is supported.' }, { status: 'transport_error', error: { code: 'model/bad-request', message: expect.stringContaining('Only /v1/chat/completions') as string } }],
    ['a request that was never come to', { custom_id: 'x', response: null, error: { code: 'batch_expired', message: 'not in time' } }, { status: 'transport_error', error: { code: 'model/failing', message: 'openai:fake: the batch holds no answer (batch_expired: not in time)' } }],
    ['nothing at all', { custom_id: 'x' }, { status: 'transport_error', error: { code: 'model/failing', message: 'openai:fake: the batch holds no answer' } }],
    ['an error of another form', { custom_id: 'x', error: [1] }, { status: 'transport_error', error: { code: 'model/failing', message: 'openai:fake: the batch holds no answer' } }],
    ['a wrong key, repeated', { custom_id: 'x', error: `Incorrect API key ${KEY}` }, { error: { message: 'openai:fake: the batch holds no answer (Incorrect API key [key removed])' } }],
    ['a used-up quota', { custom_id: 'x', response: { status_code: 429, body: { error: { code: 'insufficient_quota', message: 'm' } } } }, { status: 'transport_error', error: { code: 'model/quota-used-up' } }],
    ['an account without credit', { custom_id: 'x', response: { status_code: 402, body: { error: { message: 'm' } } } }, { status: 'transport_error', error: { code: 'model/quota-used-up' } }],
    // no answer of a server can have these, and none of them holds a body
    ...[0, 100, 101, 199, 204, 205, 304, 600, 1_000].map((status): [string, Parameters<typeof readReply>[0], object] => [`a status that no answer has: ${status}`, { custom_id: 'x', response: { status_code: status, body } }, { status: 'transport_error', text: null, error: { code: 'model/failing', message: `openai:fake: the line states HTTP ${status}, which no answer has` } }]),
  ])('%s', async (_, line, expected) => {
    expect(await readReply(line)).toMatchObject({ attempts: 1, ...expected });
  });
});
