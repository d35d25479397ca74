import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openRecordReader } from './open-record-reader.js';
import { writeJsonLinesAtomically } from './write-json-lines-atomically.js';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medstream-store-'));
  file = join(folder, 'predictions.jsonl');
});
afterEach(async () => rm(folder, { recursive: true }));

describe('openRecordReader', () => {
  // over and under the 4 KiB of the first read, and over the 256 KiB of the scan
  const values = [{ a: 1 }, 'ä'.repeat(10_000), null, 'x'.repeat(300_000), { last: true }];

  it('tells the place of each record and reads any of them again', async () => {
    await writeJsonLinesAtomically(file, values);
    const places: number[] = [];
    const reader = await openRecordReader(file, (_value, place) => places.push(place));
    // {"a":1} and its line break take 8 bytes
    expect(places.slice(0, 2)).toEqual([0, 8]);
    for (const index of [4, 1, 0, 3, 2]) expect(await reader?.read(places[index] as number)).toEqual(values[index]);
    await reader?.close();
  });

  it('goes on reading the file that it opened when another takes its name', async () => {
    await writeJsonLinesAtomically(file, [1]);
    const reader = await openRecordReader(file, () => undefined);
    await writeJsonLinesAtomically(file, [2]);
    expect(await reader?.read(0)).toBe(1);
    await reader?.close();
  });

  it('is null without a file, and refuses one that is damaged or torn', async () => {
    expect(await openRecordReader(file, () => undefined)).toBeNull();
    for (const text of ['1\n{"a":\n', '1\n2']) {
      await writeFile(file, text);
      await expect(openRecordReader(file, () => undefined)).rejects.toMatchObject({ code: 'store/corrupt' });
    }
  });

  it('refuses a place that is none', async () => {
    await writeJsonLinesAtomically(file, ['one', 'two']);
    const reader = await openRecordReader(file, () => undefined);
    await expect(reader?.read(2)).rejects.toMatchObject({ code: 'store/corrupt' });
    await expect(reader?.read(1_000)).rejects.toMatchObject({ code: 'store/corrupt' });
    await reader?.close();
  });
});
