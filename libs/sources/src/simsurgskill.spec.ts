import { type BoxTrack, type ScoreTrack, type Timeline, timelineSchema } from '@medstream/schema';

import { simSurgSkill2021 } from './simsurgskill.js';
import type { ProbedMedia } from './source.js';
import { makeSourceFolder } from './testing/source-folder.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
const BOXES = 'train_v1/annotations/bounding_box_gt/caseid_000001_fps1.json';
const METRICS = 'train_v1/annotations/skill_metric_gt.csv';
const driver = (frame: number | undefined, more: object = {}): object => ({ obj_class: 'needle driver', label_type: 'box', coordinate: [182, 240.5, 410, 233], orientation: 'left', objects: true, fps: 1, ...(frame === undefined ? {} : { frame_id: frame }), ...more });

async function readFirst(facts: Partial<ProbedMedia> | null = null): Promise<Timeline> {
  return timelineSchema.parse(await folder.readFirst(simSurgSkill2021, facts));
}

test('lists cases of all parts; a number used twice gets its part; the smooth copy of a video comes first', async () => {
  for (const name of ['train_v1/annotations/bounding_box_gt/caseid_000002_fps1.json', 'train_v1/annotations/bounding_box_gt/caseid_000010_fp1.json', 'test/annotations/bounding_box_gt/caseid_000002_fps1.json']) await folder.put(`Release_v1/${name}`, '{}');
  await folder.put('Release_v1/train_v1/videos/fps1/caseid_000010_fps1.mp4', 'bytes');
  await folder.put('Release_v1/test/videos/fps1/caseid_000002_fps1.mp4', 'bytes');
  await folder.put('Release_v1/test/videos/fps30/caseid_000002.mp4', 'bytes');
  const videos = await simSurgSkill2021.listVideos(folder.root);
  expect(videos.map(({ videoId, caseId, mediaPath, isMediaPresent }) => [videoId, caseId, mediaPath.slice(11), isMediaPresent])).toEqual([
    ['caseid_000010', 'simsurgskill_2021/caseid_000010', 'train_v1/videos/fps1/caseid_000010_fps1.mp4', true],
    ['test/caseid_000002', 'simsurgskill_2021/caseid_000002', 'test/videos/fps30/caseid_000002.mp4', true],
    ['train_v1/caseid_000002', 'simsurgskill_2021/caseid_000002', 'train_v1/videos/fps30/caseid_000002.mp4', false],
  ]);
});

test('an empty root is told what it must hold', async () => {
  await expect(simSurgSkill2021.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-layout' });
});

test('coordinates are height, width, left, top; nothing in view is an empty picture; other frames are unknown', async () => {
  const needle = { obj_class: 'Needle', coordinate: [40, 36, 610, 402], orientation: 'not grabbed', objects: true, fps: 1 };
  const labels = { '0': driver(0), '1': { ...needle, frame_id: 0 }, '2': { obj_class: '', coordinate: [], orientation: '', objects: false, fps: 1, frame_id: 3 }, '3': driver(10) };
  await folder.put(BOXES, JSON.stringify(labels));
  await folder.put('train_v1/videos/fps30/caseid_000001.mp4', 'bytes');
  const timeline = await readFirst({ lastFrameMicros: 4_966_667, frameRate: 30 });
  const [boxes] = timeline.tracks as [BoxTrack];
  // left 410, top 233, right 410 + 240.5, bottom 233 + 182
  expect(boxes.samples).toEqual([
    {
      atMicros: 0,
      regions: [
        { label: 'needle driver', box: { x0: 410, y0: 233, x1: 650.5, y1: 415 }, attribute: 'left' },
        { label: 'needle', box: { x0: 610, y0: 402, x1: 646, y1: 442 }, attribute: 'not grabbed' },
      ],
    },
    { atMicros: 3_000_000, regions: [] },
  ]);
  expect(boxes).toMatchObject({ signal: 'tool', holdMicros: 1_000_000, frameWidth: 1280, frameHeight: 720 });
  expect(timeline.notes).toEqual(['boxes of 1 picture(s) lie after the last picture and are left out']);
});

test('keys are frames where labels state none, with one label or several', async () => {
  await folder.put(BOXES, JSON.stringify({ '7': driver(undefined), '2': [driver(undefined), driver(undefined, { orientation: 'right' })] }));
  const [boxes] = (await readFirst()).tracks as [BoxTrack];
  expect(boxes.samples.map(({ atMicros, regions }) => [atMicros, regions?.map(({ attribute }) => attribute)])).toEqual([[2_000_000, ['left', 'right']], [7_000_000, ['left']]]);
});

test('counts by case number; a blank cell is unknown; names of columns by their parts', async () => {
  await folder.put(BOXES, '{}');
  await folder.put(METRICS, 'Case ID,Needle Drop Counts,instrument_out_of_view_counts,EoM\ncaseid_000002,0,3,1\ncaseid_000001,2,,5.31\n');
  const track = (await readFirst()).tracks[1] as ScoreTrack;
  expect(track).toMatchObject({ signal: 'skill', vocabulary: [], grade: null });
  expect(track.values.map(({ scale, value, min, max }) => [scale, value, min, max])).toEqual([
    ['needle drops', 2, 0, null],
    ['instrument out of view', null, 0, null],
    ['economy of motion', 5.31, 0, null],
  ]);
});

test.each([
  ['another object', { '0': driver(0, { obj_class: 'clip' }) }, '"0".obj_class: found "clip", expected needle driver or needle'],
  ['three coordinates', { '0': driver(0, { coordinate: [1, 2, 3] }) }, '"0".coordinate: found [1,2,3], expected [height, width, left, top]'],
  ['a key without a frame', { a: driver(undefined) }, '"a": found neither a frame_id nor a number as key'],
])('refuses %s', async (_, labels, message) => {
  await folder.put(BOXES, JSON.stringify(labels));
  await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringContaining(message) });
});

test('refuses a table without a column it knows', async () => {
  await folder.put(BOXES, '{}');
  await folder.put(METRICS, 'case_id,score\n1,2\n');
  await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringContaining('line 1: found the columns case_id, score') });
});
