import { type IntervalTrack, type PresenceTrack, type Timeline, timelineSchema } from '@medstream/schema';

import { pitVis } from './pitvis.js';
import { makeSourceFolder } from './testing/source-folder.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
const FILE = 'annotations_01.csv';
const HEADER = 'int_video,int_time,int_step,int_instrument1,int_instrument2';
/** Cells after the time, one row a second. */
const table = (...rows: readonly string[]): string => [HEADER, ...rows.map((cells, second) => `1,${second},${cells}`)].join('\n');

async function readFirst(facts: { lastFrameMicros: number; frameRate: number } | null = null): Promise<Timeline> {
  return timelineSchema.parse(await folder.readFirst(pitVis, facts));
}

test('lists videos with labels: 19 has none in the release; maps are no labels', async () => {
  for (const name of ['annotations_10.csv', FILE, 'map_steps.csv', 'map_instruments.csv', 'video_19.mp4', 'video_01.mp4']) await folder.put(name, '');
  expect(await pitVis.listVideos(folder.root)).toMatchObject([
    { videoId: 'video_01', isMediaPresent: true, files: { labels: FILE }, caseId: 'PitVis/video_01' },
    { videoId: 'video_10', isMediaPresent: false },
  ]);
});

test('an empty root is told what it must hold', async () => {
  await expect(pitVis.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-layout', hint: 'the root must hold annotations_01.csv, video_01.mp4' });
});

test('steps, instruments and the time outside; the last row is one more than the video has seconds', async () => {
  // seconds 0 outside, 1-2 step 1 (no instrument, then suction), 3 step 2 with suction and cottle, 4 outside, then the extra row 5
  await folder.put(FILE, table('-1,-1,-2', '1,0,-2', '1,16,-2', '2,16,2', '-1,-1,-1', '-1,-1,-2'));
  const [steps, tools, view] = (await readFirst()).tracks as [IntervalTrack, PresenceTrack, IntervalTrack];
  expect(steps).toMatchObject({ signal: 'step', role: 'state' });
  expect(steps.segments).toEqual([
    { startMicros: 1_000_000, endMicros: 3_000_000, label: 'nasal_corridor_creation' },
    { startMicros: 3_000_000, endMicros: 4_000_000, label: 'anterior_sphenoidotomy' },
  ]);
  expect(tools.samples.map(({ labels }) => labels)).toEqual([null, [], ['suction'], ['cottle', 'suction'], null]);
  expect([steps.vocabulary.length, tools.vocabulary.length]).toEqual([14, 18]);
  expect(view).toMatchObject({ role: 'blind', vocabulary: ['out_of_patient'], known: [{ startMicros: 0, endMicros: 5_000_000 }] });
  expect(view.segments).toEqual([
    { startMicros: 0, endMicros: 1_000_000, label: 'out_of_patient' },
    { startMicros: 4_000_000, endMicros: 5_000_000, label: 'out_of_patient' },
  ]);
});

test('31 rows of a video of 30 s: nothing lies beyond the media, at 24 frames a second', async () => {
  await folder.put(FILE, table(...Array.from({ length: 30 }, () => '5,0,-2'), '-1,-1,-2'));
  await folder.put('video_01.mp4', 'bytes');
  const timeline = await readFirst({ lastFrameMicros: Math.round((719 * 1_000_000) / 24), frameRate: 24 });
  expect(timeline.notes).toEqual([]);
  expect((timeline.tracks[0] as IntervalTrack).segments).toEqual([{ startMicros: 0, endMicros: 30_000_000, label: 'sellotomy' }]);
});

test('a 0 for the second instrument is read as none, with a note; missing seconds are unlabelled', async () => {
  await folder.put(FILE, `${HEADER}\r\n1,0,3,4,0\r\n1,2,3,4,-2\r\n1,3,-1,-1,-2\r\n`);
  const timeline = await readFirst();
  expect((timeline.tracks[1] as PresenceTrack).samples).toEqual([
    { atMicros: 0, labels: ['dural_scissors'] },
    { atMicros: 2_000_000, labels: ['dural_scissors'] },
  ]);
  expect((timeline.tracks[0] as IntervalTrack).segments).toHaveLength(2);
  expect(timeline.notes).toEqual(['1 row(s) name no second instrument by 0 instead of -2', 'rows are missing in 1 place(s); the time between is unlabelled']);
});

test.each([
  ['another header', 'int_time,int_step\n0,1', 'line 1: found "int_time,int_step", expected the header "int_video,int_time,int_step,int_instrument1,int_instrument2"'],
  ['another video', `${HEADER}\n2,0,1,0,-2`, 'line 2: found video "2", expected video 1'],
  ['a blank cell', `${HEADER}\n1,0,1,,-2`, 'line 2: found int_instrument1 "", expected an id from 1 to 18, or -1, 0'],
  ['a step 0', `${HEADER}\n1,0,0,0,-2`, 'line 2: found int_step "0", expected an id from 1 to 14, or -1'],
  ['a step back in time', `${HEADER}\n1,1,1,0,-2\n1,1,1,0,-2`, 'line 3: found int_time "1", expected a second after 1'],
  ['a row cut short', `${HEADER}\n1,0,1`, 'line 2: found "1,0,1", expected 5 cells'],
])('refuses %s', async (_, content, message) => {
  await folder.put(FILE, content);
  await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message: `${FILE} ${message}` });
});
