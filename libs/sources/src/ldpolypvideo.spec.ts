import { type BoxTrack, type ClassTrack, type Timeline, timelineSchema } from '@medstream/schema';

import { ldPolypVideo } from './ldpolypvideo.js';
import type { ProbedMedia } from './source.js';
import { makeSourceFolder } from './testing/source-folder.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
const FOLDER = 'TrainValid/Annotations/1';
/** Five pictures: none, none, one, two (one with its corners in reverse order), one. */
const FIVE = ['0', '0', '1\r\n212 134 300 221', '2\r\n300 221 212 134\r\n10 20 30 40', '1\r\n0 0 560 480'];

async function readFirst(facts: Partial<ProbedMedia> | null = null): Promise<Timeline> {
  return timelineSchema.parse(await folder.readFirst(ldPolypVideo, facts));
}
const boxesOf = (timeline: Timeline): BoxTrack => timeline.tracks[0] as BoxTrack;

describe('listVideos', () => {
  test('sequences by number, then videos by name; both spellings of folders; clips of one video are one case', async () => {
    for (const path of ['Train/Annotations/10/1.txt', 'Train/Annotations/2/1.txt', 'Test/Annotations/101/1.txt']) await folder.put(`LDPolyVideo/${path}`, '0\r\n');
    await folder.put('LDPolyVideo/Train/Images/2/a_b_1.jpg', 'bytes');
    await folder.put('LDPolyVideo/videos without polyps/0_43.avi', 'bytes');
    await folder.put('LDPolyVideo/videos/1_17_94_188_polyps.mp4', 'bytes');
    const videos = await ldPolypVideo.listVideos(folder.root);
    expect(videos.map(({ videoId, caseId, mediaType, isMediaPresent }) => [videoId, caseId, mediaType, isMediaPresent])).toEqual([
      ['2', 'LDPolypVideo/2', 'image_sequence', true],
      ['10', 'LDPolypVideo/10', 'image_sequence', false],
      ['101', 'LDPolypVideo/101', 'image_sequence', false],
      ['0_43', 'LDPolypVideo/0_43', 'video', true],
      ['1_17_94_188_polyps', 'LDPolypVideo/1_17', 'video', true],
    ]);
  });

  test('an empty root is told what it must hold', async () => {
    await expect(ldPolypVideo.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-layout', hint: expect.stringContaining('TrainValid/Annotations/1/1.txt') });
  });
});

describe('boxes', () => {
  test('numbers count pictures at 25 a second, in numeric order, corners in any order, 0 is no polyp', async () => {
    for (const [index, content] of FIVE.entries()) await folder.put(`${FOLDER}/${index + 8}.txt`, `${content}\r\n`);
    const track = boxesOf(await readFirst());
    // 8/25 = 0.32 s, then 0.04 s each; 10 comes after 9
    expect(track.samples.map(({ atMicros, regions }) => [atMicros, regions?.length])).toEqual([[320_000, 0], [360_000, 0], [400_000, 1], [440_000, 2], [480_000, 1]]);
    expect(track.samples[3]?.regions?.map(({ box }) => box)).toEqual([
      { x0: 212, y0: 134, x1: 300, y1: 221 },
      { x0: 10, y0: 20, x1: 30, y1: 40 },
    ]);
    expect(track).toMatchObject({ signal: 'finding', vocabulary: ['polyp'], holdMicros: 40_000, frameWidth: 560, frameHeight: 480 });
  });

  test('a picture without a file is unknown; files after the last picture are left out', async () => {
    await folder.put(`${FOLDER}/1.txt`, '0\r\n');
    await folder.put(`${FOLDER}/3.txt`, '1\r\n1 2 3 4\r\n');
    await folder.put(`${FOLDER}/5.txt`, '0\r\n');
    await folder.put('TrainValid/Images/1/x_y_3.jpg', 'bytes');
    // the probe counts numbers of names: 3 is 3/25 s
    const timeline = await readFirst({ lastFrameMicros: 3_000_000, width: 600, height: 500 });
    expect(timeline.media).toMatchObject({ lastFrameMicros: 120_000, frameRate: 25 });
    expect(boxesOf(timeline).samples.map(({ atMicros }) => atMicros)).toEqual([40_000, 120_000]);
    expect(boxesOf(timeline)).toMatchObject({ frameWidth: 600, frameHeight: 500 });
    expect(timeline.notes).toEqual(['boxes of 1 picture(s) lie after the last picture and are left out']);
    expect(timeline.sourceFiles).toEqual([{ path: FOLDER, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  });

  test('a box without an area leaves its picture unknown', async () => {
    await folder.put(`${FOLDER}/1.txt`, '2\r\n5 5 5 9\r\n1 1 9 9\r\n');
    const timeline = await readFirst();
    expect(boxesOf(timeline).samples).toEqual([{ atMicros: 40_000, regions: null }]);
    expect(timeline.notes).toHaveLength(1);
  });

  test.each([
    ['a count that is not that of the lines', '2\r\n1 2 3 4\r\n', 'line 1: found 2 polyp(s) and 1 line(s) of corners'],
    ['three corners', '1\r\n1 2 3\r\n', 'line 2: found "1 2 3", expected four whole numbers'],
    ['corners without a count', '1 2 3 4\r\n', 'line 1: found "1 2 3 4", expected the number of polyps'],
    ['words', 'none\r\n', 'line 1: found "none", expected the number of polyps'],
  ])('refuses %s', async (_, content, message) => {
    await folder.put(`${FOLDER}/1.txt`, content);
    await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringContaining(`${FOLDER}/1.txt ${message}`) });
  });

  test('refuses two files for one picture', async () => {
    await folder.put(`${FOLDER}/1.txt`, '0\r\n');
    await folder.put(`${FOLDER}/001.txt`, '0\r\n');
    await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringContaining('two files for picture 1') });
  });
});

describe('whole videos', () => {
  test.each([
    ['videos_with_polyps/1_3.avi', 'polyp'],
    ['videos_without_polyps/0_3.avi', 'no polyp'],
    ['videos/0_43_179_188_no_polyps.mp4', 'no polyp'],
    ['videos/1_17_94_188_polyps.mp4', 'polyp'],
  ])('%s shows %s', async (path, label) => {
    await folder.put(path, 'bytes');
    const [track] = (await readFirst({ lastFrameMicros: 9_960_000, frameRate: 25 })).tracks as [ClassTrack];
    expect(track).toEqual({ kind: 'class', signal: 'finding', vocabulary: ['polyp', 'no polyp'], labelSource: 'directory_label', label, span: null });
  });

  test.each(['videos_without_polyps/1_3.avi', 'videos/0_17_94_188_polyps.mp4', 'videos/1_43_179_188_no_polyps.mp4'])('refuses %s, which contradicts itself', async (path) => {
    await folder.put(path, 'bytes');
    await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label' });
  });
});
