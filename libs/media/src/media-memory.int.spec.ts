import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { generateClip, makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

import { createMediaReader, DEFAULT_PICTURE_FORMAT, encodePlainPicture, type Ffmpeg, findFfmpeg, type MediaMemory, type PictureFormat } from './index.js';

// real ffmpeg, on machines that are busy with other tests
jest.setTimeout(60_000);

let folder: TemporaryFolder;
let ffmpeg: Ffmpeg;
let starts: string;
const at = (name: string) => join(folder.path, name);
const countStarts = () => (existsSync(starts) ? readFileSync(starts, 'utf8').length : 0);

beforeEach(async () => {
  folder = await makeTemporaryFolder();
  const real = await findFfmpeg({ ffmpegPath: process.env['FFMPEG_PATH'] });
  // the real decoder, which leaves a mark each time it is started
  starts = at('starts');
  writeFileSync(at('ffmpeg'), `#!/bin/sh\nprintf x >> '${starts}'\nexec '${real.path}' "$@"\n`);
  chmodSync(at('ffmpeg'), 0o755);
  ffmpeg = { ...real, path: at('ffmpeg') };
  await generateClip({ file: at('clip.mp4'), frames: 500, gop: 25, bframes: 2 });
});
afterEach(() => folder.remove());

/** What stays between runs. Values pass through text, as on a disk. */
function makeDisk() {
  const values = new Map<string, string>();
  const pictures = new Map<string, Uint8Array>();
  const memory: MediaMemory = {
    get: async (key) => (values.has(key) ? (JSON.parse(values.get(key) as string) as unknown) : undefined),
    put: async (key, value) => void values.set(key, JSON.stringify(value)),
    hasFrame: async (sha256) => createHash('sha256').update(pictures.get(sha256) ?? '').digest('hex') === sha256,
  };
  return { memory, pictures, values };
}

interface RunOptions {
  mediaPath?: string;
  mediaType?: 'video' | 'image';
  image?: PictureFormat;
  version?: string;
}

/** A run of its own: a new reader over the disk. */
function run({ memory, pictures }: ReturnType<typeof makeDisk>, targetsSec: number[], { mediaPath = 'clip.mp4', mediaType = 'video', image = DEFAULT_PICTURE_FORMAT, version = ffmpeg.version }: RunOptions = {}) {
  let saves = 0;
  const reader = createMediaReader({
    ffmpeg: { ...ffmpeg, version },
    memory,
    saveFrame: async (bytes) => {
      saves += 1;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      pictures.set(sha256, bytes);
      return sha256;
    },
  });
  const targetsMicros = targetsSec.map((target) => target * 1e6);
  const jobs = [{ jobId: 'a', targetsMicros, endMicros: targetsMicros.at(-1) as number }];
  const before = countStarts();
  const sampled = reader.sampleMedia({ root: folder.path, mediaPath, mediaType, timeUnit: 'seconds', image, jobs });
  return sampled.then(async (results) => ({ result: results.get('a'), saves, starts: countStarts() - before, reader }));
}

it('a second run decodes nothing: no decoder is started, the ledger is the same', async () => {
  const disk = makeDisk();
  const first = await run(disk, [0, 2, 4, 19]);
  expect([first.saves, first.starts > 0]).toEqual([4, true]);
  const second = await run(disk, [0, 2, 4, 19]);
  expect(second).toMatchObject({ result: first.result, saves: 0, starts: 0 });
  // the end is decoded once by a probe, and then known too
  const facts = await second.reader.probe({ root: folder.path, mediaPath: 'clip.mp4' });
  const before = countStarts();
  expect(await (await run(disk, [0])).reader.probe({ root: folder.path, mediaPath: 'clip.mp4' })).toEqual(facts);
  expect(countStarts()).toBe(before);
});

it('decodes only what is new, and what it decodes with help is what it decodes alone', async () => {
  const disk = makeDisk();
  await run(disk, [0, 2, 4]);
  const more = await run(disk, [2, 3, 4, 18]);
  expect(more.saves).toBe(2);
  expect((await run(makeDisk(), [2, 3, 4, 18])).result).toEqual(more.result);
});

it('takes a picture that is gone or torn for absent', async () => {
  const disk = makeDisk();
  const first = await run(disk, [0, 2, 4]);
  const [one, other] = [...disk.pictures.keys()] as [string, string];
  disk.pictures.delete(one);
  disk.pictures.set(other, (disk.pictures.get(other) as Uint8Array).subarray(0, 100));
  expect(await run(disk, [0, 2, 4])).toMatchObject({ result: first.result, saves: 2 });
});

it('knows a file by what it holds: other bytes of the same size, put back to the same time, are decoded', async () => {
  const disk = makeDisk();
  await run(disk, [0, 2]);
  const { atime, mtime } = statSync(at('clip.mp4'));
  const bytes = readFileSync(at('clip.mp4'));
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
  writeFileSync(at('clip.mp4'), bytes);
  utimesSync(at('clip.mp4'), atime, mtime);
  expect((await run(disk, [0, 2])).starts).toBeGreaterThan(0);
});

it('a reader that goes on knows it, too', async () => {
  const { reader } = await run(makeDisk(), [0, 2]);
  const before = countStarts();
  const sample = async () => (await reader.sampleMedia({ root: folder.path, mediaPath: 'clip.mp4', mediaType: 'video', timeUnit: 'seconds', image: DEFAULT_PICTURE_FORMAT, jobs: [{ jobId: 'a', targetsMicros: [0, 2e6], endMicros: 2e6 }] })).get('a');
  await sample();
  expect(countStarts()).toBe(before);
  const { atime, mtime } = statSync(at('clip.mp4'));
  writeFileSync(at('clip.mp4'), readFileSync(at('clip.mp4')));
  utimesSync(at('clip.mp4'), atime, mtime);
  await sample();
  expect(countStarts()).toBeGreaterThan(before);
});

it.each<['video' | 'image', string, number[]]>([
  ['video', 'clip.mp4', [0, 2]],
  ['image', 'still.png', [0]],
])('pictures of a file that changes while it is read are neither given nor remembered: %s', async (mediaType, mediaPath, targetsSec) => {
  writeFileSync(at('still.png'), (await encodePlainPicture({ red: 200, green: 20, blue: 20 })).bytes);
  const disk = makeDisk();
  const save = disk.pictures.set.bind(disk.pictures);
  disk.pictures.set = (sha256, bytes) => {
    disk.pictures.set = save;
    writeFileSync(at(mediaPath), readFileSync(at(mediaPath)));
    return save(sha256, bytes);
  };
  expect((await run(disk, targetsSec, { mediaPath, mediaType })).result).toMatchObject({ error: { code: 'media/undecodable', message: `${mediaPath}: the file was changed while it was read` } });
  expect((await run(disk, targetsSec, { mediaPath, mediaType })).saves).toBe(targetsSec.length);
});

it.each<[string, { image?: PictureFormat; version?: string }]>([
  ['another quality', { image: { ...DEFAULT_PICTURE_FORMAT, quality: 80 } }],
  ['another size', { image: { ...DEFAULT_PICTURE_FORMAT, maxSide: 100 } }],
  ['another decoder', { version: '0.0' }],
])('%s shares nothing', async (_, change) => {
  const disk = makeDisk();
  await run(disk, [0, 2]);
  expect((await run(disk, [0, 2], change)).saves).toBe(2);
});

it('two runs at once get what each gets alone', async () => {
  const disk = makeDisk();
  const both = await Promise.all([run(disk, [0, 2, 4, 6]), run(disk, [1, 2, 3, 6])]);
  const alone = [await run(makeDisk(), [0, 2, 4, 6]), await run(makeDisk(), [1, 2, 3, 6])];
  expect(both.map(({ result }) => result)).toEqual(alone.map(({ result }) => result));
  // whoever wrote last, all of it can be decoded or is known
  expect((await run(disk, [0, 1, 2, 3, 4, 6])).result).toEqual((await run(makeDisk(), [0, 1, 2, 3, 4, 6])).result);
});

it('remembers a damaged video as it was: the same notes, no second full decode', async () => {
  await generateClip({ file: at('sound.mkv'), frames: 200, gop: 25 });
  const bytes = readFileSync(at('sound.mkv'));
  for (let position = Math.floor(bytes.length * 0.5); position < bytes.length * 0.56; position += 1) bytes[position] = (position * 7919) % 251;
  writeFileSync(at('damaged.mkv'), bytes);
  const disk = makeDisk();
  const targets = [0, 1, 2, 3, 3.4];
  const first = await run(disk, targets, { mediaPath: 'damaged.mkv' });
  expect(await run(disk, targets, { mediaPath: 'damaged.mkv' })).toMatchObject({ result: first.result, saves: 0, starts: 0 });
});

it('still pictures are encoded once too', async () => {
  const source = makeDisk();
  await run(source, [0]);
  writeFileSync(at('still.jpg'), [...source.pictures.values()][0] as Uint8Array);
  const disk = makeDisk();
  const first = await run(disk, [0], { mediaPath: 'still.jpg', mediaType: 'image' });
  expect(first.saves).toBe(1);
  expect(await run(disk, [0], { mediaPath: 'still.jpg', mediaType: 'image' })).toMatchObject({ result: first.result, saves: 0 });
});
