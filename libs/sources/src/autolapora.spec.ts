import { type IntervalTrack, type MaskTrack, type Timeline, timelineSchema } from '@medstream/schema';

import { autoLapora } from './autolapora.js';
import { encodePng } from './examples/encode-png.js';
import type { SourceVideo } from './source.js';
import { makeSourceFolder } from './testing/source-folder.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
const LABELS = 'Task 1 Surgical workflow recognition/labels';
const fileOf = (videoId: string): string => `${LABELS}/label_${videoId}.txt`;
/** Phase ids, one a second; rows count from `first`. */
const table = (phases: readonly number[], first = 1): string => ['Frame\tPhase', ...phases.map((phase, index) => `${index + first}\t${phase}`)].join('\n');

async function readFirst(facts: { lastFrameMicros: number; frameRate: number } | null = null): Promise<Timeline> {
  return timelineSchema.parse(await folder.readFirst(autoLapora, facts));
}
const phasesOf = (timeline: Timeline): IntervalTrack['segments'] => (timeline.tracks[0] as IntervalTrack).segments;

describe('listVideos', () => {
  test.each([
    ['Task 1 Surgical workflow recognition/', 'labels/', 'videos/'],
    ['AutoLaparo/task1/', 'labels/', 'videos/'],
    ['t1/', 'labels/', 'videos/'],
    ['', 'labels/', 'videos/'],
    ['', '', ''],
  ])('finds labels and media at %s%s', async (parent, labels, videos) => {
    await folder.put(`${parent}${labels}label_10.txt`, '');
    await folder.put(`${parent}${labels}label_02.txt`, '');
    await folder.put(`${parent}${videos}02.mp4`, 'bytes');
    const listed = await autoLapora.listVideos(folder.root);
    expect(listed.map(({ videoId, isMediaPresent, files }) => [videoId, isMediaPresent, files['phase']])).toEqual([
      ['02', true, `${parent}${labels}label_02.txt`],
      ['10', false, `${parent}${labels}label_10.txt`],
    ]);
  });

  test('an empty root is told what it must hold', async () => {
    await folder.put('Task 2 Laparoscope motion prediction/README.txt', '');
    await expect(autoLapora.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-layout' });
  });
});

describe('readTimeline', () => {
  test('row 1 is the first second, phase 1 the first phase', async () => {
    // three rows of phase 2, two of phase 7: [0, 3) and [3, 5) s
    await folder.put(fileOf('01'), table([2, 2, 2, 7, 7]));
    const timeline = await readFirst();
    expect(phasesOf(timeline)).toEqual([
      { startMicros: 0, endMicros: 3_000_000, label: 'Dividing Ligament and Peritoneum' },
      { startMicros: 3_000_000, endMicros: 5_000_000, label: 'Washing' },
    ]);
    expect((timeline.tracks[0] as IntervalTrack).vocabulary).toHaveLength(7);
    expect(timeline.notes).toEqual([]);
  });

  test('phases from 0 are told by another file of the set: here 2 means the third phase', async () => {
    await folder.put(fileOf('01'), table([2, 2, 6]));
    await folder.put(fileOf('02'), table([0, 1]));
    const timeline = await readFirst();
    expect(phasesOf(timeline).map(({ label }) => label)).toEqual(['Dividing Uterine Vessels and Ligament', 'Washing']);
    expect(timeline.notes).toEqual(['this copy counts phases from 0, the original from 1']);
    expect(timeline.sourceFiles).toHaveLength(1);
  });

  test('rows may count from 0 in such copies', async () => {
    await folder.put(fileOf('01'), table([0, 0, 1], 0));
    expect(phasesOf(await readFirst())).toEqual([
      { startMicros: 0, endMicros: 2_000_000, label: 'Preparation' },
      { startMicros: 2_000_000, endMicros: 3_000_000, label: 'Dividing Ligament and Peritoneum' },
    ]);
  });

  test.each([
    ['neither 0 nor 7', [1, 2, 6], 'the 1 label files hold neither phase 0 nor phase 7, so where phases count from is unknown'],
    ['both', [0, 7], 'the 1 label files hold both phase 0 and phase 7, so where phases count from is unknown'],
    ['a phase beyond', [7, 8], `${fileOf('01')} line 3: found "8", expected one of 1, 2, 3, 4, 5, 6, 7`],
  ])('refuses %s', async (_, phases, message) => {
    await folder.put(fileOf('01'), table(phases));
    await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message });
  });

  test('labels are seconds whatever the rate of the media; the last partial second of media is unlabelled', async () => {
    await folder.put(fileOf('01'), table(Array.from({ length: 30 }, () => 7)));
    await folder.put('Task 1 Surgical workflow recognition/videos/01.mp4', 'bytes');
    // 30 rows, media of 30.6 s at 50 fps
    const timeline = await readFirst({ lastFrameMicros: 30_580_000, frameRate: 50 });
    expect(phasesOf(timeline)).toEqual([{ startMicros: 0, endMicros: 30_000_000, label: 'Washing' }]);
    expect(timeline.notes).toEqual([]);
  });
});

