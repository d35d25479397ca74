import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { generateClip, makeTemporaryFolder, readFrameNumber, runTestFfmpeg, type TemporaryFolder, type ClipOptions } from '@medstream/testing';
import fc from 'fast-check';

import { createMediaReader, decodeImage, DEFAULT_PICTURE_FORMAT, type Ffmpeg, findFfmpeg, type SamplingJob, type SamplingResult } from './index.js';

// real ffmpeg, on machines that are busy with other tests
jest.setTimeout(120_000);

let folder: TemporaryFolder;
let ffmpeg: Ffmpeg;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  ffmpeg = await findFfmpeg({ ffmpegPath: process.env['FFMPEG_PATH'] });
});
afterAll(() => folder.remove());

const at = (file: string) => join(folder.path, file);

/** A reader over the folder that reads the number of each picture it delivers. */
function openReader() {
  const numbers = new Map<string, number | null>();
  const reader = createMediaReader({
    ffmpeg,
    saveFrame: async (bytes) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const { rgb, width, height } = await decodeImage(bytes);
      numbers.set(sha256, readFrameNumber(rgb, width, height));
      return sha256;
    },
  });
  const sample = (mediaPath: string, jobs: SamplingJob[]) =>
    reader.sampleMedia({ root: folder.path, mediaPath, mediaType: 'video', timeUnit: 'seconds', image: DEFAULT_PICTURE_FORMAT, jobs });
  return { reader, sample, numberOf: (sha256: string) => numbers.get(sha256) };
}

function framesOf(result: SamplingResult | undefined) {
  if (result === undefined || 'error' in result) throw new Error(`no frames: ${result?.error.code} ${result?.error.message}`);
  return result.frames;
}

/** Times as the ledger states them, in µs. */
const microsOf = (sec: number) => Math.round(sec * 1e6);

/** The definition itself, by looking at every frame: the last one that begins at or before the target, each frame once. */
function listDisplayed(timesMicros: readonly number[], targetsMicros: readonly number[]): number[] {
  const found: number[] = [];
  for (const target of targetsMicros) {
    let displayed = 0;
    timesMicros.forEach((time, number) => (time <= target ? (displayed = number) : undefined));
    if (found.at(-1) !== displayed) found.push(displayed);
  }
  return found;
}

interface Row {
  file: string;
  clip: Omit<ClipOptions, 'file' | 'frames'>;
  frames: number;
  /** Display time of frame n, in µs. */
  timeOf: (number: number) => number;
}

const tone = ['-f', 'lavfi', '-i', 'sine=r=8000'];
const everyMs = (fps: number) => (number: number) => Math.round((number * 1000) / fps) * 1000;
const exactly = (fps: number) => (number: number) => Math.round((number * 1e6) / fps);
/** Ticks of MPEG-TS are 1/90,000 s. */
const tickOf = (fps: number) => (number: number) => Math.round((Math.round((number * 90_000) / fps) * 1e6) / 90_000);
const x264 = (...settings: string[]) => ['-x264-params', ['b-adapt=0', ...settings].join(':')];

