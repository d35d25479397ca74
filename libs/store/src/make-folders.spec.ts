import { existsSync } from 'node:fs';
import { type mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

import { makeFolders } from './make-folders.js';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
});
afterEach(async () => folder.remove());

const systemError = (code: string): Error => Object.assign(new Error(code), { code });

it('makes those above it too, is content with what is there, and may be asked by several at once', async () => {
  const deep = join(folder.path, 'a', 'b', 'c');
  await Promise.all([makeFolders(deep), makeFolders(deep), makeFolders(join(folder.path, 'a', 'd'))]);
  await makeFolders(deep);
  expect((await stat(deep)).isDirectory()).toBe(true);
  expect(existsSync(join(folder.path, 'a', 'd'))).toBe(true);
});

it('says what the system says of a file in its place, and of one above it', async () => {
  await writeFile(join(folder.path, 'file'), '');
  await expect(makeFolders(join(folder.path, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolders(join(folder.path, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

it.each([
  // a file system that is read-only
  ['EROFS', 'EROFS'],
  // one that takes no folders: the folder above is there, and yet
  ['ENOENT', 'ENOENT'],
])('ends with %s where that is what is said of the last folder', async (said, code) => {
  let calls = 0;
  const refusing = (async (path: string) => {
    calls += 1;
    throw systemError(path === folder.path ? 'EEXIST' : said);
  }) as unknown as typeof mkdir;
  await expect(makeFolders(join(folder.path, 'new'), { mkdir: refusing })).rejects.toMatchObject({ code });
  // the folder, the one above it, the folder again
  expect(calls).toBe(code === 'ENOENT' ? 3 : 1);
});
