import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { listEntries, makeFolder, moveEntry, readTextIfAny, removeEntry } from './folder-entries.js';

let folder: string;
const at = (...parts: string[]): string => join(folder, ...parts);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medstream-store-'));
  await writeFile(at('a-file'), 'text');
});
afterEach(async () => rm(folder, { recursive: true }));

describe('entries of a folder', () => {
  it('are listed, read, moved and removed, and need not be there', async () => {
    expect(await listEntries(at('none'))).toEqual([]);
    expect(await readTextIfAny(at('none'))).toBeNull();
    await removeEntry(at('none'));
    await makeFolder(at('deep', 'er'));
    await moveEntry(at('a-file'), at('new', 'place'));
    expect(await readFile(at('new', 'place'), 'utf8')).toBe('text');
    expect(await readTextIfAny(at('new', 'place'))).toBe('text');
    expect(await listEntries(folder)).toEqual(['deep', 'new']);
    await removeEntry(at('deep'));
    expect(await listEntries(folder)).toEqual(['new']);
  });

  // a file stands where a folder is needed, and the other way round
  it.each<[string, () => Promise<unknown>]>([
    ['list', () => listEntries(at('a-file'))],
    ['read', () => readTextIfAny(folder)],
    ['read below a file', () => readTextIfAny(at('a-file', 'x'))],
    ['make', () => makeFolder(at('a-file', 'x'))],
    ['move', () => moveEntry(at('a-file'), at('a-file', 'x'))],
    ['remove', () => removeEntry(at('a-file', 'x', 'y'))],
  ])('a fault of the system to %s is one of the machine, not a defect', async (_what, work) => {
    await expect(work()).rejects.toMatchObject({ code: 'store/not-writable', exitCode: 3 });
  });
});