const rows: Row[] = [
  { file: 'film.mp4', clip: { fps: '24000/1001', bframes: 2 }, frames: 60, timeOf: exactly(24_000 / 1001) },
  { file: 'fifty.mp4', clip: { fps: 50, bframes: 3, gop: 25 }, frames: 120, timeOf: exactly(50) },
  // one picture a second, as frames of many data sets are stored
  { file: 'slow.mp4', clip: { fps: 1, gop: 5 }, frames: 30, timeOf: exactly(1) },
  { file: 'slow.mkv', clip: { fps: 1, bframes: 2 }, frames: 30, timeOf: everyMs(1) },
  { file: 'pyramid.mp4', clip: { bframes: 7, gop: 50, outputArguments: x264('b-pyramid=normal') }, frames: 240, timeOf: exactly(25) },
  { file: 'pyramid.mkv', clip: { bframes: 7, gop: 50, outputArguments: x264('b-pyramid=strict') }, frames: 240, timeOf: everyMs(25) },
  // leading pictures after a key frame lean on the group before: a seek to it cannot show them
  { file: 'open-gop.mp4', clip: { bframes: 3, gop: 30, outputArguments: x264('open-gop=1') }, frames: 400, timeOf: exactly(25) },
  { file: 'open-gop.mkv', clip: { bframes: 3, gop: 30, outputArguments: x264('open-gop=1') }, frames: 400, timeOf: everyMs(25) },
  { file: 'open-gop.ts', clip: { bframes: 3, gop: 30, outputArguments: x264('open-gop=1') }, frames: 100, timeOf: tickOf(25) },
  { file: 'hevc-open.mp4', clip: { codec: 'libx265', bframes: 4, gop: 30, outputArguments: ['-x265-params', 'log-level=none:open-gop=1:scenecut=0', '-preset', 'ultrafast'] }, frames: 320, timeOf: exactly(25) },
  { file: 'hevc.ts', clip: { codec: 'libx265', bframes: 2, outputArguments: ['-x265-params', 'log-level=none', '-preset', 'ultrafast'] }, frames: 50, timeOf: tickOf(25) },
  { file: 'ten-bit.mp4', clip: { pixelFormat: 'yuv420p10le', bframes: 2 }, frames: 50, timeOf: exactly(25) },
  { file: 'ten-bit-hevc.mkv', clip: { codec: 'libx265', pixelFormat: 'yuv420p10le', outputArguments: ['-x265-params', 'log-level=none', '-preset', 'ultrafast'] }, frames: 50, timeOf: everyMs(25) },
  // the clock of MPEG-TS wraps at 2^33 ticks (95,443.7 s) within the clip, so it begins before zero
  { file: 'negative.ts', clip: { bframes: 2, outputArguments: ['-output_ts_offset', '95441.6'] }, frames: 60, timeOf: tickOf(25) },
  { file: 'late.mp4', clip: { bframes: 2, outputArguments: ['-output_ts_offset', '3'] }, frames: 60, timeOf: exactly(25) },
  { file: 'odd.webm', clip: { codec: 'libvpx-vp9', width: 161, height: 97, outputArguments: ['-deadline', 'realtime', '-cpu-used', '8'] }, frames: 40, timeOf: everyMs(25) },
  { file: 'odd-mjpeg.avi', clip: { codec: 'mjpeg', width: 163, height: 99, pixelFormat: 'yuvj444p' }, frames: 40, timeOf: exactly(25) },
  { file: 'mpeg2.ts', clip: { codec: 'mpeg2video', fps: '30000/1001', bframes: 2 }, frames: 60, timeOf: tickOf(30_000 / 1001) },
  { file: 'interlaced.ts', clip: { bframes: 2, outputArguments: ['-flags', '+ildct+ilme', ...x264('tff=1')] }, frames: 60, timeOf: tickOf(25) },
  // the sound is the first stream and begins 0.7 s before the pictures
  { file: 'audio-first.mkv', clip: { inputArguments: [...tone], outputArguments: ['-map', '-0:v', '-map', '1:a', '-map', '0:v', '-c:a', 'aac', '-t', '2.4'] }, frames: 60, timeOf: everyMs(25) },
  { file: 'audio-longer.mp4', clip: { bframes: 2, inputArguments: [...tone, '-t', '9'], outputArguments: ['-map', '1:a', '-c:a', 'aac'] }, frames: 50, timeOf: exactly(25) },
  // ms of 41 and 42 in turn, as Matroska stores 24 frames a second; then a picture that stays for 3 s
  { file: 'variable.mkv', clip: { bframes: 2, frameDurationsMs: Array.from({ length: 60 }, (_, number) => (number === 30 ? 3000 : 20 + ((number * 37) % 50))) }, frames: 60, timeOf: (number) => Array.from({ length: number }, (_, before) => (before === 30 ? 3000 : 20 + ((before * 37) % 50)) * 1000).reduce((sum, duration) => sum + duration, 0) },
];

/** Windows as the protocol forms them: a, a + p, … and b itself. */
const windowArbitrary = (lastMicros: number) =>
  fc
    .record({ one: fc.integer({ min: 0, max: lastMicros }), other: fc.integer({ min: 0, max: lastMicros }), steps: fc.integer({ min: 1, max: 9 }), rest: fc.integer({ min: 0, max: 999 }) })
    .map(({ one, other, steps, rest }) => {
      const [start, end] = [Math.min(one, other), Math.max(one, other)];
      const period = Math.max(1, Math.floor((end - start) / steps) + (steps === 1 ? rest : 0));
      const grid = Array.from({ length: Math.floor((end - start) / period) + 1 }, (_, index) => start + index * period);
      return { endMicros: end, targetsMicros: grid.at(-1) === end ? grid : [...grid, end] };
    });

