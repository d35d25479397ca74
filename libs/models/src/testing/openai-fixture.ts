import type { VendorFixture } from './vendor-fixture.js';

interface ChoiceFacts {
  message?: Record<string, unknown>;
  finish?: string;
  usage?: unknown;
}

function completion({ message = {}, finish = 'stop', usage }: ChoiceFacts): unknown {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'fake',
    choices: [{ index: 0, message: { role: 'assistant', content: null, refusal: null, tool_calls: [], ...message }, logprobs: null, finish_reason: finish, stop_reason: null }],
    usage,
    system_fingerprint: null,
  };
}

const error = (fields: object): unknown => ({ error: { message: 'scripted', type: 'invalid_request_error', param: null, code: null, ...fields } });

/** https://platform.openai.com/docs/api-reference/chat, as vLLM and Azure send it; errors as vLLM, SGLang, Ollama, llama.cpp and LM Studio send them. */
export const fixture: VendorFixture = {
  provider: 'openai',
  dialect: 'openai',
  path: '/v1/chat/completions',
  keyHeader: { name: 'authorization', value: (apiKey) => `Bearer ${apiKey}` },
  requestBody: {
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
  },
  good: { title: 'a text', status: 200, body: completion({ message: { content: 'calot triangle dissection' }, usage: { prompt_tokens: 900, completion_tokens: 5, total_tokens: 905 } }) },
  replies: [
    { title: 'tokens in part', status: 200, body: completion({ message: { content: 'a' }, usage: { completion_tokens: 5 } }), expected: { status: 'ok', usage: { input_tokens: null, output_tokens: 5 } } },
    { title: 'no tokens', status: 200, body: completion({ message: { content: 'a' } }), expected: { status: 'ok', usage: null } },
    { title: 'reasoning beside the answer', status: 200, body: completion({ message: { content: 'calot', reasoning_content: 'it may be an alert' } }), expected: { status: 'ok', text: 'calot' } },
    { title: 'reasoning beside the answer, as vLLM calls it now', status: 200, body: completion({ message: { content: 'calot', reasoning: 'it may be an alert' } }), expected: { status: 'ok', text: 'calot' } },
    { title: 'reasoning alone', status: 200, body: completion({ message: { content: '', reasoning_content: 'calot' } }), expected: { status: 'empty', text: null } },
    { title: 'reasoning that used up the tokens', status: 200, body: completion({ message: { reasoning_content: 'calot' }, finish: 'length' }), expected: { status: 'truncated', text: null } },
    { title: 'cut by the token limit', status: 200, body: completion({ message: { content: 'calot tri' }, finish: 'length' }), expected: { status: 'truncated', text: 'calot tri' } },
    { title: 'blank', status: 200, body: completion({ message: { content: ' \n\t' } }), expected: { status: 'empty', text: ' \n\t' } },
    { title: 'null', status: 200, body: completion({}), expected: { status: 'empty', text: null } },
    { title: 'filtered', status: 200, body: completion({ finish: 'content_filter' }), expected: { status: 'blocked', text: null } },
    { title: 'refused', status: 200, body: completion({ message: { refusal: 'I cannot look at this.' } }), expected: { status: 'refused', text: 'I cannot look at this.' } },
    { title: 'refused after an answer', status: 200, body: completion({ message: { content: 'calot', refusal: 'No more.' } }), expected: { status: 'refused', text: 'calot' } },
    { title: 'an unknown finish reason', status: 200, body: completion({ message: { content: 'calot' }, finish: 'eos' }), expected: { status: 'ok', text: 'calot' } },
    { title: 'a filter that answers 400', status: 400, body: error({ code: 'content_filter' }), expected: { status: 'blocked', text: null } },
  ],
  again: [
    { title: 'no choice', status: 200, body: { choices: [] } },
    { title: 'an error under 200', status: 200, body: error({}) },
    { title: 'a reply that vLLM or SGLang broke off, with a text begun', status: 200, body: completion({ message: { content: 'calot tri' }, finish: 'abort' }) },
    { title: 'a reply that a router could not finish', status: 200, body: completion({ message: { content: '' }, finish: 'error' }) },
    { title: 'a reply for which DeepSeek ran out of room', status: 200, body: completion({ message: { content: 'calot' }, finish: 'insufficient_system_resource' }) },
    { title: 'llama.cpp that loads its model', status: 503, body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } } },
    { title: 'a full queue of SGLang', status: 503, body: { object: 'error', message: 'The request queue is full.', type: 'ServiceUnavailableError', param: null, code: 503 } },
    { title: 'a proxy in front', status: 502, body: '<html><head><title>502 Bad Gateway</title></head></html>' },
  ],
  final: [
    { title: 'credit used up', status: 429, body: error({ message: 'You exceeded your current quota, please check your plan and billing details.', type: 'insufficient_quota', code: 'insufficient_quota' }), code: 'model/quota-used-up' },
    {
      title: 'the requests of a day used up',
      status: 429,
      body: error({ message: 'Rate limit reached for fake on requests per day (RPD): Limit 200, Used 200, Requested 1. Please try again in 7m12s.', type: 'requests', code: 'rate_limit_exceeded' }),
      code: 'model/quota-used-up',
    },
    { title: 'an account that is not active', status: 429, body: error({ message: 'Your account is not active, please check your billing details on our website.', type: 'billing_not_active', code: 'billing_not_active' }), code: 'model/quota-used-up' },
    { title: 'no credit at DeepSeek or a router', status: 402, body: error({ message: 'Insufficient Balance', type: 'unknown_error', code: 'invalid_request_error' }), code: 'model/quota-used-up' },
    { title: 'a wrong key', status: 401, body: error({ message: 'Incorrect API key provided: sk-very*******-key.', code: 'invalid_api_key' }), code: 'model/missing-key' },
    { title: 'too long a prompt', status: 400, body: error({ message: 'maximum context length is 32768 tokens', code: 'context_length_exceeded' }), code: 'model/bad-request' },
    { title: 'too long a prompt for vLLM', status: 400, body: { error: { message: "This model's maximum context length is 32768 tokens. However, your request has 40000 input tokens.", type: 'BadRequestError', param: null, code: 400 } }, code: 'model/bad-request' },
    { title: 'too long a prompt for SGLang and vLLM before 0.10', status: 400, body: { object: 'error', message: "This model's maximum context length is 32768 tokens.", type: 'BadRequestError', param: null, code: 400 }, code: 'model/bad-request' },
    { title: 'too many pictures for vLLM', status: 400, body: { error: { message: 'At most 8 image(s) may be provided in one prompt.', type: 'BadRequestError', param: null, code: 400 } }, code: 'model/bad-request' },
    { title: 'too long a prompt for llama.cpp', status: 400, body: { error: { code: 400, message: 'request (14429 tokens) exceeds the available context size (8192 tokens), try increasing it', type: 'exceed_context_size_error', n_prompt_tokens: 14_429, n_ctx: 8_192 } }, code: 'model/bad-request' },
    { title: 'the same as a fault of llama.cpp', status: 500, body: { error: { code: 500, message: 'the request exceeds the available context size.', type: 'exceed_context_size_error', n_prompt_tokens: 14_429, n_ctx: 8_192 } }, code: 'model/bad-request' },
    { title: 'the same found out half-way', status: 500, body: { error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } }, code: 'model/bad-request' },
    { title: 'the same under 200', status: 200, body: { error: { code: 400, message: 'the request exceeds the available context size.', type: 'exceed_context_size_error', n_prompt_tokens: 14_429, n_ctx: 8_192 } }, code: 'model/bad-request' },
    { title: 'a model that Ollama does not have', status: 404, body: { error: { message: 'model "fake" not found, try pulling it first', type: 'not_found_error', param: null, code: null } }, code: 'model/unknown' },
    { title: 'a model that LM Studio has not loaded', status: 404, body: { error: { message: 'No models loaded. Please load a model in the developer page.', type: 'invalid_request_error', param: 'model', code: 'model_not_found' } }, code: 'model/unknown' },
    { title: 'an error in words alone', status: 400, body: { error: 'this model is missing data required for image input' }, code: 'model/bad-request' },
    { title: 'no such model', status: 404, body: error({ message: 'The model `fake` does not exist.', code: 'model_not_found' }), code: 'model/unknown' },
  ],
  wait: { title: 'a limit of the minute', status: 429, headers: { 'retry-after': '17' }, body: error({ message: 'Rate limit reached for fake on tokens per min (TPM): Limit 30000.', type: 'tokens', code: 'rate_limit_exceeded' }) },
};
