import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { generateClip, makeTemporaryFolder, runTestFfmpeg, type TemporaryFolder } from '@medstream/testing';

import { createMediaReader, DEFAULT_PICTURE_FORMAT, type Ffmpeg, findFfmpeg, type MediaLimits } from './index.js';

// real ffmpeg, on machines that are busy with other tests
jest.setTimeout(60_000);

let folder: TemporaryFolder;
let root: string;
let ffmpeg: Ffmpeg;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  root = join(folder.path, 'root');
  mkdirSync(root);
  ffmpeg = await findFfmpeg({ ffmpegPath: process.env['FFMPEG_PATH'] });
  await generateClip({ file: join(root, 'clip.mp4'), frames: 50 });
  await generateClip({ file: join(folder.path, 'secret.mp4'), frames: 10 });
});
afterAll(() => folder.remove());

interface SampleOptions {
  mediaType?: 'video' | 'image' | 'image_sequence';
  limits?: Partial<MediaLimits>;
  targetMicros?: number;
}

/** The code of what a one-frame job on this medium ends with; `frames` when it has frames. */
async function sample(mediaPath: string, options: SampleOptions = {}) {
  return (await findError(mediaPath, options))?.code ?? 'frames';
}

async function findError(mediaPath: string, { mediaType = 'video', limits = {}, targetMicros = 0 }: SampleOptions = {}) {
  const reader = createMediaReader({ ffmpeg, limits, saveFrame: async () => 'saved' });
  const timeUnit = mediaType === 'image_sequence' ? ('frames' as const) : ('seconds' as const);
  const jobs = [{ jobId: 'a', targetsMicros: [targetMicros], endMicros: targetMicros }];
  const result = (await reader.sampleMedia({ root, mediaPath, mediaType, timeUnit, image: DEFAULT_PICTURE_FORMAT, jobs })).get('a');
  return result !== undefined && 'error' in result ? result.error : null;
}

const write = (name: string, bytes: string | Uint8Array) => (writeFileSync(join(root, name), bytes), name);

it('the clip itself is read', async () => {
  expect(await sample('clip.mp4')).toBe('frames');
});

describe('files that lead elsewhere', () => {
  let connections = 0;
  let address: string;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as { port: number }).port}/clip.mp4`;
  });
  afterAll(() => server.close());

  it.each<[string, () => string]>([
    ['an HLS playlist', () => `#EXTM3U\n#EXTINF:4,\n${address}\n#EXT-X-ENDLIST\n`],
    ['a local HLS playlist', () => `#EXTM3U\n#EXTINF:4,\n../secret.mp4\n#EXT-X-ENDLIST\n`],
    ['a concat script', () => `ffconcat version 1.0\nfile '../secret.mp4'\n`],
    ['a DASH manifest', () => `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period><BaseURL>${address}</BaseURL></Period></MPD>`],
    ['a session description', () => `v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n`],
    ['an SVG that loads a file', () => `<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>`],
    ['a filter script', () => `movie=../secret.mp4`],
  ])('%s, whatever its name', async (_, text) => {
    for (const name of ['points-away.mp4', 'points-away.mkv', 'points-away.avi']) expect(await sample(write(name, text()))).toBe('media/undecodable');
    expect(await sample(write('points-away.png', text()), { mediaType: 'image' })).toBe('media/undecodable');
    expect(connections).toBe(0);
  });

  it('a mov whose data lie in another file', async () => {
    await generateClip({ file: join(root, 'external.mov'), frames: 10 });
    const reference = await hideData(join(root, 'external.mov'), `file://${join(folder.path, 'secret.mp4')}`);
    write('external.mov', reference);
    expect(await sample('external.mov')).not.toBe('frames');
  });

  it('symbolic links out of the root: a file, a folder on the way, a picture of a sequence', async () => {
    symlinkSync(join(folder.path, 'secret.mp4'), join(root, 'link.mp4'));
    symlinkSync(folder.path, join(root, 'up'));
    expect(await sample('link.mp4')).toBe('media/outside-root');
    expect(await sample('up/secret.mp4')).toBe('media/outside-root');
    mkdirSync(join(root, 'sequence'));
    symlinkSync(join(folder.path, 'secret.mp4'), join(root, 'sequence', '0.jpg'));
    expect(await sample('sequence', { mediaType: 'image_sequence' })).toBe('media/outside-root');
    copyFileSync(join(root, 'clip.mp4'), join(root, 'target.mp4'));
    symlinkSync(join(root, 'target.mp4'), join(root, 'inside.mp4'));
    expect(await sample('inside.mp4')).toBe('frames');
  });
});

