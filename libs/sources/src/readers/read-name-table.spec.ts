import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readNameTable } from './read-name-table.js';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'medstream-names-'));
});
afterAll(() => rm(root, { recursive: true }));

async function read(content: string): Promise<string[]> {
  await writeFile(join(root, 'phase.csv'), content);
  return (await readNameTable(root, 'phase.csv')).names;
}

test.each([
  ['blank after the comma, no last line break', 'id, name\n0, first\n1, second'],
  ['no blanks, CRLF, byte order mark', '\uFEFFid,name\r\n0,first\r\n1,second\r\n'],
])('readNameTable reads %s', async (_, content) => {
  expect(await read(content)).toEqual(['first', 'second']);
});

test.each([
  ['another header', 'name, id\n0, first', 'line 1: found "name, id", expected the header "id, name"'],
  ['a leap in the ids', 'id, name\n0, first\n2, third', 'line 3: found "2, third", expected "1, <name>"'],
  // 80 characters of a cell are shown
  ['a name as long as a page', `id, name\n0, ${'x'.repeat(201)}`, `line 2: found "0, ${'x'.repeat(77)}…", expected "0, <name>"`],
  ['a missing name', 'id, name\n0', 'line 2: found "0", expected "0, <name>"'],
])('readNameTable refuses %s', async (_, content, message) => {
  await expect(read(content)).rejects.toMatchObject({ code: 'source/bad-label', message: `phase.csv ${message}` });
});
