import { type PresenceTrack, type Timeline, timelineSchema, type TripletTrack } from '@medstream/schema';

import { cholecT45 } from './cholect45.js';
import { makeSourceFolder } from './testing/source-folder.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
async function readFirst(lastFrameMicros: number | null = null): Promise<Timeline> {
  return timelineSchema.parse(await folder.readFirst(cholecT45, lastFrameMicros === null ? null : { lastFrameMicros }));
}
const trackOf = (timeline: Timeline, signal: string): PresenceTrack => timeline.tracks.find((track) => track.signal === signal) as PresenceTrack;

test.each(['data/', 'rgb/', 'CholecT45/data/'])('lists by number, with pictures in %s, and shares cases with cholec80', async (pictures) => {
  await folder.put('instrument/VID10.txt', '');
  await folder.put('instrument/VID02.txt', '');
  await folder.put('verb/VID02.txt', '');
  await folder.put(`${pictures}VID02/000000.png`, 'bytes');
  expect(await cholecT45.listVideos(folder.root)).toMatchObject([
    { videoId: 'VID02', caseId: 'cholec80/video02', mediaPath: `${pictures}VID02`, mediaType: 'image_sequence', isMediaPresent: true, files: { tool: 'instrument/VID02.txt', verb: 'verb/VID02.txt' } },
    { videoId: 'VID10', caseId: 'cholec80/video10', mediaPath: 'data/VID10', isMediaPresent: false, files: { tool: 'instrument/VID10.txt' } },
  ]);
});

test('an empty root is told what it must hold', async () => {
  await expect(cholecT45.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-layout', hint: expect.stringContaining('instrument/VID01.txt') });
});

test('frames are seconds; zeros are no label, -1 is unknown, null_verb is no verb', async () => {
  await folder.put('instrument/VID01.txt', '0,0,0,1,0,0,0\r\n1,1,0,1,0,0,0\r\n2,0,0,0,0,0,0\r\n3,-1,-1,-1,-1,-1,-1\r\n');
  // columns: grasp, retract, dissect, …, pack, null_verb
  await folder.put('verb/VID01.txt', '0,0,0,1,0,0,0,0,0,0,0\n1,0,1,0,0,0,0,0,0,0,1\n2,0,0,0,0,0,0,0,0,0,1\n');
  const timeline = await readFirst();
  expect(trackOf(timeline, 'tool').samples).toEqual([
    { atMicros: 0, labels: ['hook'] },
    { atMicros: 1_000_000, labels: ['grasper', 'hook'] },
    { atMicros: 2_000_000, labels: [] },
    { atMicros: 3_000_000, labels: null },
  ]);
  expect(trackOf(timeline, 'verb').samples.map(({ labels }) => labels)).toEqual([['dissect'], ['retract'], []]);
  expect(trackOf(timeline, 'verb').vocabulary).not.toContain('null_verb');
  expect(timeline.media.frameRate).toBe(1);
  expect(timeline.notes).toEqual(['1 instrument row(s) hold -1; there the labels are unknown']);
});

test('triplets by the table of names; without it they are unknown', async () => {
  await folder.put('triplet/VID01.txt', '0,1,0\n1,0,0\n2,-1,-1\n');
  expect(trackOf(await readFirst(), 'triplet')).toBeUndefined();
  await folder.put('dict/triplet.txt', '0:grasper,dissect,cystic_plate\n1:hook,null_verb,null_target\n');
  const timeline = await readFirst();
  expect(timeline.tracks[0] as TripletTrack).toMatchObject({
    ...{ kind: 'triplet', vocabulary: ['grasper,dissect,cystic_plate', 'hook,null_verb,null_target'] },
    samples: [
      { atMicros: 0, triplets: [{ instrument: 'grasper', verb: 'dissect', target: 'cystic_plate' }] },
      { atMicros: 1_000_000, triplets: [] },
      { atMicros: 2_000_000, triplets: null },
    ],
  });
  expect(timeline.sourceFiles.map(({ path }) => path)).toEqual(['triplet/VID01.txt', 'dict/triplet.txt']);
});

test('older copies list ids: a header, -1 where nothing is present, blanks or tabs; a missing frame is unknown', async () => {
  // ids count from 0: grasper, bipolar, hook, …; grasp, retract, dissect, …, null_verb
  await folder.put('instrument/VID01.txt', 'frame instrument\n0 2\n1\t0,2\n3 -1\n');
  await folder.put('verb/VID01.txt', '0 2,9\n1 9\n');
  await folder.put('triplet/VID01.txt', '0 1, 0\n1 -1\n');
  await folder.put('dict/triplet.txt', '0:grasper,dissect,cystic_plate\n1:hook,grasp,gut\n');
  const timeline = await readFirst();
  expect(trackOf(timeline, 'tool').samples).toEqual([
    { atMicros: 0, labels: ['hook'] },
    { atMicros: 1_000_000, labels: ['grasper', 'hook'] },
    { atMicros: 3_000_000, labels: [] },
  ]);
  expect(trackOf(timeline, 'verb').samples.map(({ labels }) => labels)).toEqual([['dissect'], []]);
  const triplets = timeline.tracks.find(({ kind }) => kind === 'triplet') as TripletTrack;
  expect(triplets.samples.map((sample) => sample.triplets?.map(({ instrument }) => instrument))).toEqual([['grasper', 'hook'], []]);
  expect(timeline.notes).toEqual(['instrument rows are missing in 1 place(s); labels there are unknown, not absent']);
});

test('rows after the last picture are left out', async () => {
  await folder.put('instrument/VID01.txt', '0,0,0,1,0,0,0\n1,1,0,1,0,0,0\n');
  await folder.put('data/VID01/000000.png', 'bytes');
  const timeline = await readFirst(0);
  expect(trackOf(timeline, 'tool').samples).toHaveLength(1);
  expect(timeline.notes).toEqual(['1 tool row(s) lie after the last picture and are left out', 'there is no verb file; verb labels are unknown']);
});

test.each([
  ['a header', 'frame,grasper\n0,1', 'line 1: found "frame", expected a frame number (0, 1, 2, …)'],
  ['an id beyond the last', 'frame ids\n0 1,6\n', 'line 2: found "1,6", expected ids from 0 to 5, or -1 alone'],
  ['no id beside -1', '0 1\n1 -1,2\n', 'line 2: found "-1,2", expected ids from 0 to 5, or -1 alone'],
  ['a frame again in a list of ids', '0 1\n0 2\n', 'line 2: found "0", expected a frame after 0'],
  ['a frame without ids', '0 1\n1\n', 'line 2: found "", expected ids from 0 to 5, or -1 alone'],
  ['a row of triplets', `0,${Array(100).fill(0).join()}\n`, expect.stringMatching(/expected 6 cells of 0 or 1$/)],
  ['a blank cell', '0,0,0,,0,0,0\n', 'line 1: found "0 0  0 0 0", expected 6 cells of 0 or 1'],
])('refuses %s', async (_, content, message) => {
  await folder.put('instrument/VID01.txt', content);
  const expected = typeof message === 'string' ? `instrument/VID01.txt ${message}` : message;
  await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message: expected });
});

test('a table of names whose lines cannot be told apart is refused by its own name', async () => {
  await folder.put('triplet/VID01.txt', '0,1,0\n');
  await folder.put('dict/triplet.txt', '0:grasper,dissect,cystic_plate\r1:hook,null_verb,null_target\r');
  await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringMatching(/^dict\/triplet\.txt line 1: found "0:grasper,dissect,cystic_plate 1:hook/) as string });
});
