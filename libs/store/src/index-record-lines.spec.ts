import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import { indexRecordLines } from './index-record-lines.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medstream-store-'));
});
afterEach(async () => rm(folder, { recursive: true }));

const write = async (text: string): Promise<string> => {
  const file = join(folder, 'records.jsonl');
  await writeFile(file, text);
  return file;
};

describe('indexRecordLines', () => {
  it('reads any record at any time, small and large ones', async () => {
    // 300 kB lie over the window of 64 KiB and the chunk of 256 KiB
    const value = fc.oneof(fc.jsonValue(), fc.constant('ä'.repeat(150_000)));
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 30 }), fc.array(fc.nat(29), { maxLength: 40 }), async (values, asked) => {
        const texts = values.map((one) => JSON.stringify(one));
        const lines = await indexRecordLines(await write(texts.map((text) => `${text}\n`).join('')));
        expect(lines.length).toBe(values.length);
        for (const index of asked.filter((one) => one < values.length)) expect(JSON.stringify(lines.read(index))).toBe(texts[index]);
      }),
      { numRuns: 50 },
    );
  });

  it('an absent file has none, and a line without its end is none', async () => {
    expect((await indexRecordLines(join(folder, 'absent'))).length).toBe(0);
    expect((await indexRecordLines(await write('1\n2'))).length).toBe(1);
  });

  it('says so when the file is another by now, or gone', async () => {
    const file = await write('{"a":1}\n');
    const lines = await indexRecordLines(file);
    await write('torn');
    expect(() => lines.read(0)).toThrow(expect.objectContaining({ code: 'store/corrupt', details: { file, record: 1 } }));
    await rm(file);
    expect(() => lines.read(0)).toThrow(expect.objectContaining({ code: 'store/not-writable' }));
  });

  it('asked for a record beyond the last is a defect', async () => {
    const lines = await indexRecordLines(await write('1\n'));
    expect(() => lines.read(1)).toThrow('has no record 1');
  });
});
