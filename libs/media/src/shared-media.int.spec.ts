import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { jest } from '@jest/globals';
import { findTestFfmpeg } from '@medstream/testing';

import { fitSize, pictureEncoderArguments, pictureFilters } from './encode-picture.js';
import { createMediaReader, DEFAULT_PICTURE_FORMAT, findFfmpeg, type SamplingResult } from './index.js';
import { readPictureStream } from './read-picture-stream.js';

// real ffmpeg over clips of up to 4K, on machines that are busy with other tests
jest.setTimeout(300_000);

// real clips that are no part of the project: beside the repository, or where MEDSTREAM_SHARED says
const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const root = join(process.env['MEDSTREAM_SHARED'] ?? join(repository, '..', 'shared'), 'data', 'media');
const isThere = existsSync(root);
if (!isThere) console.warn('shared-media.int.spec.ts: the folder of real clips is absent; nothing of it is checked here');

const clips = !isThere
  ? []
  : readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(mp4|mov|mkv|webm|avi|ts|ps|3gp|ogv|flv|gif)$/i.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .sort();

/** Pictures compared in a clip: more would take long and say little. */
const MAX_COMPARED = 40;

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function sample(mediaPath: string, targetsMicros: number[]): Promise<SamplingResult | undefined> {
  const reader = createMediaReader({ ffmpeg: await findFfmpeg({ ffmpegPath: findTestFfmpeg() }), saveFrame: async (bytes) => sha256Of(bytes) });
  const jobs = targetsMicros.map((target) => ({ jobId: String(target), targetsMicros: [target], endMicros: target }));
  const results = await reader.sampleMedia({ root, mediaPath, mediaType: 'video', timeUnit: 'seconds', image: DEFAULT_PICTURE_FORMAT, jobs });
  const failed = [...results.values()].find((result) => 'error' in result);
  return failed ?? { frames: [...results.values()].flatMap((result) => ('frames' in result ? result.frames : [])) };
}

interface FullDecode {
  /** Times of all pictures from the first, in µs, in the order they came. */
  timesMicros: number[];
  /** Of the picture that is shown. */
  size: { width: number; height: number };
  /** Whether anything was wrong with the file. */
  isDamaged: boolean;
}

/** One thread: with more, ffmpeg's Theora decoder shows other pictures in about one run of three. */
const oneThread = ['-threads', '1'];

/** A plain decode from the beginning, no seeking. */
async function decodeAll(file: string): Promise<FullDecode> {
  const child = spawn(findTestFfmpeg(), ['-hide_banner', '-nostdin', '-loglevel', 'level+info', '-copyts', ...oneThread, '-i', file, '-map', '0:V:0', '-vf', 'showinfo=checksum=0', '-fps_mode', 'passthrough', '-f', 'null', '-'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  for await (const text of child.stderr.setEncoding('utf8')) log += text;
  const [, numerator, denominator] = /config in time_base: (\d+)\/(\d+)/.exec(log) ?? [];
  const shown = [...log.matchAll(/ n:\s*\d+ pts:\s*(-?\d+) .*? s:(\d+)x(\d+) /g)];
  const origin = Number(shown[0]?.[1]);
  return {
    timesMicros: shown.map(([, pts]) => Math.round(((Number(pts) - origin) * Number(numerator) * 1e6) / Number(denominator))),
    size: fitSize(Number(shown[0]?.[2]), Number(shown[0]?.[3]), DEFAULT_PICTURE_FORMAT.maxSide),
    isDamaged: /\[(error|fatal)\]|corrupt|concealing/.test(log),
  };
}

/** These pictures of a plain decode from the beginning, picked by counting, as we encode them. */
async function hashPictures(file: string, numbers: readonly number[], size: FullDecode['size']): Promise<string[]> {
  const filters = [`select='${numbers.map((number) => `eq(n,${number})`).join('+')}'`, ...pictureFilters(size)].join(',');
  const child = spawn(findTestFfmpeg(), ['-nostdin', '-v', 'quiet', '-copyts', ...oneThread, '-idct', 'simple', '-flags', '+bitexact', '-i', file, '-map', '0:V:0', '-vf', filters, '-fps_mode', 'passthrough', ...pictureEncoderArguments(90), '-f', 'mpjpeg', '-'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const hashes: string[] = [];
  for await (const picture of readPictureStream(child.stdout)) hashes.push(sha256Of(picture));
  return hashes;
}

/** At most MAX_COMPARED positions, the first and the last among them. */
function spread(count: number): number[] {
  const compared = Math.min(count, MAX_COMPARED);
  return Array.from({ length: compared }, (_, index) => (compared === 1 ? 0 : Math.round((index * (count - 1)) / (compared - 1))));
}

it(isThere ? 'finds the real clips' : 'the folder of real clips is absent: nothing of it is checked here', () => {
  expect(clips.length > 60).toBe(isThere);
});

if (isThere) {
  // two at a time (maxConcurrency of the configuration): each takes one thread
  it.concurrent.each(clips)('%s: the ledger is what a full decode says', async (mediaPath) => {
    const file = join(root, mediaPath);
    const { timesMicros, size, isDamaged } = await decodeAll(file);
    const ascending = [...timesMicros].sort((one, other) => one - other);
    if (ascending.length === 0) {
      expect(await sample(mediaPath, [0])).toMatchObject({ error: { code: 'media/undecodable' } });
      return;
    }
    // asked for just as it begins; of pictures with equal times the last is the one on display
    const numbers = spread(timesMicros.length).filter((number) => timesMicros.lastIndexOf(timesMicros[number] as number) === number);
    const result = await sample(mediaPath, numbers.map((number) => timesMicros[number] as number));
    if (isDamaged && result !== undefined && 'error' in result) {
      expect(result.error.code).toMatch(/^media\/(undecodable|gap|endpoint-beyond-end)$/);
      return;
    }
    if (result === undefined || 'error' in result) throw new Error(`${result?.error.code}: ${result?.error.message}`);
    const hashes = await hashPictures(file, numbers, size);
    const found = result.frames.map(({ pts, sha256, note }) => (note === undefined ? { time: Math.round(pts * 1e6), sha256 } : { note }));
    const expected = numbers.map((number, index) => ({ time: timesMicros[number], sha256: hashes[index] }));
    if (!isDamaged) expect(found).toEqual(expected);
    // in a damaged clip every picture without a note is the right one
    found.forEach((frame, index) => ('note' in frame ? undefined : expect(frame).toEqual(expected[index])));
  });
}
