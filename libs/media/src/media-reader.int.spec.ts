import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';

import { jest } from '@jest/globals';
import { generateClip, makeTemporaryFolder, readFrameNumber, runTestFfmpeg, type TemporaryFolder, type ClipOptions } from '@medstream/testing';

import { decodeImage, DEFAULT_PICTURE_FORMAT, type Ffmpeg, findFfmpeg, type MediaLimits, createMediaReader, type SamplingResult } from './index.js';

// real ffmpeg, on machines that are busy with other tests
jest.setTimeout(60_000);

let folder: TemporaryFolder;
let ffmpeg: Ffmpeg;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  ffmpeg = await findFfmpeg({ ffmpegPath: process.env['FFMPEG_PATH'] });
});
afterAll(() => folder.remove());

/** A reader over the folder, and the pictures it saved, by hash. */
function openReader(limits: Partial<MediaLimits> = {}, decoder = ffmpeg) {
  const pictures = new Map<string, Uint8Array>();
  let saves = 0;
  const reader = createMediaReader({
    ffmpeg: decoder,
    limits,
    saveFrame: async (bytes) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      pictures.set(sha256, bytes);
      saves += 1;
      return sha256;
    },
  });
  const numberOf = async (sha256: string) => {
    const { rgb, width, height } = await decodeImage(pictures.get(sha256) as Uint8Array);
    return readFrameNumber(rgb, width, height);
  };
  const sample = (mediaPath: string, targetsSec: Record<string, number[]>, more: { timeUnit?: 'seconds' | 'frames'; signal?: AbortSignal } = {}) =>
    reader.sampleMedia({
      root: folder.path,
      mediaPath,
      mediaType: 'video',
      timeUnit: 'seconds',
      image: DEFAULT_PICTURE_FORMAT,
      jobs: Object.entries(targetsSec).map(([jobId, targets]) => ({
        jobId,
        targetsMicros: targets.map((target) => Math.round(target * 1e6)),
        endMicros: Math.round(Math.max(...targets) * 1e6),
      })),
      ...more,
    });
  /** [time, number read from the picture] of each frame of a job. */
  const read = async (result: SamplingResult | undefined) => {
    if (result === undefined || 'error' in result) throw new Error(`no frames: ${result?.error.code} ${result?.error.message}`);
    return Promise.all(result.frames.map(async ({ pts, sha256 }) => [pts, await numberOf(sha256)]));
  };
  return { reader, sample, read, pictures, saves: () => saves };
}

async function makeClip(file: string, options: Omit<ClipOptions, 'file'>): Promise<void> {
  await generateClip({ file: join(folder.path, file), ...options });
}

const codeOf = (result: SamplingResult | undefined) => (result !== undefined && 'error' in result ? result.error.code : null);
const notesOf = (result: SamplingResult | undefined) => (result !== undefined && 'frames' in result ? result.frames.map(({ note }) => note !== undefined) : null);
/** Display time of frame n at a rate, in seconds to the microsecond. */
const at = (number: number, fps: number) => Math.round((number * 1e6) / fps) / 1e6;

