import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

import { commitFile } from './commit-file.js';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
});
afterEach(() => folder.remove());

describe('commitFile', () => {
  it('keeps the first of many results and leaves nothing else', async () => {
    const file = join(folder.path, 'job.json');
    const made = await Promise.all(Array.from({ length: 20 }, async (_, index) => ((await commitFile(file, `result ${index}`)) ? index : null)));
    const winners = made.filter((index) => index !== null);
    expect(winners).toHaveLength(1);
    expect(await readFile(file, 'utf8')).toBe(`result ${winners[0]}`);
    expect(await readdir(folder.path)).toEqual(['job.json']);
    expect(await commitFile(file, 'late')).toBe(false);
    expect(await readFile(file, 'utf8')).toBe(`result ${winners[0]}`);
  });

  it('takes no result where the folder is gone', async () => {
    await rm(folder.path, { recursive: true });
    await expect(commitFile(join(folder.path, 'job.json'), 'late')).rejects.toMatchObject({ code: 'store/not-writable' });
  });
});
