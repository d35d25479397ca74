import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { listItemFiles } from './list-item-files.js';

let folder: string;
const at = (...names: string[]) => join(folder, ...names);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medstream-store-'));
  await mkdir(at('data', 'rejected'), { recursive: true });
  await mkdir(at('data', 'folder.jsonl'));
  await mkdir(at('empty'));
  for (const name of ['b.jsonl', 'a.jsonl', 'manifest.json', '._a.jsonl', 'rejected/c.jsonl']) await writeFile(at('data', name), '');
  await symlink(at('data', 'a.jsonl'), at('data', 'link.jsonl'));
});
afterAll(async () => rm(folder, { recursive: true }));

describe('listItemFiles', () => {
  it.each<[string, string[], string[]]>([
    ['a file is itself, whatever its name', ['data/manifest.json'], ['data/manifest.json']],
    ['a folder is its own .jsonl files in order', ['data'], ['data/a.jsonl', 'data/b.jsonl', 'data/link.jsonl']],
    ['each file once, in the order first named', ['data/b.jsonl', 'data'], ['data/b.jsonl', 'data/a.jsonl', 'data/link.jsonl']],
  ])('%s', async (_, paths, expected) => {
    expect(await listItemFiles(paths.map((path) => at(path)))).toEqual(expected.map((path) => at(path)));
  });

  it.each<[string, string[], string]>([
    ['a path that is not there', ['data', 'nothing'], 'usage/missing-root'],
    ['a folder without item files', ['data', 'empty'], 'input/no-items'],
    ['no path', [], 'input/no-items'],
    ['a path below a file', ['data/a.jsonl/b'], 'input/unreadable'],
  ])('%s', async (_, paths, code) => {
    await expect(listItemFiles(paths.map((path) => at(path)))).rejects.toMatchObject({ code });
  });
});
