import { type ScoreTrack, type Timeline, timelineSchema } from '@medstream/schema';

import { alxSuture } from './alxsuture.js';
import { gradeOf } from './alxsuture-ratings.js';
import { encodeXlsx } from './examples/encode-xlsx.js';
import { makeSourceFolder } from './testing/source-folder.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
const ITEMS = ['OSATS_RESPECT', 'OSATS_MOTION', 'OSATS_INSTRUMENT', 'OSATS_SUTURE', 'OSATS_FLOW', 'OSATS_KNOWLEDGE', 'OSATS_PERFORMANCE', 'OSATSFINALQUALITY'];
type Row = readonly (string | number | null)[];
/** Blanks after names of columns, as in the original. */
const HEADER: Row = ['STUDENT', 'VIDEO ', 'INVESTIGATOR', 'SUTURES', ...ITEMS, ' GLOBA_RATING_SCORE'];
const row = (video: string, rater: string, items: Row, sum: number | null, student: string | null = 'S001'): Row => [student, video, rater, 3, ...items, sum];
const TWOS = Array<number>(8).fill(2);

const putSheet = (...rows: Row[]): Promise<void> => folder.put('OSATS.xlsx', encodeXlsx([HEADER, ...rows]));
async function readFirst(): Promise<Timeline> {
  return timelineSchema.parse(await folder.readFirst(alxSuture, null));
}

test('both recordings of a student are one case; media in packages or beside the table', async () => {
  await putSheet(row('X14A', 'A', TWOS, 16), row('A31H ', 'A', TWOS, 16), row('B01C', 'A', TWOS, 16, 'S002'), row('A31H', 'B', TWOS, 16));
  await folder.put('Package 02/A31H.mp4', 'bytes');
  await folder.put('X14A.mp4', 'bytes');
  const videos = await alxSuture.listVideos(folder.root);
  expect(videos.map(({ videoId, caseId, mediaPath, isMediaPresent }) => [videoId, caseId, mediaPath, isMediaPresent])).toEqual([
    ['A31H', 'AlxSuture/S001', 'Package 02/A31H.mp4', true],
    ['B01C', 'AlxSuture/S002', 'B01C.mp4', false],
    ['X14A', 'AlxSuture/S001', 'X14A.mp4', true],
  ]);
});

test('three raters, a blank cell and a blank sum; the grade is that of the mean', async () => {
  // sums: 16; blank with all items given: 8 x 3 = 24; blank with an item missing: unknown. Mean of 16 and 24 = 20
  await putSheet(row('A31H', 'A', TWOS, 16), row('A31H', 'B', Array<number>(8).fill(3), null), row('A31H', 'C', [null, ...Array<number>(7).fill(3)], null));
  const timeline = await readFirst();
  const track = timeline.tracks[0] as ScoreTrack;
  const valuesOf = (scale: string): unknown[] => track.values.filter((value) => value.scale === scale).map(({ rater, value, min, max }) => [rater, value, min, max]);
  expect(track).toMatchObject({ signal: 'skill', vocabulary: ['novice', 'intermediate', 'proficient'], grade: 'intermediate' });
  expect(valuesOf('global rating score')).toEqual([['A', 16, 8, 40], ['B', 24, 8, 40], ['C', null, 8, 40]]);
  expect(valuesOf('respect for tissue')).toEqual([['A', 2, 1, 5], ['B', 3, 1, 5], ['C', null, 1, 5]]);
  expect(valuesOf('sutures')).toEqual([['A', 3, 0, null], ['B', 3, 0, null], ['C', 3, 0, null]]);
  expect(timeline.notes).toEqual([]);
});

test.each([
  [[8], 'novice'],
  [[15, 16], 'novice'],
  [[16], 'intermediate'],
  [[23, 24], 'intermediate'],
  [[24], 'proficient'],
  [[40], 'proficient'],
  [[], null],
])('sums of %j are %s', (sums, grade) => {
  expect(gradeOf(sums)).toBe(grade);
});

test('the challenge table without students, as comma-separated text', async () => {
  await folder.put('OSATS_MICCAI_trainset.csv', `VIDEO,INVESTIGATOR,${ITEMS.join()},GLOBA_RATING_SCORE\nA31H,A,2,2,2,2,2,2,2,3,16\n`);
  const timeline = await readFirst();
  expect(timeline.caseId).toBe('AlxSuture/A31H');
  expect(timeline.notes).toEqual(['the items of rater A add up to 17, the table states 16', 'the table names no student; whether another recording shows the same one is unknown']);
});

test.each<[string, Row[], string]>([
  ['an item of 6', [row('A31H', 'A', [6, ...TWOS.slice(1)], 16)], 'row 2: found OSATS_RESPECT "6", expected 1 to 5'],
  ['a sum of 7', [row('A31H', 'A', TWOS, 7)], 'row 2: found GLOBA_RATING_SCORE "7", expected 8 to 40'],
  ['one rater twice', [row('A31H', 'A', TWOS, 16), row('A31H', 'A', TWOS, 16)], 'row 3: found a second row of rater A for A31H'],
])('refuses %s', async (_, rows, message) => {
  await putSheet(...rows);
  await expect(alxSuture.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringContaining(`OSATS.xlsx ${message}`) });
});

test('refuses a file that is no workbook, a table without its columns, an empty root', async () => {
  await expect(alxSuture.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-layout' });
  await folder.put('OSATS.xlsx', 'no workbook');
  await expect(alxSuture.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringContaining('an unreadable workbook') });
  await folder.put('OSATS.xlsx', encodeXlsx([['VIDEO', 'SCORE'], ['A31H', 2]]));
  await expect(alxSuture.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringContaining('found the columns VIDEO, SCORE') });
});
