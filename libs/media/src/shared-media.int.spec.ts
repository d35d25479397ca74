import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { jest } from '@jest/globals';
import { findTestFfmpeg } from '@medstream/testing';

import { encodeJpeg } from './encode-picture.js';
import { createMediaReader, DEFAULT_PICTURE_FORMAT, findFfmpeg } from './index.js';

// real ffmpeg, on machines that are busy with other tests
jest.setTimeout(60_000);

// real clips that are no part of the project: beside the repository, or where MEDSTREAM_SHARED says
const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const root = join(process.env['MEDSTREAM_SHARED'] ?? join(repository, '..', 'shared'), 'data', 'media');
const isThere = existsSync(root);
if (!isThere) console.warn('shared-media.int.spec.ts: the folder of real clips is absent; nothing of it is checked here');

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function sample(mediaPath: string, targetsMicros: number[]) {
  const reader = createMediaReader({ ffmpeg: await findFfmpeg({ ffmpegPath: findTestFfmpeg() }), saveFrame: async (bytes) => sha256Of(bytes) });
  const jobs = [{ jobId: 'job', targetsMicros, endMicros: targetsMicros.at(-1) ?? 0 }];
  const results = await reader.sampleMedia({ root, mediaPath, mediaType: 'video', timeUnit: 'seconds', image: DEFAULT_PICTURE_FORMAT, jobs });
  const result = results.get('job');
  if (result === undefined || 'error' in result) throw new Error(result?.error.message);
  return result.frames;
}

/** Every picture of a plain full decode, from the beginning, with ffmpeg's own settings for seeking and threads. */
async function* decodeAll(file: string, width: number, height: number): AsyncGenerator<Buffer> {
  const filter = `scale=${width}:${height}:flags=bicubic+accurate_rnd+bitexact+full_chroma_int,format=rgb24`;
  const child = spawn(findTestFfmpeg(), ['-v', 'error', '-i', file, '-vf', filter, '-fps_mode', 'passthrough', '-f', 'rawvideo', '-'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const size = width * height * 3;
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    rest.push(chunk);
    length += chunk.length;
    while (length >= size) {
      const whole = Buffer.concat(rest);
      yield whole.subarray(0, size);
      rest = [whole.subarray(size)];
      length -= size;
    }
  }
}

it('endo.mp4: the delivered pictures are those of a full decode, bit for bit', async () => {
  if (!isThere) return;
  const mediaPath = 'RViMLab+endoscopy/endo.mp4';
  // 250 pictures at 25 fps from 0 to 9.96 s; picture 10k is on display at 0.4k + 0.02 s, the last one at the end
  const wanted = [...Array.from({ length: 25 }, (_, index) => index * 10), 249];
  const frames = await sample(mediaPath, [...wanted.slice(0, -1).map((number) => number * 40_000 + 20_000), 10_000_000]);
  expect(frames.map(({ pts }) => pts)).toEqual(wanted.map((number) => (number * 40_000) / 1e6));
  const hashes: string[] = [];
  let number = 0;
  for await (const rgb of decodeAll(join(root, mediaPath), 1024, 576)) {
    if (wanted.includes(number)) hashes.push(sha256Of(await encodeJpeg(rgb, { width: 1024, height: 576 }, 90)));
    number += 1;
  }
  expect(number).toBe(250);
  expect(frames.map(({ sha256 }) => sha256)).toEqual(hashes);
});

it.each([
  ['androidx+media/iibbibb_editlist_videoonly.mp4', 12], // open GOP, 13 packets of which 12 are shown
  ['androidx+media/sample_edit_list_only_preroll_sync_sample.mp4', 16], // the only key frame is not shown
  ['androidx+media/sample_without_stss.mp4', 30], // every packet claims to be a key frame
  ['androidx+media/sample.avi', 96], // MPEG-4 in AVI, a hole of 125 ms
  ['androidx+media/sample.flv', 30],
  ['androidx+media/sd-hls0000000000.ts', 58],
  ['androidx+media/roadtrip-vp92-10bit.webm', 72], // 80 packets, 72 shown
  ['dmlc+decord/unordered.mov', 4],
])('%s: the times of a full decode, %d pictures', async (mediaPath, count) => {
  if (!isThere) return;
  const log = execFileSync('/bin/sh', ['-c', `"${findTestFfmpeg()}" -hide_banner -nostdin -copyts -i "$0" -map 0:V:0 -vf showinfo=checksum=0 -fps_mode passthrough -f null - 2>&1`, join(root, mediaPath)], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const [, numerator, denominator] = /time_base: (\d+)\/(\d+)/.exec(log) ?? [];
  const ticks = [...log.matchAll(/n:\s*\d+ pts:\s*(-?\d+) /g)].map((match) => Number(match[1]));
  const times = ticks.map((tick) => Math.round(((tick - (ticks[0] ?? 0)) * Number(numerator) * 1e6) / Number(denominator)));
  expect(times).toHaveLength(count);
  // asked for each time just as it begins, every picture comes once
  expect((await sample(mediaPath, times)).map(({ pts }) => Math.round(pts * 1e6))).toEqual(times);
});
