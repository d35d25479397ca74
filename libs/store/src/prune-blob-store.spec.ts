import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openBlobStore } from './open-blob-store.js';
import { pruneBlobStore } from './prune-blob-store.js';

const HOUR = 3_600_000;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medstream-store-'));
});
afterEach(async () => rm(folder, { recursive: true }));

/** 100 bytes that differ by their number. */
const blob = (number: number) => new Uint8Array(100).fill(number);

/** A store whose clock is set by hand, in hours. */
function openTimed() {
  let hours = 1000;
  const now = () => hours * HOUR;
  return { store: openBlobStore(folder, { now }), at: (value: number) => (hours = value), prune: (maxBytes: number) => pruneBlobStore(folder, { maxBytes, now }) };
}

async function putAt({ store, at }: ReturnType<typeof openTimed>, numbers: number[]): Promise<string[]> {
  const hashes: string[] = [];
  for (const number of numbers) {
    at(1000 + number);
    const sha256 = await store.put(blob(number));
    await utimes(store.pathOf(sha256), 0, ((1000 + number) * HOUR) / 1000);
    hashes.push(sha256);
  }
  return hashes;
}

it('removes what was used longest ago, until the rest is within the cap', async () => {
  const timed = openTimed();
  const hashes = await putAt(timed, [1, 2, 3, 4, 5]);
  // the oldest is used again, so the second and the third are now the oldest
  timed.at(1010);
  expect(await timed.store.get(hashes[0] as string)).not.toBeNull();
  timed.at(1020);
  // 500 bytes are there; two of 100 have to go to reach 350
  expect(await timed.prune(350)).toEqual({ bytes: 500, removedBlobs: 2, removedBytes: 200 });
  expect(await Promise.all(hashes.map((sha256) => timed.store.has(sha256)))).toEqual([true, false, false, true, true]);
  expect(await timed.prune(350)).toEqual({ bytes: 300, removedBlobs: 0, removedBytes: 0 });
});

it('leaves alone what was used within the hour, whatever the cap', async () => {
  const timed = openTimed();
  const hashes = await putAt(timed, [1, 2]);
  timed.at(1002.5);
  expect(await timed.prune(0)).toMatchObject({ removedBlobs: 1 });
  expect([await timed.store.has(hashes[0] as string), await timed.store.has(hashes[1] as string)]).toEqual([false, true]);
});

it('removes half-written files of killed processes once they are old, and never counts them as blobs', async () => {
  const timed = openTimed();
  await mkdir(join(folder, 'ab', 'cd'), { recursive: true });
  const half = join(folder, 'ab', 'cd', '.abcd.1-0123456789abcdef.tmp');
  await writeFile(half, 'half');
  await utimes(half, 0, (999.5 * HOUR) / 1000);
  timed.at(1000);
  expect(await timed.prune(1e9)).toMatchObject({ removedBlobs: 0, removedBytes: 0 });
  timed.at(1001);
  expect(await timed.prune(1e9)).toMatchObject({ removedBlobs: 0, removedBytes: 4 });
  expect(await readdir(join(folder, 'ab', 'cd'))).toEqual([]);
});

it('has nothing to do in a store that is not there', async () => {
  expect(await pruneBlobStore(join(folder, 'absent'), { maxBytes: 0 })).toEqual({ bytes: 0, removedBlobs: 0, removedBytes: 0 });
});

it('two may prune while a third writes and reads: a blob is whole or absent', async () => {
  const timed = openTimed();
  const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
  const hashes = await putAt(timed, numbers);
  timed.at(2000);
  const reading = Promise.all(hashes.map(async (sha256, index) => {
    const bytes = await timed.store.get(sha256);
    if (bytes === null) await timed.store.put(blob(index + 1));
    return bytes === null || bytes.length === 100;
  }));
  const [one, other, read] = await Promise.all([timed.prune(1000), timed.prune(1000), reading]);
  expect(read.every(Boolean)).toBe(true);
  expect(one.bytes).toBeLessThanOrEqual(6000);
  expect(other.bytes).toBeLessThanOrEqual(6000);
});
