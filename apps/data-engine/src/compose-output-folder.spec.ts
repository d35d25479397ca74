import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { composeOutputFolder } from './compose-output-folder.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medstream-output-'));
});
afterEach(async () => rm(folder, { recursive: true }));

describe('composeOutputFolder', () => {
  it('says of a file in the way that the folder cannot be written, and does not call it a defect', async () => {
    const output = composeOutputFolder(folder);
    await output.writeText('.work/out/rejected/x.jsonl', '');
    await writeFile(join(folder, 'rejected'), 'of another');
    await mkdir(join(folder, 'a-folder'));
    for (const work of [() => output.move('.work/out/rejected/x.jsonl', 'rejected/x.jsonl'), () => output.list('rejected'), () => output.readText('a-folder'), () => output.makeFolder('rejected/deep'), () => output.remove('rejected/x')]) {
      await expect(work()).rejects.toMatchObject({ code: 'store/not-writable', exitCode: 3 });
    }
  });

  it('lists what is there but for the lock, and lets no path lead out', async () => {
    const output = composeOutputFolder(folder);
    await writeFile(join(folder, '.lock'), '');
    await output.writeText('b/.lock', '');
    await output.writeText('a', '');
    expect([await output.list(''), await output.list('b'), await output.list('none')]).toEqual([['a', 'b'], ['.lock'], []]);
    await expect(output.readText('../other')).rejects.toMatchObject({ code: 'store/corrupt' });
  });
});
