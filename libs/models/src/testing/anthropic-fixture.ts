import type { VendorFixture } from './vendor-fixture.js';

const usage = { input_tokens: 900, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 5, service_tier: 'standard' };

function message(content: object[], stopReason: string | null = 'end_turn', used: object = usage): unknown {
  return { id: 'msg_01', type: 'message', role: 'assistant', model: 'fake', content, stop_reason: stopReason, stop_sequence: null, usage: used };
}

const text = (words: string): object => ({ type: 'text', text: words });
const error = (type: string, words = 'scripted'): unknown => ({ type: 'error', error: { type, message: words }, request_id: 'req_011' });

/** https://docs.anthropic.com/en/api/messages and /errors. */
export const fixture: VendorFixture = {
  provider: 'anthropic',
  dialect: 'anthropic',
  path: '/v1/messages',
  keyHeader: { name: 'x-api-key', value: (apiKey) => apiKey },
  requestBody: {
    model: 'fake',
    max_tokens: 512,
    temperature: 0,
    thinking: { type: 'disabled' },
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Question: which phase?' },
          { type: 'text', text: 't = 10.040 s' },
          { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'AQID' } },
          { type: 'text', text: 't = 12.000 s' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'BAUG' } },
        ],
      },
    ],
  },
  good: { title: 'a text', status: 200, body: message([text('calot triangle dissection')]) },
  replies: [
    // 900 + 40 + 60
    { title: 'cached input counts as input', status: 200, body: message([text('a')], 'end_turn', { ...usage, cache_creation_input_tokens: 40, cache_read_input_tokens: 60 }), expected: { status: 'ok', usage: { input_tokens: 1_000, output_tokens: 5 } } },
    { title: 'thinking beside the answer', status: 200, body: message([{ type: 'thinking', thinking: 'it may be an alert', signature: 'c2ln' }, text('calot')]), expected: { status: 'ok', text: 'calot' } },
    { title: 'thinking alone', status: 200, body: message([{ type: 'thinking', thinking: 'calot', signature: 'c2ln' }]), expected: { status: 'empty', text: null } },
    { title: 'cut by the token limit', status: 200, body: message([text('calot tri')], 'max_tokens'), expected: { status: 'truncated', text: 'calot tri' } },
    { title: 'cut by the context', status: 200, body: message([text('calot tri')], 'model_context_window_exceeded'), expected: { status: 'truncated', text: 'calot tri' } },
    { title: 'no content', status: 200, body: message([]), expected: { status: 'empty', text: null } },
    { title: 'blank', status: 200, body: message([text(' \n\t')]), expected: { status: 'empty', text: ' \n\t' } },
    { title: 'refused', status: 200, body: message([], 'refusal'), expected: { status: 'refused', text: null } },
    { title: 'refused, with the reason beside', status: 200, body: { ...(message([], 'refusal') as object), stop_details: { type: 'refusal', category: 'bio', explanation: 'scripted' } }, expected: { status: 'refused', text: null } },
    { title: 'refused after an answer', status: 200, body: message([text('calot')], 'refusal'), expected: { status: 'refused', text: 'calot' } },
    { title: 'a filter that answers 400', status: 400, body: error('invalid_request_error', 'Output blocked by content filtering policy'), expected: { status: 'blocked', text: null } },
  ],
  again: [
    { title: 'no content field', status: 200, body: { type: 'message', usage } },
    { title: 'an error under 200', status: 200, body: error('overloaded_error', 'Overloaded') },
    { title: 'overloaded', status: 529, body: error('overloaded_error', 'Overloaded') },
    { title: 'a fault of its own', status: 500, body: error('api_error', 'Internal server error') },
    { title: 'too slow', status: 504, body: error('timeout_error', 'Request timed out') },
  ],
  final: [
    { title: 'credit used up', status: 400, body: error('invalid_request_error', 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.'), code: 'model/quota-used-up' },
    { title: 'the spend of the month used up', status: 400, body: error('invalid_request_error', 'You have reached your specified API usage limits. You will regain access on 2026-01-01 at 00:00 UTC.'), code: 'model/quota-used-up' },
    { title: 'the tokens of a day used up', status: 429, headers: { 'retry-after': '20' }, body: error('rate_limit_error', 'This request would exceed your organization\'s rate limit of 1,000,000 input tokens per day.'), code: 'model/quota-used-up' },
    { title: 'no means of payment', status: 402, body: error('billing_error', 'There is an issue with your billing or payment information.'), code: 'model/quota-used-up' },
    { title: 'a picture that it cannot read', status: 400, body: error('invalid_request_error', 'Could not process image'), code: 'model/bad-request' },
    { title: 'a wrong key', status: 401, body: error('authentication_error', 'invalid x-api-key'), code: 'model/missing-key' },
    { title: 'too large', status: 413, body: error('request_too_large', 'Request exceeds the maximum size'), code: 'model/bad-request' },
    { title: 'too long a prompt', status: 400, body: error('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'), code: 'model/bad-request' },
    { title: 'no such model', status: 404, body: error('not_found_error', 'model: fake'), code: 'model/unknown' },
  ],
  wait: { title: 'a limit of the minute', status: 429, headers: { 'retry-after': '17' }, body: error('rate_limit_error', 'This request would exceed your organization\'s rate limit of 30,000 input tokens per minute.') },
};
