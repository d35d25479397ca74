import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

import { claimOutput, type OutputClaim } from './claim-output.js';
import { composeOutputFolder } from './compose-output-folder.js';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
});
afterEach(async () => folder.remove());

const claim = async (command = 'review import'): Promise<OutputClaim> => claimOutput(composeOutputFolder(folder.path), { mark: 'review.json', command });
const put = async (name: string, text = ''): Promise<void> => writeFile(join(folder.path, name), text);
const refusal = { code: 'usage/output-not-empty', message: 'the output folder holds files that no review import wrote' };

describe('claimOutput', () => {
  it('goes on in a folder that the same command was killed in, before its mark was there', async () => {
    await (await claim()).begin();
    await put('cholec80.jsonl');
    const again = await claim();
    await expect(claim('review export')).rejects.toMatchObject({ code: 'usage/output-not-empty' });
    await again.begin();
    await put('review.json');
    await again.finish();
    expect((await readdir(folder.path)).sort()).toEqual(['cholec80.jsonl', 'review.json']);
    await expect(claim()).resolves.toBeDefined();
  });

  it.each<[string, [name: string, text: string][]]>([
    ['files of somebody else', [['cholec80.jsonl', '']]],
    ['a note of another command', [['.begun', 'review export\n'], ['key.json', '']]],
  ])('refuses a folder with %s, and leaves it as it is', async (_, files) => {
    for (const [name, text] of files) await put(name, text);
    await expect(claim()).rejects.toMatchObject(refusal);
    expect((await readdir(folder.path)).sort()).toEqual(files.map(([name]) => name).sort());
  });
});