describe.each(rows)('$file', ({ file, clip, frames, timeOf }) => {
  const times = Array.from({ length: frames }, (_, number) => timeOf(number));
  beforeAll(() => generateClip({ file: at(file), frames, ...clip }));

  it('random windows: count, order, endpoints, nothing later than the end, the number in the picture, the same bytes in any company', async () => {
    // each picture asked for by itself in its first moment: what all other requests are compared with
    const { sample, numberOf, reader } = openReader();
    const facts = await reader.probe({ root: folder.path, mediaPath: file });
    expect([facts.frameCount, facts.lastFrameMicros]).toEqual([frames, times.at(-1)]);
    const whole = framesOf((await sample(file, [{ jobId: 'all', targetsMicros: times, endMicros: times.at(-1) as number }])).get('all'));
    expect(whole.map(({ pts, sha256 }) => [microsOf(pts), numberOf(sha256)])).toEqual(times.map((time, number) => [time, number]));
    await fc.assert(
      fc.asyncProperty(fc.array(windowArbitrary(times.at(-1) as number), { minLength: 1, maxLength: 6 }), async (windows) => {
        const jobs = windows.map((window, index) => ({ jobId: String(index), ...window }));
        const results = await openReader().sample(file, jobs);
        for (const { jobId, targetsMicros, endMicros } of jobs) {
          const ledger = framesOf(results.get(jobId));
          const expected = listDisplayed(times, targetsMicros);
          expect(ledger.map(({ pts }) => microsOf(pts))).toEqual(expected.map((number) => times[number]));
          expect(ledger.every(({ pts, requested }) => microsOf(pts) <= endMicros && pts <= requested)).toBe(true);
          expect(ledger.map(({ sha256 }) => sha256)).toEqual(expected.map((number) => whole[number]?.sha256));
        }
      }),
      { numRuns: 3, seed: 20_261_130 },
    );
  });
});

describe('rotation', () => {
  // the track header's matrix, 16.16 fixed point: a, b, u, c, d
  const matrices: [number, string][] = [
    [90, '00000000 00010000 00000000 ffff0000 00000000'],
    [180, 'ffff0000 00000000 00000000 00000000 ffff0000'],
    [270, '00000000 ffff0000 00000000 00010000 00000000'],
  ];
  const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

  it.each(matrices)('by %d degrees is applied', async (degrees, matrix) => {
    await generateClip({ file: at('upright.mp4'), frames: 10 });
    const bytes = readFileSync(at('upright.mp4'));
    hex(matrix).copy(bytes, bytes.indexOf(hex('00010000 00000000 00000000 00000000 00010000'), bytes.indexOf('tkhd')));
    writeFileSync(at('turned.mp4'), bytes);
    const saved: Uint8Array[] = [];
    const reader = createMediaReader({ ffmpeg, saveFrame: async (picture) => (saved.push(picture), 'x') });
    const isTurned = degrees !== 180;
    expect(await reader.probe({ root: folder.path, mediaPath: 'turned.mp4' })).toMatchObject({ rotation: degrees, width: isTurned ? 96 : 160, height: isTurned ? 160 : 96 });
    await reader.sampleMedia({ root: folder.path, mediaPath: 'turned.mp4', mediaType: 'video', timeUnit: 'seconds', image: DEFAULT_PICTURE_FORMAT, jobs: [{ jobId: 'a', targetsMicros: [280_000], endMicros: 280_000 }] });
    const { rgb, width, height } = await decodeImage(saved[0] as Uint8Array);
    expect([width, height]).toEqual(isTurned ? [96, 160] : [160, 96]);
    // where the coded pixel (x, y) is shown
    const shown = (x: number, y: number): [number, number] => (degrees === 90 ? [95 - y, x] : degrees === 180 ? [159 - x, 95 - y] : [y, 159 - x]);
    const back = new Uint8Array(rgb.length);
    for (let y = 0; y < 96; y += 1) {
      for (let x = 0; x < 160; x += 1) {
        const [left, top] = shown(x, y);
        back.set(rgb.subarray((top * width + left) * 3, (top * width + left) * 3 + 3), (y * 160 + x) * 3);
      }
    }
    expect(readFrameNumber(back, 160, 96)).toBe(7);
  });
});

