import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import { readTextRows } from './read-text-rows.js';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'medstream-rows-'));
});
afterAll(() => rm(root, { recursive: true }));

async function readAll(content: string | Uint8Array): Promise<{ header: string[]; rows: [number, string[]][]; sha256: string }> {
  await writeFile(join(root, 'table.txt'), content);
  const rows: [number, string[]][] = [];
  let header: string[] = [];
  const onHeader = (cells: string[]): void => {
    header = cells;
  };
  const { sha256 } = await readTextRows({ root, path: 'table.txt', onHeader, onRow: (cells, line) => rows.push([line, cells]) });
  return { header, rows, sha256 };
}

describe('readTextRows', () => {
  // every text holds the same table: header on line 1, rows on lines 2 and 3
  test.each([
    ['tabs, LF', 'Frame\tPhase\n0\tA\n1\tB\n'],
    ['CRLF', 'Frame\tPhase\r\n0\tA\r\n1\tB\r\n'],
    ['byte order mark', '\uFEFFFrame\tPhase\n0\tA\n1\tB\n'],
    ['blanks instead of tabs', 'Frame  Phase\n0 A\n 1   B \n'],
    ['no last line break', 'Frame\tPhase\n0\tA\n1\tB'],
    ['blank lines at the end', 'Frame\tPhase\n0\tA\n1\tB\n\r\n\n'],
  ])('reads %s', async (_, content) => {
    const read = await readAll(content);
    expect(read.header).toEqual(['Frame', 'Phase']);
    expect(read.rows).toEqual([
      [2, ['0', 'A']],
      [3, ['1', 'B']],
    ]);
  });

  test.each([
    ['a blank line in the middle', 'Frame\tPhase\n0\tA\n\n1\tB\n', 'table.txt line 3: found a blank line, expected a row'],
    ['an empty file', '', 'table.txt line 1: found an empty file, expected a header line and rows'],
    ['bytes that are no UTF-8', Uint8Array.from([0x46, 0x0a, 0xff, 0x0a]), 'table.txt line 1 or after: found bytes that are not UTF-8, expected UTF-8 text'],
  ])('refuses %s', async (_, content, message) => {
    await expect(readAll(content)).rejects.toMatchObject({ code: 'source/bad-label', message });
  });

  test('refuses a line without end', async () => {
    await expect(readAll(`Frame\n${'x'.repeat(70_000)}`)).rejects.toMatchObject({ code: 'source/bad-label', details: { at: 'line 2' } });
  });

  test('says when the file is not there', async () => {
    const request = { root, path: 'nowhere.txt', onHeader: () => undefined, onRow: () => undefined };
    await expect(readTextRows(request)).rejects.toMatchObject({ code: 'input/unreadable', details: { path: 'nowhere.txt' } });
  });

  test('hashes the bytes as they are', async () => {
    const content = '\uFEFFFrame\r\n0\r\n';
    expect((await readAll(content)).sha256).toBe(createHash('sha256').update(content).digest('hex'));
  });

  test('property: any table of words comes back, with 1-based line numbers, across chunk borders', async () => {
    const word = fc.stringMatching(/^[a-zA-Zéß0-9_]{1,12}$/);
    const table = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom('\n', '\r\n'), async (rows, lineEnd) => {
        const read = await readAll(['Head', ...rows.map((cells) => cells.join('\t'))].join(lineEnd));
        expect(read.rows).toEqual(rows.map((cells, index) => [index + 2, cells]));
      }),
      { numRuns: 40 },
    );
    // 160,000 rows of 14 bytes are 2,240,000 bytes, more than the 2,097,152 held at a time
    const content = `Head\n${'0123456789\té\n'.repeat(160_000)}`;
    const many = await readAll(content);
    expect(many.rows).toHaveLength(160_000);
    expect(many.rows.every(([, cells]) => cells.join() === '0123456789,é')).toBe(true);
    expect(many.sha256).toBe(createHash('sha256').update(content).digest('hex'));
  });
});
