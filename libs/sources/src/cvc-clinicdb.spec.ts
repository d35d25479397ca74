import { type MaskTrack, type Timeline, timelineSchema } from '@medstream/schema';

import { cvcClinicDb } from './cvc-clinicdb.js';
import { encodePng } from './examples/encode-png.js';
import type { ProbedMedia } from './source.js';
import { makeSourceFolder } from './testing/source-folder.js';

const folder = makeSourceFolder({ beforeEach, afterEach });

/** 40 x 20 pixels, white in the given boxes (left, top, right, bottom). */
function maskOf(...boxes: readonly [number, number, number, number][]): Uint8Array {
  const rgb = new Uint8Array(40 * 20 * 3);
  for (const [left, top, right, bottom] of boxes) for (let y = top; y < bottom; y += 1) rgb.fill(254, (y * 40 + left) * 3, (y * 40 + right) * 3);
  return encodePng({ width: 40, height: 20, rgb });
}
async function readFirst(facts: Partial<ProbedMedia> | null = null): Promise<Timeline> {
  return timelineSchema.parse(await folder.readFirst(cvcClinicDb, facts));
}

test.each([
  ['Ground Truth', 'Original', 'tif'],
  ['CVC-ClinicDB/Ground_Truth', 'CVC-ClinicDB/Original', 'png'],
  ['TIF/GT', 'TIF/Original', 'tiff'],
])('lists pictures by number, masks in %s; the sequences of the literature are cases', async (masks, pictures, extension) => {
  for (const number of [10, 2, 26, 612]) await folder.put(`${masks}/${number}.${extension}`, '');
  await folder.put(`${pictures}/2.${extension}`, 'bytes');
  const videos = await cvcClinicDb.listVideos(folder.root);
  expect(videos.map(({ videoId, caseId, mediaType, isMediaPresent }) => [videoId, caseId, mediaType, isMediaPresent])).toEqual([
    ['2', 'CVC-ClinicDB/sequence1', 'image', true],
    ['10', 'CVC-ClinicDB/sequence1', 'image', false],
    ['26', 'CVC-ClinicDB/sequence2', 'image', false],
    ['612', 'CVC-ClinicDB/sequence29', 'image', false],
  ]);
});

test('a table of sequences comes first', async () => {
  await folder.put('metadata.csv', 'frame_id,sequence_id,png_image_path\n1,7,a\n26,7,b\n');
  for (const number of [1, 26, 30]) await folder.put(`PNG/Ground Truth/${number}.png`, '');
  expect((await cvcClinicDb.listVideos(folder.root)).map(({ caseId }) => caseId)).toEqual(['CVC-ClinicDB/sequence7', 'CVC-ClinicDB/sequence7', 'CVC-ClinicDB/30']);
});

test('polyps that do not touch are regions of their own', async () => {
  // 4 x 5 = 20 and 10 x 4 = 40 of 800 pixels
  await folder.put('GT/1.png', maskOf([2, 1, 6, 6], [20, 10, 30, 14]));
  const [track] = (await readFirst()).tracks as [MaskTrack];
  expect(track).toMatchObject({ signal: 'finding', vocabulary: ['polyp'], frameWidth: 40, frameHeight: 20, holdMicros: 0 });
  expect(track.samples).toEqual([
    {
      atMicros: 0,
      regions: [
        { label: 'polyp', box: { x0: 2, y0: 1, x1: 6, y1: 6 }, centre: { x: 4, y: 3.5 }, areaShare: 0.025 },
        { label: 'polyp', box: { x0: 20, y0: 10, x1: 30, y1: 14 }, centre: { x: 25, y: 12 }, areaShare: 0.05 },
      ],
    },
  ]);
});

test('a scaled mask is fine, one of another shape is refused, bytes that are no picture too', async () => {
  await folder.put('GT/1.png', maskOf([2, 1, 6, 6]));
  await folder.put('Original/1.png', 'bytes');
  expect((await readFirst({ width: 400, height: 200 })).tracks).toHaveLength(1);
  await expect(readFirst({ width: 400, height: 300 })).rejects.toMatchObject({ code: 'source/bad-label', message: 'GT/1.png as a whole: found 40 x 20 pixels, expected the shape of the picture, 400 x 300' });
  await folder.put('GT/1.png', 'no picture');
  await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringContaining('GT/1.png as a whole: found bytes that cannot be decoded') });
});

test('an empty root is told what it must hold', async () => {
  await expect(cvcClinicDb.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-layout' });
});
