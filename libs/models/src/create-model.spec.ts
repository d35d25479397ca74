import { createModel } from './create-model.js';
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

describe('listModels', () => {
  it('lists providers and the baselines handed in', () => {
    expect(listModels(['abstain', 'oracle']).map(({ name, needsBaseUrl, readsFrames }) => [name, needsBaseUrl, readsFrames])).toEqual([
      ['openai:NAME', true, true],
      ['demo:shapes', false, true],
      ['baseline:abstain', false, false],
      ['baseline:oracle', false, false],
    ]);
  });
});