/** Moves the sample data out: an empty mdat, and a data reference of type `url ` with this address. */
async function hideData(file: string, url: string): Promise<Buffer> {
  const bytes = readFileSync(file);
  const dref = bytes.indexOf('dref');
  const moov = bytes.indexOf('moov');
  const text = Buffer.from(`${url}\0`);
  const added = text.length;
  const entry = bytes.indexOf('url ', dref);
  const out = Buffer.concat([bytes.subarray(0, entry + 8), text, bytes.subarray(entry + 8)]);
  out.writeUInt32BE(0, entry + 4);
  out.writeUInt32BE(12 + added, entry - 4);
  // every box around the reference grows with it
  for (const name of ['moov', 'trak', 'mdia', 'minf', 'dinf', 'dref']) {
    const at = bytes.lastIndexOf(name, entry);
    out.writeUInt32BE(bytes.readUInt32BE(at - 4) + added, at - 4);
  }
  // pictures only elsewhere: our own data are blank
  const mdat = bytes.indexOf('mdat');
  if (mdat < moov) out.fill(0, mdat + 4, moov - 4);
  return out;
}

describe('something else in the place of a medium', () => {
  const noise = Uint8Array.from({ length: 4_096 }, (_, index) => (index * 37) % 251);
  it.each<[string, string, () => unknown, SampleOptions, RegExp]>([
    ['nothing', 'absent.mp4', () => undefined, {}, /media_path/],
    ['an empty file', 'empty.mp4', () => write('empty.mp4', ''), {}, /fetch the file again/],
    ['no video', 'noise.mp4', () => write('noise.mp4', noise), {}, /mp4, mov/],
    ['half a video', 'half.mp4', () => write('half.mp4', readFileSync(join(root, 'clip.mp4')).subarray(0, 2_000)), {}, /fetch the file again/],
    ['a folder', 'folder.mp4', () => mkdirSync(join(root, 'folder.mp4')), {}, /put the video itself there/],
    ['a file for a folder', 'clip.mp4', () => undefined, { mediaType: 'image_sequence' }, /put the folder of pictures there/],
    ['a video for an image', 'clip.mp4', () => undefined, { mediaType: 'image' }, /put the image there/],
    ['a named pipe', 'pipe.mp4', () => execFileSync('mkfifo', [join(root, 'pipe.mp4')]), {}, /put the recording itself/],
    ['a named pipe for an image', 'pipe.png', () => execFileSync('mkfifo', [join(root, 'pipe.png')]), { mediaType: 'image' }, /put the recording itself/],
    ['a time beyond its end', 'clip.mp4', () => undefined, { targetMicros: 60_000_000 }, /./],
    ['an empty picture of a sequence', 'pictures', () => (mkdirSync(join(root, 'pictures')), write('pictures/0.png', '')), { mediaType: 'image_sequence' }, /fetch the file again/],
  ])('%s: the error names the medium and says what fits the cause', async (_, mediaPath, make, options, hint) => {
    make();
    const error = await findError(mediaPath, options);
    expect(error?.message.split(mediaPath)).toHaveLength(2);
    expect(error?.hint).toMatch(hint);
    if (options.targetMicros !== undefined || options.mediaType !== undefined) return;
    const reader = createMediaReader({ ffmpeg, saveFrame: async () => 'saved' });
    await expect(reader.probe({ root, mediaPath })).rejects.toMatchObject({ message: expect.stringContaining(mediaPath) as string });
  });
});

