import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { readFrameNumber } from './frame-number.js';
import { generateClip, runTestFfmpeg } from './generate-clip.js';
import { findTestFfmpeg } from './test-ffmpeg.js';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

let folder: TemporaryFolder;
beforeAll(async () => (folder = await makeTemporaryFolder()));
afterAll(() => folder.remove());

function readNumbers(file: string, width: number, height: number): (number | null)[] {
  const raw = execFileSync(findTestFfmpeg(), ['-v', 'error', '-i', file, '-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'], { maxBuffer: 2 ** 30 });
  const size = width * height * 3;
  return Array.from({ length: raw.length / size }, (_, index) => readFrameNumber(raw.subarray(index * size, (index + 1) * size), width, height));
}

it.each([
  ['h264.mp4', { bframes: 2 }, 160, 96],
  ['mpeg4.avi', { codec: 'mpeg4' }, 160, 96],
  ['odd.mkv', { pixelFormat: 'yuv444p', width: 161, height: 97 }, 161, 97],
  ['variable.mp4', { frameDurationsMs: Array.from({ length: 30 }, (_, index) => (index < 15 ? 100 : 33)) }, 160, 96],
])('%s: numbers survive compression', async (name, options, width, height) => {
  const file = join(folder.path, name);
  await generateClip({ file, frames: 30, ...options });
  expect(readNumbers(file, width, height)).toEqual(Array.from({ length: 30 }, (_, index) => index));
});

it('says what ffmpeg said when it fails', async () => {
  await expect(runTestFfmpeg(['-i', join(folder.path, 'absent.mp4'), '-f', 'null', '-'])).rejects.toThrow(/No such file/);
});