describe('clips', () => {
  const MOTION = 'Task 2 Laparoscope motion prediction/laparoscope_motion_label.txt';
  const MASKS = 'Task 3 Instrument and key anatomy segmentation/masks';
  /** 10 x 10, the left half in the first grey value, the lower right quarter in the second. */
  const maskOf = (first: number, second: number): Uint8Array => {
    const values = Array.from({ length: 100 }, (_, pixel) => (pixel % 10 < 5 ? first : pixel >= 50 ? second : 0));
    return encodePng({ width: 10, height: 10, rgb: Uint8Array.from(values.flatMap((value) => [value, value, value])) });
  };

  test('the motion is in the second half; clips keep their zeros and come after the videos', async () => {
    await folder.put(fileOf('01'), table([7]));
    await folder.put(MOTION, 'Clip\tLabel\tPhase\r\n001\t0\t2\r\n012\t5\t3\r\n');
    const videos = await autoLapora.listVideos(folder.root);
    expect(videos.map(({ videoId, caseId }) => [videoId, caseId])).toEqual([['01', 'AutoLapora/01'], ['clip001', 'AutoLapora/clip001'], ['clip012', 'AutoLapora/clip012']]);
    const { tracks } = timelineSchema.parse(await folder.read(autoLapora, videos[2] as SourceVideo));
    expect(tracks).toMatchObject([{ kind: 'class', signal: 'motion', label: 'Zoom-in', span: { startMicros: 5_000_000, endMicros: 10_000_000 } }]);
  });

  test('masks stand at their pictures of the clip, which count from 1', async () => {
    await folder.put(MOTION, 'Clip\tLabel\tPhase\n001\t1\t2\n');
    await folder.put('Task 2 Laparoscope motion prediction/clips/001.mp4', 'bytes');
    await folder.put(`${MASKS}/001001.png`, maskOf(20, 180));
    await folder.put(`${MASKS}/001025.png`, maskOf(0, 0));
    const timeline = await readFirst({ lastFrameMicros: 9_960_000, frameRate: 25 });
    const track = timeline.tracks[1] as MaskTrack;
    // picture 25 is 24/25 s
    expect(track.samples.map(({ atMicros, regions }) => [atMicros, regions?.map(({ label, areaShare }) => [label, areaShare])])).toEqual([
      [0, [['grasping forceps, manipulator', 0.5], ['uterus', 0.25]]],
      [960_000, []],
    ]);
    expect(track).toMatchObject({ signal: 'structure', holdMicros: 40_000, frameWidth: 10, frameHeight: 10 });
  });

  // areas stand in the order of their grey values, 60 before 140
  test('without their clip masks belong to pictures', async () => {
    await folder.put(`${MASKS}/003050.png`, maskOf(140, 60));
    await folder.put('Task 3 Instrument and key anatomy segmentation/imgs/003050.jpg', 'bytes');
    const timeline = await readFirst();
    expect(timeline).toMatchObject({ videoId: 'image003050', caseId: 'AutoLapora/clip003', media: { type: 'image', isPresent: true } });
    expect((timeline.tracks[0] as MaskTrack).samples[0]?.regions?.map(({ label }) => label)).toEqual(['LigaSure, manipulator', 'electric hook, manipulator']);
  });

  test.each(['001\t7\t2', '001\t\t2', 'one\t1\t2'])('refuses the row %s', async (row) => {
    await folder.put(MOTION, `Clip\tLabel\tPhase\n${row}\n`);
    await expect(autoLapora.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringContaining('line 2: found') });
  });
});