describe('the frame on display at t is delivered, read back from its pixels', () => {
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono'];
  // per row: the clip, and [target, expected frame number]; times of frames follow from the rate
  const rows: [string, Omit<ClipOptions, 'file'>, number, [number, number][]][] = [
    // 25 fps: frame n is shown from n/25 s; 1.999 is still frame 49
    ['constant.mp4', { frames: 100 }, 25, [[0, 0], [1.999, 49], [2, 50], [3.99, 99]]],
    // 30000/1001: frame 60 begins at 2.002 s, so 2.0 s shows 59
    ['ntsc.mp4', { frames: 100, fps: '30000/1001' }, 30_000 / 1001, [[0, 0], [2, 59], [2.002, 60], [3.3, 98]]],
    ['film.mkv', { frames: 60, fps: 24, bframes: 2, pixelFormat: 'yuv420p' }, 24, [[1, 24], [2, 48]]],
    ['b-frames.mp4', { frames: 100, bframes: 3, gop: 50 }, 25, [[0, 0], [0.05, 1], [2.03, 50], [3.5, 87]]],
    ['b-frames.ts', { frames: 60, bframes: 2 }, 25, [[0, 0], [1.5, 37], [2.3, 57]]],
    ['shifted.ts', { frames: 60, outputArguments: ['-output_ts_offset', '7'] }, 25, [[0, 0], [1.5, 37], [2.3, 57]]],
    ['shifted.mkv', { frames: 60, outputArguments: ['-output_ts_offset', '2.5'] }, 25, [[0, 0], [1.5, 37]]],
    ['mpeg4.avi', { frames: 60, codec: 'mpeg4' }, 25, [[0, 0], [1.5, 37], [2.36, 59]]],
    // MPEG-4 with B-frames in AVI: no packet states its display time
    ['mpeg4-b.avi', { frames: 60, codec: 'mpeg4', bframes: 2 }, 25, [[0, 0], [1.5, 37], [2.3, 57]]],
    ['motion-jpeg.avi', { frames: 60, codec: 'mjpeg', pixelFormat: 'yuvj420p' }, 25, [[0, 0], [1.5, 37]]],
    ['vp9.webm', { frames: 30, codec: 'libvpx-vp9', outputArguments: ['-deadline', 'realtime', '-cpu-used', '8'] }, 25, [[0, 0], [0.99, 24]]],
    ['hevc.mp4', { frames: 30, codec: 'libx265', bframes: 3, outputArguments: ['-x265-params', 'log-level=none', '-preset', 'ultrafast'] }, 25, [[0, 0], [0.99, 24]]],
    ['one.mp4', { frames: 1 }, 25, [[0, 0], [0.03, 0]]],
    ['odd.mkv', { frames: 30, width: 161, height: 97, pixelFormat: 'yuv444p' }, 25, [[0, 0], [1, 25]]],
    ['audio-longer.mkv', { frames: 50, inputArguments: [...silence, '-t', '6'], outputArguments: ['-map', '1:a', '-c:a', 'aac'] }, 25, [[0, 0], [1.96, 49]]],
    ['interlaced.mpg', { frames: 60, codec: 'mpeg2video', bframes: 2, outputArguments: ['-flags', '+ildct+ilme'] }, 25, [[0, 0], [1.5, 37]]],
  ];

  it.each(rows)('%s', async (file, options, fps, expected) => {
    await makeClip(file, options);
    const { sample, read, reader } = openReader();
    const results = await sample(file, { job: expected.map(([target]) => target) });
    const numbers = [...new Set(expected.map(([, number]) => number))];
    const found = await read(results.get('job'));
    expect(found.map(([, number]) => number)).toEqual(numbers);
    // Matroska rounds to the millisecond
    const digits = /\.(mkv|webm)$/.test(file) ? 3 : 6;
    numbers.forEach((number, index) => expect(found[index]?.[0]).toBeCloseTo(at(number, fps), digits === 3 ? 2 : 5));
    const facts = await reader.probe({ root: folder.path, mediaPath: file });
    expect([facts.frameCount, facts.isVariableRate, facts.width, facts.height]).toEqual([options.frames, false, options.width ?? 160, options.height ?? 96]);
    expect(facts.lastFrameMicros / 1e6).toBeCloseTo(at(options.frames - 1, fps), digits === 3 ? 2 : 5);
  });

  it('variable rate: 3 s at 10 fps, then 30 fps', async () => {
    const frameDurationsMs = [...Array.from({ length: 30 }, () => 100), ...Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? 34 : 33))];
    await makeClip('variable.mp4', { frames: 60, frameDurationsMs, bframes: 2 });
    const { sample, read, reader } = openReader();
    const results = await sample('variable.mp4', { job: [2.95, 3, 3.5] });
    // 3.5 s is 500 ms into the second part, whose frames take 100 ms by threes: 15 frames on, frame 45
    expect(await read(results.get('job'))).toEqual([[2.9, 29], [3, 30], [3.5, 45]]);
    expect((await reader.probe({ root: folder.path, mediaPath: 'variable.mp4' })).isVariableRate).toBe(true);
  });

  it('edit list: a stream copy that starts between key frames', async () => {
    await makeClip('whole.mp4', { frames: 100, gop: 25, bframes: 2 });
    // the cut at 1.4 s keeps the packets from the key frame at 1 s and hides them by an edit list
    await runTestFfmpeg(['-ss', '1.4', '-i', join(folder.path, 'whole.mp4'), '-c', 'copy', '-y', join(folder.path, 'cut.mp4')]);
    const { sample, read } = openReader();
    const results = await sample('cut.mp4', { job: [0, 1, 2] });
    // frame 35 is the first displayed one (1.4 s x 25)
    expect(await read(results.get('job'))).toEqual([[0, 35], [1, 60], [2, 85]]);
  });

  it('rotation: delivered upright and recorded', async () => {
    await makeClip('upright.mp4', { frames: 10 });
    const bytes = readFileSync(join(folder.path, 'upright.mp4'));
    // the track header's matrix, 16.16 fixed point: identity becomes a quarter turn clockwise
    const identity = Buffer.from('00010000 00000000 00000000 00000000 00010000'.replaceAll(' ', ''), 'hex');
    const quarterTurn = Buffer.from('00000000 00010000 00000000 ffff0000 00000000'.replaceAll(' ', ''), 'hex');
    quarterTurn.copy(bytes, bytes.indexOf(identity, bytes.indexOf('tkhd')));
    writeFileSync(join(folder.path, 'rotated.mp4'), bytes);
    const { sample, reader, pictures } = openReader();
    const facts = await reader.probe({ root: folder.path, mediaPath: 'rotated.mp4' });
    expect([facts.width, facts.height, facts.rotation]).toEqual([96, 160, 90]);
    const results = await sample('rotated.mp4', { job: [0.2] });
    const [frame] = (results.get('job') as { frames: { sha256: string }[] }).frames;
    const { rgb, width, height } = await decodeImage(pictures.get(frame?.sha256 ?? '') as Uint8Array);
    expect([width, height]).toEqual([96, 160]);
    // turned back the number is readable: the coded (x, y) is shown at (95 - y, x)
    const back = new Uint8Array(rgb.length);
    for (let y = 0; y < 96; y += 1) for (let x = 0; x < 160; x += 1) back.set(rgb.subarray((x * 96 + 95 - y) * 3, (x * 96 + 95 - y) * 3 + 3), (y * 160 + x) * 3);
    expect(readFrameNumber(back, 160, 96)).toBe(5);
  });

  it('frames as the unit of time: the k-th displayed picture', async () => {
    const { sample, read } = openReader();
    const results = await sample('variable.mp4', { job: [3, 45] }, { timeUnit: 'frames' });
    expect(await read(results.get('job'))).toEqual([[3, 3], [45, 45]]);
  });

  it('long video: only stretches from their key frames, same pictures as one by one', async () => {
    await makeClip('long.mp4', { frames: 1500, gop: 25, bframes: 2 });
    const targets = [0.5, 20.01, 20.5, 41.3, 59.99];
    const { sample, read } = openReader();
    expect((await read((await sample('long.mp4', { job: targets })).get('job'))).map(([, number]) => number)).toEqual([12, 500, 512, 1032, 1499]);
  });
});

