import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import { type KeyedRecord, writeSortedJsonLines } from './write-sorted-json-lines.js';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medstream-store-'));
  file = join(folder, 'sorted.jsonl');
});
afterEach(async () => rm(folder, { recursive: true }));

const refuseTie = ({ place, earlier }: { place: string; earlier: string }): Error => new Error(`${place} and ${earlier}`);

async function* list(keys: readonly string[]): AsyncGenerator<KeyedRecord> {
  for (const [index, key] of keys.entries()) yield { key, place: `record ${index + 1}`, value: { key, text: 'ä\u2028\n"' } };
}

async function sort(keys: readonly string[], chunkCharacters?: number): Promise<string[]> {
  await writeSortedJsonLines(file, list(keys), { refuseTie, ...(chunkCharacters === undefined ? {} : { chunkCharacters }) });
  return (await readFile(file, 'utf8')).split('\n').slice(0, -1).map((line) => (JSON.parse(line) as { key: string }).key);
}

describe('writeSortedJsonLines', () => {
  it('sorts by code units, in memory and in parts alike, and leaves nothing else behind', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 6 }), { maxLength: 40 }), fc.constantFrom(1, 100, 300, 1_000_000), async (keys, chunkCharacters) => {
        const expected = [...keys].sort((one, other) => (one < other ? -1 : 1));
        expect(await sort(keys, chunkCharacters)).toEqual(expected);
        expect(await readdir(folder)).toEqual(['sorted.jsonl']);
      }),
      { numRuns: 60 },
    );
  });

  it.each([1, 1_000_000])('names the later of two records of one key first, with chunks of %d characters', async (chunkCharacters) => {
    await expect(sort(['b', 'a', 'c', 'a'], chunkCharacters)).rejects.toThrow('record 4 and record 2');
    expect(await readdir(folder)).toEqual([]);
  });

  it('holds no part open when two records of one key end the merge', async () => {
    const long = 'x'.repeat(1_000_000);
    const records = async function* (): AsyncGenerator<KeyedRecord> {
      for (const key of ['a', 'c', 'a', 'd']) yield { key, place: key, value: long };
    };
    await expect(writeSortedJsonLines(file, records(), { refuseTie, chunkCharacters: 1_500_000 })).rejects.toThrow('a and a');
    // what the process holds open, where the system lists it: elsewhere only the error is checked
    const held = await Promise.all((await readdir('/proc/self/fd').catch(() => [])).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
    expect(held.filter((path) => path.startsWith(folder))).toEqual([]);
  });

  it('changes values when all have been seen', async () => {
    let count = 0;
    const records = async function* (): AsyncGenerator<KeyedRecord> {
      for await (const record of list(['b', 'a'])) {
        count += 1;
        yield record;
      }
    };
    await writeSortedJsonLines(file, records(), { refuseTie, change: (value) => ({ ...(value as object), of: count }), chunkCharacters: 1 });
    expect(await readFile(file, 'utf8')).toBe(['a', 'b'].map((key) => `{"key":"${key}","text":"ä\\u2028\\n\\"","of":2}\n`).join(''));
  });

  it('leaves the old file where the records end in a failure', async () => {
    await sort(['a']);
    const failing = async function* (): AsyncGenerator<KeyedRecord> {
      yield* list(['c', 'b']);
      throw new Error('the source broke');
    };
    await expect(writeSortedJsonLines(file, failing(), { refuseTie, chunkCharacters: 1 })).rejects.toThrow('the source broke');
    expect(await readdir(folder)).toEqual(['sorted.jsonl']);
    expect(await readFile(file, 'utf8')).toContain('"a"');
  });
});