describe('damage in the middle', () => {
  const damage = (from: string, to: string) => {
    const bytes = readFileSync(at(from));
    // pictures lie before the index of an mp4 here, so its middle is picture data
    for (let position = Math.floor(bytes.length * 0.5); position < bytes.length * 0.56; position += 1) bytes[position] = (position * 7919) % 251;
    writeFileSync(at(to), bytes);
  };

  it.each(['mp4', 'ts', 'avi'])('of a %s: every picture is the right one or is flagged', async (container) => {
    await generateClip({ file: at(`sound.${container}`), frames: 200, gop: 25, ...(container === 'avi' ? { codec: 'mpeg4' } : {}) });
    damage(`sound.${container}`, `damaged.${container}`);
    const { sample, numberOf } = openReader();
    const jobs = Array.from({ length: 80 }, (_, index) => ({ jobId: String(index), targetsMicros: [index * 100_000], endMicros: index * 100_000 }));
    const results = await sample(`damaged.${container}`, jobs);
    let flagged = 0;
    for (const [index, { jobId }] of jobs.entries()) {
      const result = results.get(jobId) as SamplingResult;
      if ('error' in result || result.frames[0]?.note !== undefined) flagged += 1;
      // frame k is shown from k/25 s
      else expect([index, numberOf(result.frames[0]?.sha256 as string)]).toEqual([index, Math.floor(index * 2.5)]);
    }
    expect(flagged).toBeGreaterThan(0);
    expect(flagged).toBeLessThan(60);
  });
});

it('a fragmented mp4 that breaks off keeps its pictures up to there', async () => {
  await generateClip({ file: at('whole.mp4'), frames: 200, gop: 25 });
  await runTestFfmpeg(['-i', at('whole.mp4'), '-c', 'copy', '-movflags', '+frag_keyframe+empty_moov', '-y', at('fragments.mp4')]);
  const bytes = readFileSync(at('fragments.mp4'));
  writeFileSync(at('broken-off.mp4'), bytes.subarray(0, Math.floor(bytes.length * 0.6)));
  const { reader, sample, numberOf } = openReader();
  const facts = await reader.probe({ root: folder.path, mediaPath: 'broken-off.mp4' });
  expect(facts.frameCount).toBeGreaterThan(50);
  expect(facts.frameCount).toBeLessThan(180);
  const ledger = framesOf((await sample('broken-off.mp4', [{ jobId: 'a', targetsMicros: [0, 1_000_000, facts.lastFrameMicros], endMicros: facts.lastFrameMicros }])).get('a'));
  expect(ledger.map(({ sha256 }) => numberOf(sha256))).toEqual([0, 25, facts.frameCount - 1]);
});

describe('colours', () => {
  // [a name, what the clip is coded as]: one flat colour, whatever matrix, range or depth carries it
  it.each<[string, string, string[]]>([
    ['of BT.601', 'scale=out_color_matrix=bt601', ['-colorspace', 'smpte170m']],
    ['of BT.709', 'scale=out_color_matrix=bt709', ['-colorspace', 'bt709']],
    ['in full range', 'scale=out_color_matrix=bt601:out_range=pc', ['-colorspace', 'smpte170m', '-color_range', 'pc']],
    ['of BT.709 in 10 bits', 'scale=out_color_matrix=bt709,format=yuv420p10le', ['-colorspace', 'bt709', '-pix_fmt', 'yuv420p10le']],
  ])('%s come out as they went in', async (name, filter, settings) => {
    const file = `${name.replaceAll(' ', '-')}.mp4`;
    // the 'format' keeps the source RGB, so that the scale filter decides the matrix
    await runTestFfmpeg(['-f', 'lavfi', '-i', 'color=0xC83C28:s=160x96:d=0.4:r=25,format=gbrp', '-vf', `${filter}${settings.includes('-pix_fmt') ? '' : ',format=yuv420p'}`, '-c:v', 'libx264', '-qp', '4', ...settings, '-y', at(file)]);
    const saved: Uint8Array[] = [];
    const reader = createMediaReader({ ffmpeg, saveFrame: async (picture) => (saved.push(picture), 'x') });
    await reader.sampleMedia({ root: folder.path, mediaPath: file, mediaType: 'video', timeUnit: 'seconds', image: DEFAULT_PICTURE_FORMAT, jobs: [{ jobId: 'a', targetsMicros: [0], endMicros: 0 }] });
    const { rgb } = await decodeImage(saved[0] as Uint8Array);
    const middle = [...rgb.subarray((48 * 160 + 80) * 3, (48 * 160 + 80) * 3 + 3)];
    // C8 3C 28; BT.709 read as BT.601 would be some 15 levels off
    [200, 60, 40].forEach((level, channel) => expect(Math.abs((middle[channel] as number) - level)).toBeLessThanOrEqual(4));
  });
});
