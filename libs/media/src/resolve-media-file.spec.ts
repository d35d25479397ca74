import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

import { resolveMediaFile } from './resolve-media-file.js';

let folder: TemporaryFolder;
let root: string;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  root = join(folder.path, 'root');
  mkdirSync(join(root, 'a'), { recursive: true });
  mkdirSync(join(folder.path, 'root-2'));
  writeFileSync(join(root, 'a', 'b.mp4'), 'x');
  writeFileSync(join(folder.path, 'root-2', 'secret'), 'x');
  symlinkSync(join(root, 'a', 'b.mp4'), join(root, 'inside.mp4'));
  symlinkSync(join(folder.path, 'root-2', 'secret'), join(root, 'out.mp4'));
  symlinkSync(folder.path, join(root, 'up'));
});
afterAll(() => folder.remove());

it.each([
  ['a/b.mp4', 'a/b.mp4'],
  ['a', 'a'],
  ['inside.mp4', 'a/b.mp4'], // a link may lead to another place inside
])('%s -> %s', async (path, real) => {
  await expect(resolveMediaFile(root, path)).resolves.toBe(join(root, real));
});

it.each([
  ['out.mp4', 'media/outside-root'], // into a folder whose name only begins like the root's
  ['up/root-2/secret', 'media/outside-root'],
  ['../root-2/secret', 'media/outside-root'],
  ['/etc/passwd', 'media/outside-root'],
  ['a/absent.mp4', 'media/missing'],
])('%s -> %s', async (path, code) => {
  await expect(resolveMediaFile(root, path)).rejects.toMatchObject({ code });
});

it('takes a root that is itself a link', async () => {
  symlinkSync(root, join(folder.path, 'link'));
  await expect(resolveMediaFile(join(folder.path, 'link'), 'a/b.mp4')).resolves.toBe(join(root, 'a', 'b.mp4'));
});
