import { type IntervalTrack, type Timeline, timelineSchema } from '@medstream/schema';

import { m2cai16Workflow } from './m2cai16-workflow.js';
import { makeSourceFolder } from './testing/source-folder.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
const TRAIN = 'train_dataset/workflow_video_01.txt';

async function readFirst(facts: { lastFrameMicros: number; frameRate: number } | null = null): Promise<Timeline> {
  return timelineSchema.parse(await folder.readFirst(m2cai16Workflow, facts));
}

test('lists both parts by number; time tables and predictions beside the labels are not labels', async () => {
  for (const name of ['10', '02', '02_timestamp', '02_pred']) await folder.put(`train_dataset/workflow_video_${name}.txt`, '');
  for (const name of ['01', '01_timestamp', '01_pred']) await folder.put(`test_dataset/test_workflow_video_${name}.txt`, '');
  await folder.put('test_dataset/test_workflow_video_01.mp4', 'bytes');
  const videos = await m2cai16Workflow.listVideos(folder.root);
  expect(videos.map(({ videoId, mediaPath, isMediaPresent, files }) => [videoId, mediaPath, isMediaPresent, files])).toEqual([
    ['test_workflow_video_01', 'test_dataset/test_workflow_video_01.mp4', true, { phase: 'test_dataset/test_workflow_video_01.txt' }],
    ['workflow_video_02', 'train_dataset/workflow_video_02.mp4', false, { phase: 'train_dataset/workflow_video_02.txt' }],
    ['workflow_video_10', 'train_dataset/workflow_video_10.mp4', false, { phase: 'train_dataset/workflow_video_10.txt' }],
  ]);
});

test.each(['m2cai16w/train_dataset/', 'm2cai16-workflow/train_dataset/', ''])('finds labels and media at %s', async (parent) => {
  await folder.put(`${parent}workflow_video_01.txt`, '');
  await folder.put(`${parent}workflow_video_01.mp4`, 'bytes');
  expect(await m2cai16Workflow.listVideos(folder.root)).toMatchObject([{ isMediaPresent: true, files: { phase: `${parent}workflow_video_01.txt` } }]);
});

test('an empty root is told what it must hold', async () => {
  await expect(m2cai16Workflow.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-layout', hint: expect.stringContaining('workflow_video_01.txt') });
});

test('frames of 1/25 s; CRLF; the vocabulary has eight phases in the order of the operation', async () => {
  await folder.put(TRAIN, 'Frame\tPhase\r\n0\tTrocarPlacement\r\n1\tTrocarPlacement\r\n2\tPreparation\r\n');
  const [phases] = (await readFirst()).tracks as [IntervalTrack];
  expect(phases.segments).toEqual([
    { startMicros: 0, endMicros: 80_000, label: 'TrocarPlacement' },
    { startMicros: 80_000, endMicros: 120_000, label: 'Preparation' },
  ]);
  expect([phases.vocabulary.length, phases.vocabulary[0], phases.vocabulary.at(-1)]).toEqual([8, 'TrocarPlacement', 'GallbladderRetraction']);
});

test('the header word is no label', async () => {
  await folder.put(TRAIN, 'Frame\tPhase\n0\tPhase\n');
  await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringMatching(/^train_dataset\/workflow_video_01\.txt line 2: found "Phase", expected one of TrocarPlacement, /) });
});

test('a time table under the name of a label file is refused', async () => {
  await folder.put(TRAIN, 'Time\tPhase\n00:00:00.00\tPreparation\n');
  await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message: `${TRAIN} line 1: found "Time Phase", expected the header "Frame Phase"` });
});

test('250 rows are 10 s: media of 5 s at 50 fps do not fit', async () => {
  await folder.put(TRAIN, ['Frame\tPhase', ...Array.from({ length: 250 }, (_, frame) => `${frame}\tPreparation`)].join('\n'));
  await folder.put('train_dataset/workflow_video_01.mp4', 'bytes');
  await expect(readFirst({ lastFrameMicros: 4_980_000, frameRate: 50 })).rejects.toMatchObject({ code: 'source/time-base-mismatch' });
  expect((await readFirst({ lastFrameMicros: 9_960_000, frameRate: 25 })).notes).toEqual([]);
});
