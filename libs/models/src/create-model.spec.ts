import { assertModelExists } from './assert-model-exists.js';
import { createModel } from './create-model.js';
import { PROVIDERS } from './find-provider.js';
import { listModels } from './list-models.js';
import { parseModelSpec } from './model-spec.js';

const decodeImage = async () => Promise.reject(new Error('no picture is decoded here'));

describe('parseModelSpec', () => {
  it.each([
    ['openai:qwen2.5vl:7b', { provider: 'openai', name: 'qwen2.5vl:7b' }],
    ['openai:Qwen/Qwen2.5-VL-7B-Instruct', { provider: 'openai', name: 'Qwen/Qwen2.5-VL-7B-Instruct' }],
    ['baseline:oracle-lag-2', { provider: 'baseline', name: 'oracle-lag-2' }],
  ])('%s', (spec, parsed) => {
    expect(parseModelSpec(spec)).toEqual(parsed);
  });

  it.each(['', 'shapes', ':shapes', 'openai:', 'openai: ', 'openai: x'])('%j is no model', (spec) => {
    expect(() => parseModelSpec(spec)).toThrow(expect.objectContaining({ code: 'model/unknown' }));
  });
});

describe('assertModelExists', () => {
  it.each(['demo:shapes', 'openai:anything'])('takes %s without address and key', (spec) => {
    expect(() => assertModelExists(spec)).not.toThrow();
  });

  it.each(['nosuch:thing', 'demo:nosuch', 'openai'])('refuses %s', (spec) => {
    expect(() => assertModelExists(spec)).toThrow(expect.objectContaining({ code: 'model/unknown' }));
  });
});

describe('createModel', () => {
  it('shows settings without key and address', () => {
    const model = createModel('openai:m', { decodeImage, baseUrl: 'http://localhost:8000/v1/', apiKey: 'sk-secret' });
    expect(model).toMatchObject({ name: 'openai:m', endpoint: 'http://localhost:8000/v1', settings: { api: 'chat-completions', temperature: 0, max_output_tokens: 512 } });
    expect(JSON.stringify(model)).not.toContain('sk-secret');
  });

  it.each(['demo:circles', 'baseline:random', 'nobody:x', 'shapes'])('%s is unknown here', (spec) => {
    expect(() => createModel(spec, { decodeImage })).toThrow(expect.objectContaining({ code: 'model/unknown', exitCode: 2 }));
  });

  it.each([undefined, '', 'localhost', 'ftp://localhost', 'http://user:pw@localhost/v1', 'http://localhost/v1?key=1', 'http://localhost/#x'])('refuses the address %j', (baseUrl) => {
    expect(() => createModel('openai:m', { decodeImage, baseUrl })).toThrow(expect.objectContaining({ code: 'usage/bad-argument' }));
  });

  it.each(['', 'sk-secret\n', 'sk secret', 'sk-sécret'])('refuses the key %j without showing it', (apiKey) => {
    const make = () => createModel('openai:m', { decodeImage, baseUrl: 'http://localhost', apiKey });
    expect(make).toThrow(expect.objectContaining({ code: 'model/missing-key', message: expect.not.stringMatching(/s[eé]cret/) }));
  });
});

describe('addresses and keys of vendors', () => {
  it.each([
    ['google:gemini-2.5-pro', 'https://generativelanguage.googleapis.com/v1beta', 'GEMINI_API_KEY'],
    ['anthropic:claude-sonnet-4-5', 'https://api.anthropic.com/v1', 'ANTHROPIC_API_KEY'],
  ])('%s goes to %s and wants a key', (spec, endpoint, keyVariable) => {
    expect(createModel(spec, { decodeImage, apiKey: 'k' }).endpoint).toBe(endpoint);
    expect(() => createModel(spec, { decodeImage })).toThrow(expect.objectContaining({ code: 'model/missing-key', exitCode: 2, hint: expect.stringContaining(keyVariable) }));
    expect(createModel(spec, { decodeImage, baseUrl: 'http://localhost:9/x' }).endpoint).toBe('http://localhost:9/x');
  });

  it('states the temperature only where one is sent', () => {
    const settingsOf = (name: string) => createModel(name, { decodeImage, apiKey: 'k' }).settings;
    expect(settingsOf('anthropic:claude-sonnet-4-5')).toMatchObject({ temperature: 0, thinking: 'disabled' });
    expect(settingsOf('anthropic:claude-opus-5-5')).toMatchObject({ temperature: 'not accepted by the model' });
  });
});

describe('listModels', () => {
  const rows = listModels(['abstain', 'oracle']);

  it('lists providers, presets and the baselines handed in', () => {
    const plain = rows.filter(({ preset }) => preset === null);
    const facts = plain.map(({ name, needsBaseUrl, keyVariable, readsFrames }) => [name, needsBaseUrl, keyVariable, readsFrames]);
    expect(facts).toEqual(
      expect.arrayContaining([
        ['anthropic:NAME', false, 'ANTHROPIC_API_KEY', true],
        ['demo:shapes', false, null, true],
        ['google:NAME', false, 'GEMINI_API_KEY', true],
        ['openai:NAME', true, 'OPENAI_API_KEY', true],
      ]),
    );
    expect(facts.slice(-2)).toEqual([
      ['baseline:abstain', false, null, false],
      ['baseline:oracle', false, null, false],
    ]);
    expect(new Set(facts.map(([name]) => String(name).split(':')[0]))).toEqual(new Set([...PROVIDERS.map(({ id }) => id), 'baseline']));
  });

  it('shows limits and the serving command of a preset', () => {
    expect(rows.find(({ title }) => title === 'Qwen2.5-VL-7B')).toMatchObject({
      name: 'openai:Qwen/Qwen2.5-VL-7B-Instruct',
      needsBaseUrl: true,
      preset: { limits: { context_tokens: 128_000 }, serve: expect.stringMatching(/^vllm serve Qwen\/Qwen2\.5-VL-7B-Instruct /) },
    });
    expect(rows.find(({ title }) => title === 'Gemini-2.5-Pro')).toMatchObject({ needsBaseUrl: false, keyVariable: 'GEMINI_API_KEY', preset: { serve: null } });
  });
});
