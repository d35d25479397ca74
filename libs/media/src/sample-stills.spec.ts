import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { drawNumberedFrame, makeTemporaryFolder, readFrameNumber, type TemporaryFolder } from '@medstream/testing';

import { createMediaReader, decodeImage, DEFAULT_PICTURE_FORMAT, type MediaLimits, type SampleMediaRequest } from './index.js';
import { limitedSharp } from './sharp-setup.js';

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  mkdirSync(join(folder.path, 'frames'));
  for (const number of [0, 3, 7, 12]) writeFileSync(join(folder.path, 'frames', `frame_${String(number).padStart(3, '0')}.png`), await draw(number).png().toBuffer());
  writeFileSync(join(folder.path, 'image.png'), await draw(5).png().toBuffer());
  writeFileSync(join(folder.path, 'scan.tif'), await draw(6).tiff().toBuffer());
  writeFileSync(join(folder.path, 'large.png'), await draw(9, 2048, 1000).png().toBuffer());
  // EXIF orientation 6: shown after a quarter turn clockwise
  writeFileSync(join(folder.path, 'turned.jpg'), await draw(5).withMetadata({ orientation: 6 }).jpeg().toBuffer());
  const whole = await draw(5).png().toBuffer();
  writeFileSync(join(folder.path, 'half.png'), whole.subarray(0, whole.length / 2));
  writeFileSync(join(folder.path, 'drawing.png'), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
});
afterAll(() => folder.remove());

function draw(number: number, width = 160, height = 96) {
  return limitedSharp(drawNumberedFrame(number, width, height), { raw: { width, height, channels: 3 } });
}

/** Samples with one job a list of targets; answers with [requested, pts, number in the picture] or the error's code. */
async function sample(request: Partial<SampleMediaRequest> & { mediaPath: string }, targets: number[][], limits: Partial<MediaLimits> = {}) {
  const saved: Uint8Array[] = [];
  const reader = createMediaReader({ ffmpeg: null, limits, saveFrame: async (bytes) => String(saved.push(bytes) - 1).padStart(64, '0') });
  const jobs = targets.map((list, index) => ({ jobId: String(index), targetsMicros: list.map((target) => target * 1e6), endMicros: Math.max(...list) * 1e6 }));
  const results = await reader.sampleMedia({ root: folder.path, mediaType: 'image', timeUnit: 'seconds', image: DEFAULT_PICTURE_FORMAT, jobs, ...request });
  const answers = await Promise.all(
    jobs.map(async ({ jobId }) => {
      const result = results.get(jobId);
      if (result === undefined || 'error' in result) return result?.error.code;
      return Promise.all(
        result.frames.map(async ({ requested, pts, sha256 }) => {
          const { rgb, width, height } = await decodeImage(saved[Number(sha256)] as Uint8Array);
          return [requested, pts, readFrameNumber(rgb, width, height)];
        }),
      );
    }),
  );
  return { answers, saved };
}

describe('still images', () => {
  it.each([
    ['image.png', 5],
    ['scan.tif', 6],
  ])('%s is delivered', async (mediaPath, number) => {
    expect((await sample({ mediaPath }, [[0]])).answers).toEqual([[[0, 0, number]]]);
  });

  it('takes the start that the public release floors', async () => {
    expect((await sample({ mediaPath: 'image.png' }, [[0.001]])).answers).toEqual([[[0.001, 0, 5]]]);
  });

  it('is scaled down to 1024, turned upright, and encoded once for all jobs', async () => {
    const large = await sample({ mediaPath: 'large.png' }, [[0], [0]]);
    expect(large.saved).toHaveLength(1);
    const picture = await decodeImage(large.saved[0] as Uint8Array);
    expect([picture.width, picture.height]).toEqual([1024, 500]);
    const turned = await decodeImage((await sample({ mediaPath: 'turned.jpg' }, [[0]])).saved[0] as Uint8Array);
    expect([turned.width, turned.height]).toEqual([96, 160]);
  });

  it('has the same bytes twice', async () => {
    const [one, other] = [await sample({ mediaPath: 'large.png' }, [[0]]), await sample({ mediaPath: 'large.png' }, [[0]])];
    expect(Buffer.from(one.saved[0] as Uint8Array).equals(other.saved[0] as Uint8Array)).toBe(true);
  });

  it.each<[string, string, Partial<MediaLimits>]>([
    ['half.png', 'media/undecodable', {}],
    ['drawing.png', 'media/undecodable', {}], // an SVG with another name
    ['absent.png', 'media/missing', {}],
    ['../image.png', 'media/outside-root', {}],
    ['frames', 'media/undecodable', {}], // a folder is no image
    ['image.png', 'media/limit', { maxPixels: 100 }],
    ['image.png', 'media/limit', { maxImageBytes: 10 }],
  ])('%s: %s', async (mediaPath, code, limits) => {
    expect((await sample({ mediaPath }, [[0]], limits)).answers).toEqual([code]);
  });

  it('blocks every loader that is not needed', async () => {
    await expect(limitedSharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')).png().toBuffer()).rejects.toThrow();
  });
});

describe('image sequences', () => {
  const sequence = { mediaPath: 'frames', mediaType: 'image_sequence' as const, timeUnit: 'frames' as const };

  it('shows the largest number not after each index', async () => {
    const { answers, saved } = await sample(sequence, [[0, 2, 3, 8, 12], [6]]);
    // index 2 still shows picture 0: one frame for both targets
    expect(answers).toEqual([[[0, 0, 0], [3, 3, 3], [8, 7, 7], [12, 12, 12]], [[6, 3, 3]]]);
    expect(saved).toHaveLength(4);
  });

  it('fails only the job that wants a broken or foreign picture', async () => {
    mkdirSync(join(folder.path, 'mixed'));
    writeFileSync(join(folder.path, 'mixed', '1.png'), await draw(1).png().toBuffer());
    writeFileSync(join(folder.path, 'mixed', '2.png'), 'broken');
    symlinkSync('/etc/hostname', join(folder.path, 'mixed', '3.png'));
    expect((await sample({ ...sequence, mediaPath: 'mixed' }, [[1], [2], [3]])).answers).toEqual([[[1, 1, 1]], 'media/undecodable', 'media/outside-root']);
  });

  it('takes its last picture a little past the end, and no further', async () => {
    // steps 3, 4, 5: the usual one is 4, so picture 12 is on display until 16 and silently until 20
    expect((await sample(sequence, [[20], [21]])).answers).toEqual([[[20, 12, 12]], 'media/endpoint-beyond-end']);
  });

  it('is probed by its pictures', async () => {
    const reader = createMediaReader({ ffmpeg: null, saveFrame: async () => '' });
    expect(await reader.probe({ root: folder.path, mediaPath: 'frames' })).toEqual({
      type: 'image_sequence',
      frameCount: 4,
      lastFrameMicros: 12_000_000,
      lastFrameDurationMicros: 4_000_000,
      frameRate: null,
      isVariableRate: false,
      width: 160,
      height: 96,
      rotation: 0,
      startOffsetMicros: 0,
      codec: 'png',
    });
    expect(await reader.probe({ root: folder.path, mediaPath: 'turned.jpg' })).toMatchObject({ type: 'image', width: 96, height: 160, rotation: 90, frameCount: 1 });
  });
});

it('says what is missing when a video is asked for without ffmpeg', async () => {
  writeFileSync(join(folder.path, 'clip.mp4'), '\0\0\0\x20ftypisom');
  await expect(sample({ mediaPath: 'clip.mp4', mediaType: 'video' }, [[0]])).rejects.toMatchObject({ code: 'media/ffmpeg-missing' });
});
