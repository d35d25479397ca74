import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { type ClipOptions, findTestFfmpeg, generateClip, makeTemporaryFolder, runTestFfmpeg, type TemporaryFolder } from '@medstream/testing';

import { decodeChosen } from './decode-chosen.js';
import { decodeThinned, isThinnable } from './decode-thinned.js';
import { DEFAULT_PICTURE_FORMAT } from './encode-picture.js';
import { findFfmpeg } from './find-ffmpeg.js';
import { type FrameIndex, openFrameIndex } from './frame-index.js';
import { DEFAULT_MEDIA_LIMITS } from './media-limits.js';
import { planSpans } from './plan-spans.js';
import type { VideoInput } from './video-input.js';

// real ffmpeg, on machines that are busy with other tests
jest.setTimeout(120_000);

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
});
afterAll(() => folder.remove());

async function open(file: string): Promise<{ input: VideoInput; index: FrameIndex }> {
  const input: VideoInput = { ffmpeg: await findFfmpeg({ ffmpegPath: findTestFfmpeg() }), file: join(folder.path, file), demuxer: file.endsWith('.mkv') ? 'matroska' : 'mov', limits: DEFAULT_MEDIA_LIMITS };
  return { input, index: (await openFrameIndex(input)).index };
}

const saveFrame = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const image = DEFAULT_PICTURE_FORMAT;

async function hashesOf({ input, index }: Awaited<ReturnType<typeof open>>, wanted: number[], worthThinningFrames: number): Promise<(string | undefined)[]> {
  const hashes = await decodeChosen(input, { index, wanted, image, saveFrame, worthThinningFrames });
  return wanted.map((position) => hashes?.get(position));
}

/** The first stretch for these pictures, thinned. */
async function thin({ input, index }: Awaited<ReturnType<typeof open>>, wanted: number[]) {
  const [span] = planSpans({ wanted, frameTicks: index.frameTicks, keyTicks: index.keyTicks, worthSkippingFrames: Infinity });
  if (span === undefined) throw new Error('no stretch');
  const seekMicros = null;
  return decodeThinned(input, { index, span, seekMicros, pictures: { ticks: [], width: index.width, height: index.height, quality: 90, onPicture: async () => undefined } });
}

const x264 = (...settings: string[]) => ['-x264-params', ['b-adapt=0', ...settings].join(':')];

// [file, clip, pictures that can be left out of 200 when every 17th of them is wanted: at least]
const clips: [string, Omit<ClipOptions, 'file' | 'frames'>, number][] = [
  // I b b b P …: three of four lean on nothing; every 17th is wanted
  ['plain.mp4', { bframes: 3, gop: 40, outputArguments: x264('b-pyramid=none') }, 0.6],
  // one of seven is leant on by its neighbours, in the middle
  ['pyramid.mkv', { bframes: 7, gop: 40, outputArguments: ['-aspect', '5:3', '-colorspace', 'bt709', ...x264('b-pyramid=normal')] }, 0.6],
  ['open-group.mp4', { bframes: 3, gop: 30, outputArguments: x264('open-gop=1', 'b-pyramid=normal') }, 0.4],
  // of two one is leant on by the other, so a third can go, less the wanted ones
  ['slices.mkv', { bframes: 2, gop: 40, outputArguments: ['-aspect', '5:3', '-colorspace', 'bt709', ...x264('slices=3')] }, 0.25],
  ['late.mp4', { bframes: 2, gop: 40, outputArguments: ['-output_ts_offset', '3'] }, 0.25],
  ['film.mp4', { bframes: 3, fps: '24000/1001', gop: 40, outputArguments: ['-colorspace', 'bt709', '-color_range', 'tv'] }, 0.4],
];

it.each(clips)('%s: pictures are left out, the wanted ones are the same bytes', async (file, clip, share) => {
  await generateClip({ file: join(folder.path, file), frames: 200, ...clip });
  const video = await open(file);
  expect(isThinnable(video.index)).toBe(true);
  for (const wanted of [[0], [199], [43], [0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 199], [90, 91, 92, 93, 94, 95, 96]]) {
    expect(await hashesOf(video, wanted, 0)).toEqual(await hashesOf(video, wanted, Infinity));
  }
  const run = await thin(video, Array.from({ length: 12 }, (_, index) => index * 17));
  expect(run.holds).toBe(true);
  expect(run.droppedShare).toBeGreaterThan(share);
});

describe('is not done', () => {
  it('where fields are coded', async () => {
    await generateClip({ file: join(folder.path, 'fields.mp4'), frames: 80, bframes: 2, gop: 20, outputArguments: ['-flags', '+ildct+ilme', ...x264('tff=1')] });
    expect(await thin(await open('fields.mp4'), [60])).toMatchObject({ holds: false });
  });

  it('where the container gives colours that the pictures do not state', async () => {
    await generateClip({ file: join(folder.path, 'unstated.mp4'), frames: 80, bframes: 2, gop: 20 });
    await runTestFfmpeg(['-i', join(folder.path, 'unstated.mp4'), '-c', 'copy', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-y', join(folder.path, 'stated.mp4')]);
    expect(await thin(await open('unstated.mp4'), [60])).toMatchObject({ holds: true });
    const video = await open('stated.mp4');
    expect(await thin(video, [60])).toMatchObject({ holds: false });
    expect(await hashesOf(video, [60], 0)).toEqual(await hashesOf(video, [60], Infinity));
  });

  it('where only the container (Matroska) tells range and shape of pixels; a JPEG file states the shape too', async () => {
    await generateClip({ file: join(folder.path, 'shape.mkv'), frames: 80, bframes: 2, gop: 20 });
    const video = await open('shape.mkv');
    expect(await thin(video, [60])).toMatchObject({ holds: false });
    expect(await hashesOf(video, [60], 0)).toEqual(await hashesOf(video, [60], Infinity));
  });

  it('where a picture that others lean on is damaged', async () => {
    await generateClip({ file: join(folder.path, 'sound.mp4'), frames: 200, bframes: 2, gop: 200 });
    const bytes = readFileSync(join(folder.path, 'sound.mp4'));
    for (let position = Math.floor(bytes.length * 0.4); position < bytes.length * 0.5; position += 1) bytes[position] = (position * 7919) % 251;
    writeFileSync(join(folder.path, 'damaged.mp4'), bytes);
    const whole = await open('sound.mp4');
    const { input } = await open('damaged.mp4');
    // the index of the sound file, so that only the pictures can tell
    expect((await thin({ input, index: { ...whole.index, keyTicks: [] } }, [190])).holds).toBe(false);
    expect((await thin({ ...whole, index: { ...whole.index, keyTicks: [] } }, [190])).holds).toBe(true);
  });

  it('where a time of the index is wrong', async () => {
    await generateClip({ file: join(folder.path, 'times.mp4'), frames: 120, bframes: 2, gop: 40 });
    const { input, index } = await open('times.mp4');
    const frameTicks = index.frameTicks.map((ticks, position) => (position === 30 ? ticks + 1 : ticks));
    expect((await thin({ input, index: { ...index, frameTicks } }, [60])).holds).toBe(false);
  });
});
