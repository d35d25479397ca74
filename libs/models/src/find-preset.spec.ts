import { readdir } from 'node:fs/promises';

import { type FakeModelServer, startFakeModelServer } from '@medstream/testing';

import { createModel } from './create-model.js';
import { findPreset, PRESETS } from './find-preset.js';
import { findProvider } from './find-provider.js';

const decodeImage = async () => Promise.reject(new Error('no picture is decoded here'));

/** `Qwen2.5-VL-7B` and `qwen2-5-vl-7b` are one name. */
const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

describe('presets', () => {
  it('holds the nine models of the paper (table 4)', () => {
    const models = ['Gemini-2.5-Pro', 'Qwen3-VL-4B', 'Qwen3-VL-8B', 'Qwen2.5-VL-7B', 'InternVL3.5-8B', 'LLaVA-OneVision-7B', 'HuluMed-4B', 'HuluMed-7B', 'Lingshu-7B'];
    expect(PRESETS.map(({ title }) => title)).toEqual(expect.arrayContaining(models));
  });

  it('are the files of their folder, each named after its title, each name once', async () => {
    const files = (await readdir(new URL('./presets/', import.meta.url))).map((file) => file.replace(/\.ts$/, '')).sort();
    expect(files.map(letters)).toEqual(PRESETS.map(({ title }) => letters(title)));
    expect(new Set(PRESETS.map(({ name }) => name)).size).toBe(PRESETS.length);
  });

  it.each(PRESETS.map((preset) => [preset.title, preset] as const))('%s can be run as it says', (_, preset) => {
    const provider = findProvider(preset.name.split(':')[0] ?? '');
    // a model of one's own server has a command that serves it under the name it is called by
    expect(preset.serve !== null).toBe(provider?.defaultBaseUrl === null);
    if (preset.serve !== null) {
      expect(preset.serve.split(' ')).toContain(preset.name.slice(preset.name.indexOf(':') + 1));
      expect(preset.serve).toContain(`--max-model-len ${preset.limits.context_tokens} `);
      const images = Number(/"image": (\d+)/.exec(preset.serve)?.[1]);
      expect(images).toBeGreaterThanOrEqual(preset.limits.max_images);
      expect(preset.serve).toContain('--no-enable-prefix-caching');
    }
    // protocol medstream-1
    expect(preset.image).toEqual({ media_type: 'image/jpeg', max_side: 1_024 });
    const model = createModel(preset.name, { decodeImage, baseUrl: 'http://localhost:8000/v1', apiKey: 'k' });
    expect(model.settings).toMatchObject({ max_output_tokens: 512 });
    expect(JSON.parse(String(model.settings['request'] ?? '{}'))).toEqual(preset.request);
  });

  it('is null for other names', () => {
    expect(findPreset('openai:another')).toBeNull();
  });
});

describe('fields of a preset', () => {
  let server: FakeModelServer | null = null;
  afterEach(async () => server?.close());

  it.each([
    ['openai', 'openai:ZJU-AI4H/Hulu-Med-4B', { chat_template_kwargs: { enable_thinking: false }, max_tokens: 512, temperature: 0 }],
    ['google', 'google:gemini-2.5-pro', { generationConfig: { maxOutputTokens: 512, temperature: 0, thinkingConfig: { thinkingBudget: 128 } } }],
  ] as const)('are sent: %s', async (dialect, spec, body) => {
    server = await startFakeModelServer([{ kind: 'text', text: 'yes' }], { dialect });
    const model = createModel(spec, { decodeImage, baseUrl: server.baseUrl });
    expect(await model.generate({ prompt: 'p', images: [] })).toMatchObject({ status: 'ok', text: 'yes' });
    expect(server.requests[0]?.body).toMatchObject(body);
  });
});