describe('the end', () => {
  // constant.mp4 ends with frame 99 at 3.96 s, on display until 4.0 s
  it.each<[number, string]>([
    [4, 'silent'],
    [4.04, 'silent'], // one frame duration past the end
    [4.05, 'note'],
    [5, 'note'], // 1 s past the end
    [5.001, 'media/endpoint-beyond-end'],
  ])('target at %d s: %s', async (target, outcome) => {
    const { sample } = openReader();
    const result = (await sample('constant.mp4', { job: [target] })).get('job');
    expect(codeOf(result) ?? (notesOf(result)?.[0] ? 'note' : 'silent')).toBe(outcome);
  });

  it('one job past the end does not hurt another', async () => {
    const { sample, read } = openReader();
    const results = await sample('constant.mp4', { far: [1, 60], near: [1] });
    expect(codeOf(results.get('far'))).toBe('media/endpoint-beyond-end');
    expect(await read(results.get('near'))).toEqual([[1, 25]]);
  });
});

describe('two jobs, one union', () => {
  it('gives each what it gets alone, the same bytes, and saves each picture once', async () => {
    const jobs = { one: [0, 1, 2, 3], other: [1.5, 2, 3, 3.5] };
    const together = openReader();
    const both = await together.sample('b-frames.mp4', jobs);
    expect(together.saves()).toBe(6); // 0, 1, 1.5, 2, 3, 3.5
    for (const [jobId, targets] of Object.entries(jobs)) {
      const alone = openReader();
      expect((await alone.sample('b-frames.mp4', { [jobId]: targets })).get(jobId)).toEqual(both.get(jobId));
    }
    expect(await openReader().sample('b-frames.mp4', jobs)).toEqual(both);
  });
});