describe('bombs', () => {
  it('an mp4 whose header claims huge pictures: what the stream itself says counts', async () => {
    const bytes = readFileSync(join(root, 'clip.mp4'));
    // the sample entry states its size 32 bytes after its name
    const entry = bytes.indexOf('avc1', bytes.indexOf('stsd'));
    bytes.writeUInt16BE(65_535, entry + 28);
    bytes.writeUInt16BE(65_535, entry + 30);
    expect(await sample(write('huge-header.mp4', bytes))).toBe('frames');
  });

  it('pictures that are really over the limit, and that change size on the way', async () => {
    await generateClip({ file: join(root, 'small.ts'), frames: 10 });
    // goes on where the small part ends, at 0.4 s
    await generateClip({ file: join(root, 'large.ts'), frames: 50, width: 640, height: 480, outputArguments: ['-output_ts_offset', '0.4'] });
    write('grows.ts', Buffer.concat([readFileSync(join(root, 'small.ts')), readFileSync(join(root, 'large.ts'))]));
    const limits = { maxPixels: 320 * 240 };
    expect(await sample('large.ts', { limits })).toBe('media/limit');
    // the later pictures are refused inside the decoder: the first part stays usable, nothing of the second is delivered
    expect(await sample('grows.ts', { limits })).toBe('frames');
    expect(await sample('grows.ts', { limits, targetMicros: 1_900_000 })).toMatch(/^media\/(endpoint-beyond-end|gap|limit|undecodable)$/);
  });

  it('a PNG of 12,000 x 12,000 white pixels in some kilobytes', async () => {
    await runTestFfmpeg(['-f', 'lavfi', '-i', 'color=white:s=12000x12000:d=1:r=1', '-frames:v', '1', '-pix_fmt', 'monob', '-y', join(root, 'bomb.png')]);
    expect(readFileSync(join(root, 'bomb.png')).length).toBeLessThan(100_000);
    expect(await sample('bomb.png', { mediaType: 'image' })).toBe('media/limit');
  });

  it('more packets than any recording has', async () => {
    expect(await sample('clip.mp4', { limits: { maxPackets: 49 } })).toBe('media/limit');
  });

  it('a decoder that hangs is ended at its time limit, and the next medium is read', async () => {
    const hanging = join(folder.path, 'hanging');
    writeFileSync(hanging, '#!/bin/sh\nsleep 600\n', { mode: 0o755 });
    const reader = createMediaReader({ ffmpeg: { ...ffmpeg, path: hanging }, limits: { processTimeoutMs: 200 }, saveFrame: async () => 'x' });
    const started = Date.now();
    const jobs = [{ jobId: 'a', targetsMicros: [0], endMicros: 0 }];
    const result = (await reader.sampleMedia({ root, mediaPath: 'clip.mp4', mediaType: 'video', timeUnit: 'seconds', image: DEFAULT_PICTURE_FORMAT, jobs })).get('a');
    expect(result !== undefined && 'error' in result ? result.error.code : null).toBe('media/limit');
    expect(Date.now() - started).toBeLessThan(20_000);
    expect(await sample('clip.mp4')).toBe('frames');
  });

  it('special files are not opened', async () => {
    if (!existsSync('/dev/zero')) return;
    symlinkSync('/dev/zero', join(root, 'endless.mp4'));
    expect(await sample('endless.mp4')).toBe('media/outside-root');
  });
});

it.each<[string, () => Uint8Array]>([
  ['nothing', () => new Uint8Array(0)],
  ['noise', () => Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251)],
  ['a Matroska head and noise', () => Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(5000, 7)])],
  ['an mp4 without a track', () => Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex')],
  ['a transport stream of empty packets', () => Buffer.concat(Array.from({ length: 50 }, () => Buffer.concat([Buffer.from([0x47, 0x1f, 0xff, 0x10]), Buffer.alloc(184, 255)])))],
  ['sound alone', () => readFileSync(join(root, 'sound.mkv'))],
])('%s is no video, said in words', async (_, makeBytes) => {
  await runTestFfmpeg(['-f', 'lavfi', '-i', 'sine=d=1', '-y', join(root, 'sound.mkv')]);
  expect(await sample(write('bad.bin', makeBytes()))).toBe('media/undecodable');
});
