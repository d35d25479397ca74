import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { drawNumberedFrame, findTestFfmpeg, makeTemporaryFolder, readFrameNumber, type TemporaryFolder } from '@medstream/testing';

import { createMediaReader, decodeImage, DEFAULT_PICTURE_FORMAT, encodeVideo, type Ffmpeg, findFfmpeg } from './index.js';

// real ffmpeg, on machines that are busy with other tests
jest.setTimeout(60_000);

let folder: TemporaryFolder;
let ffmpeg: Ffmpeg;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  ffmpeg = await findFfmpeg({ ffmpegPath: findTestFfmpeg() });
});
afterAll(() => folder.remove());

async function* draw(count: number, width = 160, height = 96) {
  for (let number = 0; number < count; number += 1) yield drawNumberedFrame(number, width, height);
}

it('writes a video whose pictures are read back in order, the same bytes twice', async () => {
  const [one, other] = ['one.mp4', 'other.mp4'].map((name) => join(folder.path, name)) as [string, string];
  for (const outFile of [one, other]) await encodeVideo({ ffmpeg, width: 160, height: 96, fps: 10, frames: draw(120), outFile });
  expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
  const numbers: (number | null)[] = [];
  const reader = createMediaReader({
    ffmpeg,
    saveFrame: async (bytes) => {
      const { rgb, width, height } = await decodeImage(bytes);
      numbers.push(readFrameNumber(rgb, width, height));
      return '0'.repeat(64);
    },
  });
  const jobs = [{ jobId: 'a', targetsMicros: [0, 5_050_000, 11_900_000], endMicros: 11_900_000 }];
  const results = await reader.sampleMedia({ root: folder.path, mediaPath: 'one.mp4', mediaType: 'video', timeUnit: 'seconds', image: DEFAULT_PICTURE_FORMAT, jobs });
  expect(results.get('a')).toMatchObject({ frames: [{ pts: 0 }, { pts: 5 }, { pts: 11.9 }] });
  expect(numbers).toEqual([0, 50, 119]);
});

it.each([
  ['an odd size', { width: 161, height: 96, frames: draw(1, 161) }, 'usage/bad-argument'],
  ['a picture of the wrong length', { width: 160, height: 96, frames: draw(1, 80) }, 'usage/bad-argument'],
])('refuses %s and leaves no file', async (_, request, code) => {
  const outFile = join(folder.path, 'refused.mp4');
  await expect(encodeVideo({ ffmpeg, fps: 10, outFile, ...request })).rejects.toMatchObject({ code });
  expect(existsSync(outFile)).toBe(false);
});

it('says when the file cannot be written', async () => {
  const outFile = join(folder.path, 'absent', 'clip.mp4');
  await expect(encodeVideo({ ffmpeg, width: 160, height: 96, fps: 10, frames: draw(50), outFile })).rejects.toMatchObject({ code: 'store/not-writable' });
});