describe('bytes', () => {
  it('do not depend on what the processor can do', async () => {
    const plain = join(folder.path, 'plain-ffmpeg');
    writeFileSync(plain, `#!/bin/sh\nexec ${ffmpeg.path} -cpuflags 0 "$@"\n`);
    chmodSync(plain, 0o755);
    await makeClip('large.mkv', { frames: 30, width: 1280, height: 718, codec: 'mpeg4', bframes: 2 });
    for (const file of ['b-frames.mp4', 'motion-jpeg.avi', 'mpeg4-b.avi', 'vp9.webm', 'interlaced.mpg', 'large.mkv']) {
      const quick = await openReader().sample(file, { job: [0.1, 0.5, 1] });
      const slow = await openReader({}, { ...ffmpeg, path: plain }).sample(file, { job: [0.1, 0.5, 1] });
      expect([file, slow.get('job')]).toEqual([file, quick.get('job')]);
    }
  });
});

describe('damage', () => {
  it('a half-copied mp4 does not open', async () => {
    const whole = readFileSync(join(folder.path, 'constant.mp4'));
    writeFileSync(join(folder.path, 'half.mp4'), whole.subarray(0, whole.length / 2));
    const { sample, reader } = openReader();
    expect(codeOf((await sample('half.mp4', { job: [0] })).get('job'))).toBe('media/undecodable');
    await expect(reader.probe({ root: folder.path, mediaPath: 'half.mp4' })).rejects.toMatchObject({ code: 'media/undecodable' });
  });

  it('a half-copied mkv: the header promises 4 s, half of it is there', async () => {
    await makeClip('full.mkv', { frames: 100, gop: 10 });
    const whole = readFileSync(join(folder.path, 'full.mkv'));
    writeFileSync(join(folder.path, 'half.mkv'), whole.subarray(0, whole.length / 2));
    const { sample, read, reader } = openReader();
    const facts = await reader.probe({ root: folder.path, mediaPath: 'half.mkv' });
    expect(facts.frameCount).toBeGreaterThan(20);
    expect(facts.frameCount).toBeLessThan(80);
    const last = facts.lastFrameMicros / 1e6;
    const results = await sample('half.mkv', { inside: [0.5, last], beyond: [3.9] });
    expect(await read(results.get('inside'))).toEqual([[0.48, 12], [last, Math.round(last * 25)]]);
    expect(codeOf(results.get('beyond'))).toBe('media/endpoint-beyond-end');
  });

  it('a damaged middle: never a silent wrong picture', async () => {
    await makeClip('sound.mkv', { frames: 200, gop: 25 });
    const bytes = readFileSync(join(folder.path, 'sound.mkv'));
    const [from, to] = [Math.floor(bytes.length * 0.5), Math.floor(bytes.length * 0.56)];
    for (let position = from; position < to; position += 1) bytes[position] = (position * 7919) % 251;
    writeFileSync(join(folder.path, 'damaged.mkv'), bytes);
    const targets = Array.from({ length: 80 }, (_, index) => index / 10);
    const { sample, read } = openReader();
    const results = await sample('damaged.mkv', Object.fromEntries(targets.map((target) => [String(target), [target]])));
    let flagged = 0;
    for (const target of targets) {
      const result = results.get(String(target));
      if (codeOf(result) !== null || notesOf(result)?.[0] === true) {
        flagged += 1;
        continue;
      }
      const [frame] = await read(result);
      expect([target, frame?.[1]]).toEqual([target, Math.floor(target * 25 + 1e-6)]);
    }
    // the damage is seen, and most of the 8 s are sound
    expect(flagged).toBeGreaterThan(0);
    expect(flagged).toBeLessThan(50);
  });
});

