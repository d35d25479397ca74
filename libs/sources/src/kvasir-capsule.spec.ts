import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type BoxTrack, type ClassTrack, type IntervalTrack, type Timeline, timelineSchema } from '@medstream/schema';

import { kvasirCapsule } from './kvasir-capsule.js';
import { findCapsuleClass } from './kvasir-capsule-names.js';
import type { ProbedMedia } from './source.js';
import { makeSourceFolder } from './testing/source-folder.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
const VIDEO = '0123456789abcdef';
const HEADER = 'filename;video_id;frame_number;finding_category;finding_class;x1;y1;x2;y2;x3;y3;x4;y4';

async function readFirst(facts: Partial<ProbedMedia> | null = null): Promise<Timeline> {
  return timelineSchema.parse(await folder.readFirst(kvasirCapsule, facts));
}
const classesOf = ({ tracks }: Timeline): unknown[] => (tracks as ClassTrack[]).filter(({ kind }) => kind === 'class').map(({ signal, label, labelSource }) => [signal, label, labelSource]);

describe('names', () => {
  test.each([
    ['Blood - fresh', 'finding', 'Blood - fresh'],
    ['Blood', 'finding', 'Blood - fresh'],
    ['blood-fresh', 'finding', 'Blood - fresh'],
    ['Foreign Bodies', 'finding', 'Foreign body'],
    ['Erythematous', 'finding', 'Erythema'],
    ['normal-clean-mucosa', 'finding', 'Normal clean mucosa'],
    ['Ileo-cecal valve', 'landmark', 'Ileocecal valve'],
    ['Ampulla of Vater', 'landmark', 'Ampulla of Vater'],
  ])('%s is the %s %s', (name, signal, label) => {
    expect(findCapsuleClass(name)).toMatchObject({ signal, label });
  });

  test('other names are none', () => {
    expect(findCapsuleClass('label')).toBeNull();
  });
});

describe('pictures', () => {
  test('are listed once each, by video and frame number; the case is the video', async () => {
    for (const path of [`Ulcer/${VIDEO}_900.jpg`, `Ulcer/${VIDEO}_1000.jpg`, `Pylorus/${VIDEO}_20.png`, `Polyp/${VIDEO}_900.jpg`, 'Ulcer/notes.txt']) await folder.put(`Kvasir-Capsule/labelled_images/${path}`, 'bytes');
    const videos = await kvasirCapsule.listVideos(folder.root);
    expect(videos.map(({ videoId, caseId, mediaType }) => [videoId, caseId, mediaType])).toEqual([
      [`${VIDEO}_20`, `kvasir-capsule/${VIDEO}`, 'image'],
      [`${VIDEO}_900`, `kvasir-capsule/${VIDEO}`, 'image'],
      [`${VIDEO}_1000`, `kvasir-capsule/${VIDEO}`, 'image'],
    ]);
    // two folders hold picture 900
    const timeline = await folder.read(kvasirCapsule, videos[1] as (typeof videos)[number]);
    expect(timeline.tracks).toEqual([]);
    expect(timeline.notes).toEqual(['the picture is labelled "Polyp" and "Ulcer"; its class is taken as unknown']);
  });

  test('folder, metadata and split say the same in three spellings', async () => {
    await folder.put(`labelled_images/Ileocecal valve/${VIDEO}_120.jpg`, 'bytes');
    await folder.put('metadata.csv', `${HEADER}\n${VIDEO}_120.jpg;${VIDEO};120;Anatomy;Ileocecal valve;;;;;;;\n`);
    await folder.put('official_splits/split_0.csv', `filename,label\n${VIDEO}_120.jpg,Ileo-cecal valve\n`);
    const timeline = await readFirst({ lastFrameMicros: 0 });
    expect(classesOf(timeline)).toEqual([['landmark', 'Ileocecal valve', 'original_annotation']]);
    expect(timeline.sourceFiles.map(({ path }) => path)).toEqual(['metadata.csv', 'official_splits/split_0.csv']);
    expect(timeline.media).toMatchObject({ type: 'image', lastFrameMicros: 0, frameRate: null });
    expect(timeline.notes).toEqual([]);
  });

  test('the folder alone is a directory label', async () => {
    await folder.put(`labelled_images/Foreign body/${VIDEO}_1.jpg`, 'bytes');
    expect(classesOf(await readFirst())).toEqual([['finding', 'Foreign body', 'directory_label']]);
  });

  test('a box holds its four corners, in whichever order', async () => {
    await folder.put('metadata.csv', `${HEADER}\n${VIDEO}_900.jpg;${VIDEO};900;Luminal;Ulcer;160;88;101;90;101;140;158;139\n`);
    const timeline = await readFirst();
    expect(timeline.media).toMatchObject({ path: `labelled_images/Ulcer/${VIDEO}_900.jpg`, isPresent: false });
    expect(timeline.tracks[1] as BoxTrack).toMatchObject({
      ...{ kind: 'box', signal: 'finding', holdMicros: 0, frameWidth: 336, frameHeight: 336 },
      samples: [{ atMicros: 0, regions: [{ label: 'Ulcer', box: { x0: 101, y0: 88, x1: 160, y1: 140 }, attribute: null }] }],
    });
  });

  test('two classes in one table are unknown, with a note', async () => {
    await folder.put('official_splits/split_1.csv', `filename,label\n${VIDEO}_3.jpg,Ulcer\n${VIDEO}_3.jpg,Erosion\n`);
    const timeline = await readFirst();
    expect(timeline.tracks).toEqual([]);
    expect(timeline.notes).toEqual(['the picture is labelled "Ulcer" and "Erosion"; its class is taken as unknown']);
  });

  test.each([
    ['the header word as a class', `${HEADER}\n${VIDEO}_1.jpg;${VIDEO};1;Luminal;finding_class;;;;;;;\n`, 'metadata.csv line 2: found'],
    ['three corners', `${HEADER}\n${VIDEO}_1.jpg;${VIDEO};1;Luminal;Ulcer;1;2;3;4;5;6;;\n`, 'metadata.csv line 2: found the corners 1, 2, 3, 4, 5, 6'],
  ])('refuses %s', async (_, content, message) => {
    await folder.put('metadata.csv', content);
    await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringContaining(message) });
  });

  test('an empty root is told what it must hold', async () => {
    await expect(kvasirCapsule.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-layout' });
  });
});

