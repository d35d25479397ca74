import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

import { openSharedBudget } from './open-shared-budget.js';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
});
afterEach(() => folder.remove());
const at = (): string => join(folder.path, 'spending');

describe('openSharedBudget', () => {
  it('counts nothing before anything was set aside', async () => {
    expect(await openSharedBudget(at(), 1).readTotals()).toEqual({ calls: 0, spentUsd: 0, reservedUsd: 0 });
  });

  it('many workers at one time set no more aside than the limit, and each sees what all spent', async () => {
    // each knows only the disk; 24 calls want 2 dollars each, and 10 are there: five get them
    const workers = Array.from({ length: 4 }, () => openSharedBudget(at(), 10));
    const settles = (await Promise.all(Array.from({ length: 6 }, () => workers.map((worker) => worker.reserve(2))).flat())).filter((settle) => settle !== null);
    expect(settles).toHaveLength(5);
    expect(await openSharedBudget(at(), 10).readTotals()).toEqual({ calls: 0, spentUsd: 0, reservedUsd: 10 });
    // three cost half a dollar, one was not answered, one died with its worker
    await Promise.all([settles[0]?.(0.5), settles[1]?.(0.5), settles[2]?.(0.5), settles[3]?.(null)]);
    for (const worker of workers) expect(await worker.readTotals()).toEqual({ calls: 3, spentUsd: 1.5, reservedUsd: 2 });
    // 6.5 are left: three more
    expect((await Promise.all(workers.map((worker) => worker.reserve(2)))).filter((settle) => settle !== null)).toHaveLength(3);
    expect((await readdir(at())).every((name) => /^\d{9}\.json$/.test(name))).toBe(true);
  });

  it('what earlier runs cost counts once, and only before anything else', async () => {
    const budget = openSharedBudget(at(), 5);
    await Promise.all([budget.noteEarlier({ calls: 4, spentUsd: 4 }), openSharedBudget(at(), 5).noteEarlier({ calls: 4, spentUsd: 4 })]);
    expect(await budget.readTotals()).toEqual({ calls: 4, spentUsd: 4, reservedUsd: 0 });
    expect([await budget.reserve(1.5), typeof (await budget.reserve(1))]).toEqual([null, 'function']);
    await budget.noteEarlier({ calls: 9, spentUsd: 9 });
    expect(await openSharedBudget(at(), 5).readTotals()).toEqual({ calls: 4, spentUsd: 4, reservedUsd: 1 });
  });

  it('a file that was changed from outside is an error, not nothing spent', async () => {
    await openSharedBudget(at(), 5).reserve(1);
    await writeFile(join(at(), '000000002.json'), '{"spent_usd":-1}');
    await expect(openSharedBudget(at(), 5).reserve(1)).rejects.toMatchObject({ code: 'store/corrupt' });
  });
});
