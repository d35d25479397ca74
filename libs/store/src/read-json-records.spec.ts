import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readJsonBatches, readJsonRecords } from './read-json-records.js';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medstream-store-'));
  file = join(folder, 'items.jsonl');
});
afterEach(async () => rm(folder, { recursive: true }));

async function readAll(content: string | Uint8Array, options = {}) {
  await writeFile(file, content);
  const records = [];
  for await (const record of readJsonRecords(file, options)) records.push(record);
  return records;
}

describe('readJsonRecords', () => {
  it('gives value, number and offset of each record', async () => {
    expect(await readAll('{"a":1}\r\n{\n "a": "\u2028"\n}\n')).toEqual([
      { value: { a: 1 }, record: 1, byteOffset: 0 },
      { value: { a: '\u2028' }, record: 2, byteOffset: 9 },
    ]);
  });

  it('reads a record that lies over many chunks of the file (64 KiB each)', async () => {
    const value = { text: 'ä'.repeat(200_000) };
    expect(await readAll(`${JSON.stringify(value)}\n{}`)).toEqual([
      { value, record: 1, byteOffset: 0 },
      // 11 bytes around 200,000 letters of two bytes, and the line break
      { value: {}, record: 2, byteOffset: 400_012 },
    ]);
  });

  it.each<[string, string | Uint8Array, { code: string; details: Record<string, unknown> }]>([
    ['not JSON', '{}\n{"a":}\n', { code: 'input/not-json', details: { record: 2, byteOffset: 3 } }],
    ['torn', '{}\n{"a":1', { code: 'input/not-json', details: { record: 2, byteOffset: 3, isTorn: true } }],
    ['too large', `{}\n{"a":"${'x'.repeat(100)}"}`, { code: 'input/too-large', details: { record: 2, byteOffset: 3 } }],
    ['not UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), { code: 'input/not-json', details: { record: 1, byteOffset: 0 } }],
    ['UTF-16', Buffer.from('\uFEFF{"a":1}', 'utf16le'), { code: 'input/not-json', details: { record: 1, byteOffset: 0 } }],
  ])('%s: the error names file, record and byte', async (_, content, { code, details }) => {
    await expect(readAll(content, { maxRecordBytes: 100 })).rejects.toMatchObject({ code, details: { file, ...details } });
    await expect(readAll(content, { maxRecordBytes: 100 })).rejects.toThrow(`record ${String(details.record)} at byte ${String(details.byteOffset)} of ${file}`);
  });

  it.each([['a missing file', 'nothing.jsonl'], ['a folder', '.']])('%s is input/unreadable', async (_, name) => {
    await expect(readJsonRecords(join(folder, name)).next()).rejects.toMatchObject({ code: 'input/unreadable' });
  });

  it('gives the same values in lists, and what stands before a fault', async () => {
    await writeFile(file, '{"a":1}\n{"a":2}\n{"a":}\n{"a":4}\n');
    const values: unknown[] = [];
    const readBatches = async () => {
      for await (const batch of readJsonBatches(file)) values.push(...batch);
    };
    await expect(readBatches()).rejects.toMatchObject({ code: 'input/not-json', details: { record: 3, byteOffset: 16 } });
    expect(values).toEqual([{ a: 1 }, { a: 2 }]);
  });
});
