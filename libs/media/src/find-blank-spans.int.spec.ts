import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { makeTemporaryFolder, runTestFfmpeg, type TemporaryFolder } from '@medstream/testing';
import fc from 'fast-check';

import { createMediaReader, encodePlainPicture, type Ffmpeg, findFfmpeg } from './index.js';
import { limitedSharp } from './sharp-setup.js';

// real ffmpeg, on machines that are busy with other tests
jest.setTimeout(120_000);

const [WIDTH, HEIGHT, FPS] = [160, 96, 10];
const FRAME_MICROS = 1_000_000 / FPS;

let folder: TemporaryFolder;
let ffmpeg: Ffmpeg;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  ffmpeg = await findFfmpeg({ ffmpegPath: process.env['FFMPEG_PATH'] });
});
afterAll(() => folder.remove());

const openReader = () => createMediaReader({ ffmpeg, saveFrame: () => Promise.reject(new Error('no picture is kept')) });

/** Level of a grey pixel, by what the picture shows. A patch of 16 x 24 is 2.5 % of the picture, one of 12 x 16 is 1.25 %. */
const LEVELS = {
  white: () => 255,
  black: () => 0,
  // plus and minus 3: what JPEG leaves of a flat area
  'white with noise': (x: number, y: number) => 252 + ((x * 7 + y * 13) % 4),
  'black with noise': (x: number, y: number) => (x * 7 + y * 13) % 4,
  'white with a mark in the corner': (x: number, y: number) => (x < 12 && y < 16 ? 90 : 255),
  tissue: (x: number, y: number) => 60 + ((x + 2 * y) % 120),
  'tissue in the dark': (x: number, y: number) => 24 + ((x + y) % 20),
  'black with a lit patch': (x: number, y: number) => (x >= 64 && x < 80 && y >= 32 && y < 56 ? 90 : 0),
  'burnt out round an instrument': (x: number, y: number) => (x >= 64 && x < 80 && y >= 32 && y < 56 ? 90 : 255),
  grey: () => 128,
  'light grey': () => 225,
} satisfies Record<string, (x: number, y: number) => number>;
type Kind = keyof typeof LEVELS;
const KINDS = Object.keys(LEVELS) as Kind[];
const BLANK: Record<'white' | 'black', readonly Kind[]> = {
  white: ['white', 'white with noise', 'white with a mark in the corner'],
  black: ['black', 'black with noise'],
};

function draw(kind: Kind): Uint8Array {
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel += 1) rgb.fill(LEVELS[kind](pixel % WIDTH, Math.floor(pixel / WIDTH)), pixel * 3, pixel * 3 + 3);
  return rgb;
}

/** [what is shown, number of pictures] */
type Plan = readonly (readonly [Kind, number])[];