describe('limits and hostile files', () => {
  it.each<[string, Partial<MediaLimits>]>([
    ['pixels', { maxPixels: 160 * 96 - 1 }],
    ['packets', { maxPackets: 10 }],
    ['file size', { maxFileBytes: 100 }],
    ['time', { processTimeoutMs: 1 }],
  ])('%s', async (_, limits) => {
    expect(codeOf((await openReader(limits).sample('constant.mp4', { job: [0] })).get('job'))).toBe('media/limit');
  });

  it('a playlist with the name of a video reads nothing', async () => {
    writeFileSync(join(folder.path, 'playlist.mp4'), `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nconstant.mp4\n#EXT-X-ENDLIST\n`);
    writeFileSync(join(folder.path, 'concat.mp4'), `ffconcat version 1.0\nfile constant.mp4\n`);
    const { sample } = openReader();
    expect(codeOf((await sample('playlist.mp4', { job: [0] })).get('job'))).toBe('media/undecodable');
    expect(codeOf((await sample('concat.mp4', { job: [0] })).get('job'))).toBe('media/undecodable');
  });

  it('an abort ends it at once', async () => {
    const reason = new Error('enough');
    const { sample } = openReader();
    await expect(sample('long.mp4', { job: [59] }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const later = new AbortController();
    const running = sample('long.mp4', { job: [59] }, { signal: later.signal });
    setTimeout(() => later.abort(reason), 30);
    await expect(running).rejects.toBe(reason);
  });

  it('what the store throws comes through', async () => {
    const failing = createMediaReader({ ffmpeg, saveFrame: async () => Promise.reject(new Error('disk full')) });
    const request = { root: folder.path, mediaPath: 'constant.mp4', mediaType: 'video' as const, timeUnit: 'seconds' as const, image: DEFAULT_PICTURE_FORMAT };
    await expect(failing.sampleMedia({ ...request, jobs: [{ jobId: 'a', targetsMicros: [0], endMicros: 0 }] })).rejects.toThrow('disk full');
  });

  it('a frame later than the window is a defect, never a ledger', async () => {
    const { reader } = openReader();
    const request = { root: folder.path, mediaPath: 'constant.mp4', mediaType: 'video' as const, timeUnit: 'seconds' as const, image: DEFAULT_PICTURE_FORMAT };
    const jobs = [{ jobId: 'a', targetsMicros: [2_000_000], endMicros: 1_000_000 }];
    await expect(reader.sampleMedia({ ...request, jobs })).rejects.toMatchObject({ code: 'media/future-frame' });
  });
});
