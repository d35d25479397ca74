import { mkdir } from 'node:fs/promises';

import { type IntervalTrack, type Timeline, timelineSchema } from '@medstream/schema';

import { surgicalPhase } from './surgical-phase.js';
import { makeSourceFolder } from './testing/source-folder.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
const FIRST = '1_establishment_of_abdominal_surgical_environment';
const THIRD = '3__identification_and_ligation_of_the_vessels_on_the_mesentery';
/** 250 frames at 25 a second: the last begins at 9.96 s and the clip ends at 10 s. */
const TEN_SECONDS = { lastFrameMicros: 9_960_000, frameRate: 25 };

async function readFirst(facts: { lastFrameMicros: number; frameRate: number } | null = TEN_SECONDS): Promise<Timeline> {
  return timelineSchema.parse(await folder.readFirst(surgicalPhase, facts));
}

test.each(['', 'zju_phase/', 'Surgical_phase/'])('lists clips in %s by label and number, at any depth; files beside the folders have no label', async (parent) => {
  for (const path of [`${FIRST}/10.mp4`, `${FIRST}/2.avi`, `${THIRD}/day/2.MOV`, `${THIRD}/notes.txt`, '1.mp4']) await folder.put(`${parent}${path}`, 'bytes');
  const videos = await surgicalPhase.listVideos(folder.root);
  expect(videos.map(({ videoId, mediaPath, caseId }) => [videoId, mediaPath, caseId])).toEqual([
    [`${FIRST}/2`, `${parent}${FIRST}/2.avi`, `Surgical-phase/${FIRST}/2`],
    [`${FIRST}/10`, `${parent}${FIRST}/10.mp4`, `Surgical-phase/${FIRST}/10`],
    [`${THIRD}/day/2`, `${parent}${THIRD}/day/2.MOV`, `Surgical-phase/${THIRD}/day/2`],
  ]);
});

test.each(['', 'zju_phase/'])('the folder in %s is the label of the whole clip, without its number', async (parent) => {
  await folder.put(`${parent}${THIRD}/day/2.mp4`, 'bytes');
  const [phases] = (await readFirst()).tracks as [IntervalTrack];
  expect(phases).toMatchObject({ role: 'state', signal: 'phase', labelSource: 'directory_label' });
  expect(phases.segments).toEqual([{ startMicros: 0, endMicros: 10_000_000, label: 'identification_and_ligation_of_the_vessels_on_the_mesentery' }]);
  expect(phases.vocabulary).toHaveLength(6);
});

test('a folder that is no phase of the set is refused by name', async () => {
  await folder.put('7_closure/1.mp4', 'bytes');
  await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringMatching(/^7_closure\/1\.mp4: found the label folder "closure", expected one of establishment_/) });
});

test('a folder whose name is not UTF-8 is told, instead of what a root must hold', async () => {
  await folder.put('x.txt', '');
  await mkdir(Buffer.concat([Buffer.from(`${folder.root}/d`), Buffer.from([0xe9])]));
  await expect(surgicalPhase.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-layout', message: 'a name in the folder of the root is not UTF-8: "d\uFFFD"' });
});

test('a clip of unknown length cannot be labelled', async () => {
  await folder.put(`${FIRST}/1.mp4`, 'bytes');
  await expect(readFirst(null)).rejects.toMatchObject({ code: 'media/undecodable' });
});

test('an interval table at the root is read instead, with its own labels', async () => {
  await folder.put('intervals.csv', 'video,start_s,end_s,label\nop1,0,4.5,opening\nop1,4.5,9,closing\n');
  await folder.put('videos/op1.mp4', 'bytes');
  const timeline = await readFirst();
  expect(timeline).toMatchObject({ dataset: 'Surgical-phase', videoId: 'op1', organ: 'colon', media: { path: 'videos/op1.mp4' } });
  const [phases] = timeline.tracks as [IntervalTrack];
  expect(phases.vocabulary).toEqual(['closing', 'opening']);
  expect(phases.segments).toEqual([
    { startMicros: 0, endMicros: 4_500_000, label: 'opening' },
    { startMicros: 4_500_000, endMicros: 9_000_000, label: 'closing' },
  ]);
});

test('an empty root is told what it must hold', async () => {
  await folder.put('1.mp4', 'bytes');
  await expect(surgicalPhase.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-layout' });
});