async function writeClip(name: string, plan: Plan, more: readonly string[] = []): Promise<void> {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH}x${HEIGHT}`, '-r', String(FPS), '-i', 'pipe:0'];
  await runTestFfmpeg([...input, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '12', '-bf', '2', '-crf', '23', '-threads', '1', ...more, '-y', join(folder.path, name)], async function* () {
    for (const [kind, count] of plan) for (let frame = 0; frame < count; frame += 1) yield draw(kind);
  });
}

/** Stretches of the plan in which the pictures have the colour. */
function listBlank(plan: Plan, colour: 'white' | 'black'): { startMicros: number; endMicros: number }[] {
  const spans: { startMicros: number; endMicros: number }[] = [];
  let frame = 0;
  for (const [kind, count] of plan) {
    const [startMicros, endMicros] = [frame * FRAME_MICROS, (frame + count) * FRAME_MICROS];
    frame += count;
    if (!BLANK[colour].includes(kind)) continue;
    const last = spans.at(-1);
    if (last?.endMicros === startMicros) last.endMicros = endMicros;
    else spans.push({ startMicros, endMicros });
  }
  return spans;
}

const MIDDLE: Plan = [['tissue', 20], ['white', 15], ['tissue', 10], ['black', 5], ['tissue in the dark', 10]];

it.each([
  ['white', [{ startMicros: 2_000_000, endMicros: 3_500_000 }]],
  ['black', [{ startMicros: 4_500_000, endMicros: 5_000_000 }]],
] as const)('finds the %s middle of a clip, from the first displayed picture, and looks at all of it', async (colour, spans) => {
  await writeClip('middle.mp4', MIDDLE);
  // the stream's own clock begins with 5,000 s: six digits would not tell tenths of a second apart
  await writeClip('late.ts', MIDDLE, ['-output_ts_offset', '5000.7']);
  for (const mediaPath of ['middle.mp4', 'late.ts']) {
    const found = await openReader().findBlank({ root: folder.path, mediaPath, colour, frameRate: null });
    expect([mediaPath, found]).toEqual([mediaPath, { spans, known: [{ startMicros: 0, endMicros: 6_000_000 }] }]);
  }
});

it('finds blank pictures at both ends, and reads pictures of full range as it does others', async () => {
  const plan: Plan = [['white', 4], ['light grey', 6], ['white with noise', 5]];
  await writeClip('ends.mkv', plan, ['-vf', 'scale=out_range=pc,format=yuvj420p', '-pix_fmt', 'yuvj420p']);
  expect((await openReader().findBlank({ root: folder.path, mediaPath: 'ends.mkv', colour: 'white', frameRate: null })).spans).toEqual(listBlank(plan, 'white'));
});

it('covers blank pictures and no other, whatever follows on what', async () => {
  const planOf = fc.array(fc.tuple(fc.constantFrom(...KINDS), fc.integer({ min: 1, max: 9 })), { minLength: 2, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(planOf, fc.constantFrom('white' as const, 'black' as const), async (plan, colour) => {
      await writeClip('plan.mp4', plan);
      expect((await openReader().findBlank({ root: folder.path, mediaPath: 'plan.mp4', colour, frameRate: null })).spans).toEqual(listBlank(plan, colour));
    }),
    { numRuns: 6 },
  );
});

it('tells a blank still from one that is dark, lit or damaged; each is shown until the next, one usual step at most', async () => {
  mkdirSync(join(folder.path, 'pictures'));
  const write = async (number: number, kind: Kind): Promise<void> => {
    const jpeg = await limitedSharp(draw(kind), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } }).jpeg({ quality: 60 }).toBuffer();
    writeFileSync(join(folder.path, 'pictures', `${number}.jpg`), jpeg);
  };
  for (const [number, kind] of KINDS.entries()) await write(number, kind);
  // after a gap a black one, a damaged one, a black one
  for (const number of [20, 22]) await write(number, 'black');
  writeFileSync(join(folder.path, 'pictures', '21.jpg'), 'no picture');
  const find = (colour: 'white' | 'black') => openReader().findBlank({ root: folder.path, mediaPath: 'pictures', colour, frameRate: 2 });
  const halfSeconds = (from: number, to: number) => ({ startMicros: from * 500_000, endMicros: to * 500_000 });
  // white: 0, 2 and 4; black: 1 and 3
  expect((await find('white')).spans).toEqual([halfSeconds(0, 1), halfSeconds(2, 3), halfSeconds(4, 5)]);
  expect(await find('black')).toEqual({
    spans: [halfSeconds(1, 2), halfSeconds(3, 4), halfSeconds(20, 21), halfSeconds(22, 23)],
    known: [halfSeconds(0, KINDS.length), halfSeconds(20, 21), halfSeconds(22, 23)],
  });
});

it('remembers what it found of a video and of a folder of pictures, until one of its pictures changes, and tells how far it is', async () => {
  const known = new Map<string, unknown>();
  const memory = { get: async (key: string) => known.get(key), put: async (key: string, value: unknown) => void known.set(key, value), hasFrame: async () => false };
  await writeClip('kept.mp4', MIDDLE);
  mkdirSync(join(folder.path, 'kept'));
  const writeStill = async (number: number, kind: Kind): Promise<void> => {
    const jpeg = await limitedSharp(draw(kind), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } }).jpeg().toBuffer();
    writeFileSync(join(folder.path, 'kept', `${number}.jpg`), jpeg);
  };
  for (const number of [0, 1, 2]) await writeStill(number, 'tissue');
  /** Opened anew, as by another process. */
  const find = async (mediaPath: string, colour: 'white' | 'black') => {
    const shares: number[] = [];
    const found = await createMediaReader({ ffmpeg, saveFrame: () => Promise.reject(new Error('no picture is kept')), memory }).findBlank({ root: folder.path, mediaPath, colour, frameRate: 1, onLookedThrough: (share) => shares.push(share) });
    return { spans: found.spans, last: shares.at(-1) ?? 'nothing looked at' };
  };
  const white = [{ startMicros: 2_000_000, endMicros: 3_500_000 }];
  expect(await find('kept.mp4', 'white')).toEqual({ spans: white, last: 1 });
  expect(await find('kept.mp4', 'white')).toEqual({ spans: white, last: 'nothing looked at' });
  // another colour is another question
  expect(await find('kept.mp4', 'black')).toEqual({ spans: [{ startMicros: 4_500_000, endMicros: 5_000_000 }], last: 1 });
  expect(await find('kept', 'black')).toEqual({ spans: [], last: 1 });
  expect(await find('kept', 'black')).toEqual({ spans: [], last: 'nothing looked at' });
  await writeStill(1, 'black');
  expect(await find('kept', 'black')).toEqual({ spans: [{ startMicros: 1_000_000, endMicros: 2_000_000 }], last: 1 });
});

it('ends on abort with the reason of the signal, and says which medium is no video', async () => {
  await writeClip('short.mp4', [['tissue', 20]]);
  const reason = new Error('enough');
  await expect(openReader().findBlank({ root: folder.path, mediaPath: 'short.mp4', colour: 'white', frameRate: null, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  writeFileSync(join(folder.path, 'still.png'), (await encodePlainPicture({ red: 0, green: 0, blue: 0 })).bytes);
  await expect(openReader().findBlank({ root: folder.path, mediaPath: 'still.png', colour: 'white', frameRate: null })).rejects.toMatchObject({ code: 'media/undecodable', message: expect.stringContaining('still.png') as string });
});
