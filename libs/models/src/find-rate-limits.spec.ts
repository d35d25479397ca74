import { asksServer, findDefaultEndpoint } from './find-default-endpoint.js';
import { findRateLimits } from './find-rate-limits.js';

describe('findRateLimits', () => {
  it.each<[string, string | null, object]>([
    ['google:gemini-2.5-pro', findDefaultEndpoint('google:gemini-2.5-pro'), { requestsPerMinute: 150, tokensPerMinute: 2_000_000 }],
    ['google:gemini-2.5-pro', 'http://127.0.0.1:1/v1beta', {}],
    ['google:another', findDefaultEndpoint('google:another'), {}],
    ['openai:Qwen/Qwen3-VL-4B-Instruct', 'http://127.0.0.1:8000/v1', {}],
    ['demo:shapes', null, {}],
  ])('%s at %s', (name, endpoint, limits) => {
    expect(findRateLimits({ name, endpoint })).toEqual(limits);
  });
});

it.each<[string, string | null, boolean]>([
  ['google:x', 'https://generativelanguage.googleapis.com/v1beta', true],
  ['anthropic:x', 'https://api.anthropic.com/v1', true],
  ['openai:x', null, true],
  ['demo:shapes', null, false],
  ['baseline:random', null, false],
])('%s is asked at %s by default', (spec, endpoint, isAsked) => {
  expect([findDefaultEndpoint(spec), asksServer(spec)]).toEqual([endpoint, isAsked]);
});
