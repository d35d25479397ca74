import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

import { readRunConfig, resolveRunSettings } from './run-settings.js';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
});
afterEach(() => folder.remove());

async function writeConfig(text: string): Promise<string> {
  const file = join(folder.path, 'run.yaml');
  await writeFile(file, text);
  return file;
}

describe('resolveRunSettings', () => {
  it('lets flags win over the file and the file over defaults', async () => {
    const file = await readRunConfig(await writeConfig('data: a.jsonl\nmodel: demo:shapes\nout: run\nconcurrency: 8\nseed: 5\nmax_cost: 2.5\ncanary: false\nrequests_per_minute: 60\ntokens_per_minute: 90000\ntimeout_sec: 20\nmax_wait_sec: 60\nretry_wait_sec: 0.5\nprice: {input: 1, output: 2}\nallow_upload: [one, two]\n'));
    expect(resolveRunSettings({ seed: 9, data: ['b.jsonl', 'c.jsonl'], maxCost: 4, canary: true }, file)).toEqual({
      data: ['b.jsonl', 'c.jsonl'],
      mediaRoot: undefined,
      model: 'demo:shapes',
      baseUrl: undefined,
      out: 'run',
      limit: null,
      filter: [],
      maxFrames: null,
      repeats: 1,
      calls: { concurrency: 8, maxCostUsd: 4, canary: false, requestsPerMinute: 60, tokensPerMinute: 90_000, timeoutSec: 20, maxWaitSec: 60, retryWaitSec: 0.5, price: { input: 1, output: 2 } },
      cache: undefined,
      cacheSize: undefined,
      seed: 9,
      allowUpload: ['one', 'two'],
    });
    expect(resolveRunSettings({ data: ['d'], model: 'm:n', out: 'o' }, await readRunConfig(undefined))).toMatchObject({ calls: { concurrency: 4, maxCostUsd: null, canary: true }, repeats: 1, seed: 1 });
  });

  it.each<[string, string, string, RegExp]>([
    ['an unknown key, listing the known', 'max-frames: 3', 'config/unknown-key', /allow_upload, base_url, .*max_frames/],
    ['a wrong type', 'limit: few', 'config/bad-value', /./],
    ['a wrong range', 'limit: 0', 'config/bad-value', /./],
    ['a list instead of keys', '- data', 'config/bad-value', /./],
    ['what is not YAML', 'data: [', 'config/unreadable', /./],
  ])('refuses %s', async (_name, text, code, hint) => {
    await expect(readRunConfig(await writeConfig(text))).rejects.toMatchObject({ code, exitCode: 2, hint: expect.stringMatching(hint) });
  });

  it('names what is missing', () => {
    expect(() => resolveRunSettings({ data: ['a'], model: 'demo:shapes' }, {})).toThrow(expect.objectContaining({ code: 'usage/bad-argument', message: expect.stringContaining('--out') as string }));
  });
});
