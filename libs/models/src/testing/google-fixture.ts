import type { VendorFixture } from './vendor-fixture.js';

const usageMetadata = { promptTokenCount: 900, candidatesTokenCount: 5, totalTokenCount: 905, promptTokensDetails: [{ modality: 'TEXT', tokenCount: 384 }, { modality: 'IMAGE', tokenCount: 516 }] };

function generated(candidate: Record<string, unknown>, rest: Record<string, unknown> = { usageMetadata }): unknown {
  return { candidates: [{ index: 0, ...candidate }], modelVersion: 'fake', responseId: 'r-1', ...rest };
}

const says = (...parts: object[]): object => ({ role: 'model', parts });
const safetyRatings = [{ category: 'HARM_CATEGORY_DANGEROUS_CONTENT', probability: 'HIGH', blocked: true }];
const error = (code: number, status: string, details: object[] = [], message = 'scripted'): unknown => ({ error: { code, message, status, details } });
const quota = (...quotaIds: string[]): object => ({ '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: quotaIds.map((quotaId) => ({ quotaMetric: 'generativelanguage.googleapis.com/generate_content_free_tier_requests', quotaId })) });
const retry = (retryDelay: string): object => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay });

/** https://ai.google.dev/api/generate-content and the errors of google.rpc. */
export const fixture: VendorFixture = {
  provider: 'google',
  dialect: 'google',
  path: '/v1beta/models/fake:generateContent',
  keyHeader: { name: 'x-goog-api-key', value: (apiKey) => apiKey },
  requestBody: {
    generationConfig: { maxOutputTokens: 512, temperature: 0 },
    contents: [
      {
        role: 'user',
        parts: [
          { text: 'Question: which phase?' },
          { text: 't = 10.040 s' },
          { inlineData: { mimeType: 'image/jpeg', data: 'AQID' } },
          { text: 't = 12.000 s' },
          { inlineData: { mimeType: 'image/png', data: 'BAUG' } },
        ],
      },
    ],
    safetySettings: ['HATE_SPEECH', 'DANGEROUS_CONTENT', 'HARASSMENT', 'SEXUALLY_EXPLICIT'].map((category) => ({ category: `HARM_CATEGORY_${category}`, threshold: 'BLOCK_NONE' })),
  },
  good: { title: 'a text', status: 200, body: generated({ content: says({ text: 'calot triangle dissection' }), finishReason: 'STOP' }) },
  replies: [
    { title: 'a text in two parts', status: 200, body: generated({ content: says({ text: 'calot ' }, { text: 'triangle' }), finishReason: 'STOP' }), expected: { status: 'ok', text: 'calot triangle' } },
    {
      title: 'thoughts, which are paid as output',
      status: 200,
      body: generated({ content: says({ text: 'it may be an alert', thought: true }, { text: 'calot' }), finishReason: 'STOP' }, { usageMetadata: { ...usageMetadata, thoughtsTokenCount: 128 } }),
      // 5 + 128
      expected: { status: 'ok', text: 'calot', usage: { input_tokens: 900, output_tokens: 133 } },
    },
    { title: 'thoughts that used up the tokens: no candidate tokens at all', status: 200, body: generated({ content: { role: 'model' }, finishReason: 'MAX_TOKENS' }, { usageMetadata: { promptTokenCount: 900, thoughtsTokenCount: 512 } }), expected: { status: 'truncated', text: null, usage: { input_tokens: 900, output_tokens: 512 } } },
    { title: 'no tokens', status: 200, body: generated({ content: says({ text: 'a' }), finishReason: 'STOP' }, {}), expected: { status: 'ok', usage: null } },
    { title: 'cut by the token limit', status: 200, body: generated({ content: says({ text: 'calot tri' }), finishReason: 'MAX_TOKENS' }), expected: { status: 'truncated', text: 'calot tri' } },
    { title: 'no part', status: 200, body: generated({ content: { role: 'model' }, finishReason: 'STOP' }), expected: { status: 'empty', text: null } },
    { title: 'no part in an empty content', status: 200, body: generated({ content: {}, finishReason: 'STOP' }), expected: { status: 'empty', text: null } },
    { title: 'no content, though it ended by itself', status: 200, body: generated({ finishReason: 'STOP' }), expected: { status: 'empty', text: null } },
    { title: 'stopped for OTHER', status: 200, body: generated({ finishReason: 'OTHER' }), expected: { status: 'empty', text: null } },
    { title: 'blank', status: 200, body: generated({ content: says({ text: ' \n\t' }), finishReason: 'STOP' }), expected: { status: 'empty', text: ' \n\t' } },
    { title: 'a reply stopped by a filter, without content', status: 200, body: generated({ finishReason: 'SAFETY', safetyRatings }), expected: { status: 'blocked', text: null } },
    { title: 'a reply stopped half way', status: 200, body: generated({ content: says({ text: 'calot' }), finishReason: 'PROHIBITED_CONTENT' }), expected: { status: 'blocked', text: 'calot' } },
    { title: 'pictures refused', status: 200, body: generated({ finishReason: 'IMAGE_SAFETY' }), expected: { status: 'blocked', text: null } },
    { title: 'a blocked prompt: no candidate', status: 200, body: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 900, totalTokenCount: 900 }, modelVersion: 'fake' }, expected: { status: 'blocked', text: null, usage: { input_tokens: 900, output_tokens: null } } },
    { title: 'a prompt blocked for OTHER with every filter off', status: 200, body: { promptFeedback: { blockReason: 'OTHER' }, usageMetadata }, expected: { status: 'blocked', text: null } },
  ],
  again: [
    { title: 'neither a candidate nor a reason', status: 200, body: { usageMetadata, modelVersion: 'fake' } },
    { title: 'an error under 200', status: 200, body: error(500, 'INTERNAL') },
    { title: 'null for candidates, without a reason', status: 200, body: { candidates: null, usageMetadata: { promptTokenCount: 900, candidatesTokenCount: 0, totalTokenCount: 900 } } },
    { title: 'overloaded', status: 503, body: error(503, 'UNAVAILABLE', [], 'The model is overloaded. Please try again later.') },
    { title: 'too slow', status: 504, body: error(504, 'DEADLINE_EXCEEDED', [], 'Deadline expired before operation could complete.') },
    { title: 'no capacity, without a quota', status: 429, body: error(429, 'RESOURCE_EXHAUSTED', [], 'Resource has been exhausted (e.g. check quota).') },
  ],
  final: [
    { title: 'the requests of a day used up, with a short wait beside', status: 429, body: error(429, 'RESOURCE_EXHAUSTED', [quota('GenerateRequestsPerMinutePerProjectPerModel-FreeTier', 'GenerateRequestsPerDayPerProjectPerModel-FreeTier'), retry('22s')], 'You exceeded your current quota'), code: 'model/quota-used-up' },
    { title: 'the tokens of a day used up, of a paid account', status: 429, body: error(429, 'RESOURCE_EXHAUSTED', [quota('GenerateContentPaidTierInputTokensPerModelPerDay')]), code: 'model/quota-used-up' },
    { title: 'a place that is not served', status: 400, body: error(400, 'FAILED_PRECONDITION', [], 'User location is not supported for the API use.'), code: 'model/bad-request' },
    { title: 'a wrong key, under 400', status: 400, body: error(400, 'INVALID_ARGUMENT', [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' }], 'API key not valid.'), code: 'model/missing-key' },
    { title: 'a key without the right', status: 403, body: error(403, 'PERMISSION_DENIED'), code: 'model/missing-key' },
    { title: 'an argument', status: 400, body: error(400, 'INVALID_ARGUMENT', [], 'Unable to process input image.'), code: 'model/bad-request' },
    { title: 'no such model', status: 404, body: error(404, 'NOT_FOUND', [], 'models/fake is not found for API version v1beta'), code: 'model/unknown' },
  ],
  wait: { title: 'a limit of the minute, the wait in the body', status: 429, body: error(429, 'RESOURCE_EXHAUSTED', [quota('GenerateContentInputTokensPerModelPerMinute-FreeTier'), retry('16.9991s')]) },
};