describe('videos', () => {
  const corner = (x: number, y: number): object => ({ x, y });
  const metadata = {
    [VIDEO]: {
      segments: {
        s1: { seen: [[0, 59], [120, 149]], metadata: { pillcam_subtype: null, segment_type: 'Normal clean mucosa' } },
        s2: { seen: [[50, 89]], metadata: { pillcam_subtype: 'Reduced mucosal view', segment_type: 'x' } },
        s3: { seen: [[10, 29]], metadata: { segment_type: 'Pylorus' } },
      },
      findings: { f1: { metadata: { pillcam_subtype: 'Ulcer' }, frames: { '100': { shape: [corner(10, 20), corner(40, 20), corner(40, 60), corner(10, 60)] }, '95': { shape: [corner(1, 1), corner(9, 9)] } } } },
    },
  };

  test('segments include both ends, overlaps of two findings are unknown, boxes hold for their frame', async () => {
    await folder.put('metadata.json', JSON.stringify(metadata));
    await folder.put(`labelled_videos/${VIDEO}.mp4`, 'bytes');
    const timeline = await readFirst({ lastFrameMicros: 9_950_000, frameRate: 20 });
    const [landmarks, findings, boxes] = timeline.tracks as [IntervalTrack, IntervalTrack, BoxTrack];
    // 20 frames a second: 50 ms each; frames 50 to 59 are both, so 2.5 s to 3 s is disputed
    expect(landmarks.segments).toEqual([{ startMicros: 500_000, endMicros: 1_500_000, label: 'Pylorus' }]);
    expect(findings.segments).toEqual([
      { startMicros: 0, endMicros: 2_500_000, label: 'Normal clean mucosa' },
      { startMicros: 3_000_000, endMicros: 4_500_000, label: 'Reduced mucosal view' },
      { startMicros: 6_000_000, endMicros: 7_500_000, label: 'Normal clean mucosa' },
    ]);
    expect(boxes.samples.map(({ atMicros, regions }) => [atMicros, regions?.[0]?.box.x1])).toEqual([[4_750_000, 9], [5_000_000, 40]]);
    expect(boxes.holdMicros).toBe(50_000);
    expect(timeline.notes).toEqual(['segments of different findings overlap for 0.5 s; there the finding is unknown']);
  });

  test('clips of the other layout carry the class of their folder', async () => {
    await folder.put(`videos/blood-fresh/${VIDEO}_80-160.mp4`, 'bytes');
    const timeline = await readFirst({ lastFrameMicros: 2_000_000, frameRate: 30 });
    expect([timeline.videoId, timeline.caseId]).toEqual([`${VIDEO}_80-160`, `kvasir-capsule/${VIDEO}`]);
    expect(classesOf(timeline)).toEqual([['finding', 'Blood - fresh', 'directory_label']]);
  });
});

// tables of the real data set (CC BY 4.0, Smedsrud et al. 2021), which are not copied: beside the repository, or where MEDSTREAM_SHARED says
const shared = resolve(process.env['MEDSTREAM_SHARED'] ?? join(import.meta.dirname, '../../../../shared'), 'data/labels/kvasir-capsule/official_splits');

test('every row of the real splits that are there is read', async () => {
  if (!existsSync(shared)) {
    console.warn('folder absent: no Kvasir-Capsule splits beside the repository or in MEDSTREAM_SHARED; only invented rows were checked');
    return;
  }
  const texts = readdirSync(shared).sort().map((name) => readFileSync(join(shared, name), 'utf8'));
  for (const [split, text] of texts.entries()) await folder.put(`official_splits/split_${split}.csv`, text);
  const names = new Set(texts.flatMap((text) => text.trim().split('\n').slice(1)).map((row) => row.split(',')[0]));
  const videos = await kvasirCapsule.listVideos(folder.root);
  expect(videos).toHaveLength(names.size);
  const timelines = await Promise.all(videos.map((video) => folder.read(kvasirCapsule, video)));
  expect(timelines.filter(({ tracks, notes }) => tracks.length + notes.length !== 1)).toEqual([]);
  expect(timelines.filter(({ tracks }) => tracks.length === 1).length).toBeGreaterThan(names.size - 9);
});
