import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { hashLabelFile, readLabelFile } from './open-label-file.js';

let top: string;
let root: string;
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'medstream-label-'));
  root = join(top, 'root');
  await mkdir(join(root, 'labels'), { recursive: true });
  await writeFile(join(top, 'secret.txt'), 'not of the data set');
  await writeFile(join(root, 'labels', 'a.txt'), 'rows');
});
afterEach(() => rm(top, { recursive: true }));

test('a file below the root is read, also through links that stay inside and a root that is a link itself', async () => {
  await symlink('a.txt', join(root, 'labels', 'b.txt'));
  await symlink(root, join(top, 'link'));
  expect(String(await readLabelFile(root, 'labels/a.txt'))).toBe('rows');
  expect(String(await readLabelFile(join(top, 'link'), 'labels/b.txt'))).toBe('rows');
  // printf rows | sha256sum
  expect(await hashLabelFile(root, 'labels/b.txt')).toBe('bc51e9e65d79e1c90ba544ab2eae1044ccdf8c1af7a559ba375cba4276f7d99e');
});

test.each<[string, (file: string) => unknown, string]>([
  ['nothing', () => undefined, 'it is not there'],
  ['a folder', (file) => mkdir(file), 'it is no file'],
  ['a link out of the root', (file) => symlink('../../secret.txt', file), 'it leads out of the root by a symbolic link'],
  ['a link to nothing', (file) => symlink('nowhere', file), 'it is not there'],
  ['a link to itself', (file) => symlink('x.txt', file), 'its symbolic links go round in a circle'],
])('refuses %s', async (_, put, why) => {
  await put(join(root, 'labels', 'x.txt'));
  for (const read of [hashLabelFile, readLabelFile]) await expect(read(root, 'labels/x.txt')).rejects.toMatchObject({ code: 'input/unreadable', message: `the label file labels/x.txt cannot be read: ${why}`, hint: expect.any(String) as string });
});

test('refuses what is neither file nor folder: whoever opens a pipe waits for its writer', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(root, 'labels', 'x.txt'), resolve));
  await expect(readLabelFile(root, 'labels/x.txt')).rejects.toMatchObject({ code: 'input/unreadable', message: expect.stringContaining('it is no file') as string });
  await new Promise((resolve) => server.close(resolve));
});

test('refuses a path out of the root, and a file over the limit', async () => {
  await expect(readLabelFile(root, '../secret.txt')).rejects.toMatchObject({ code: 'input/unreadable' });
  await expect(readLabelFile(root, 'labels/a.txt', { maxBytes: 3 })).rejects.toMatchObject({ code: 'source/bad-label', message: 'labels/a.txt as a whole: found 4 bytes, expected at most 3' });
});
