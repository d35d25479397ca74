import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type BoxTrack, type ClassTrack, type MaskTrack, type Timeline, timelineSchema } from '@medstream/schema';

import { encodePng } from './examples/encode-png.js';
import { hyperKvasir } from './hyper-kvasir.js';
import { findHyperClass, findVideoFinding } from './hyper-kvasir-names.js';
import type { ProbedMedia } from './source.js';
import { makeSourceFolder } from './testing/source-folder.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
const ID = '0f0f0f0f-1111-4222-8333-444455556666';
const LOWER = 'labeled-images/lower-gi-tract/pathological-findings';

async function readFirst(facts: Partial<ProbedMedia> | null = null): Promise<Timeline> {
  return timelineSchema.parse(await folder.readFirst(hyperKvasir, facts));
}
const classesOf = ({ tracks }: Timeline): unknown[] => (tracks as ClassTrack[]).filter(({ kind }) => kind === 'class').map(({ signal, label, labelSource }) => [signal, label, labelSource]);

test.each([
  ['hemorrhoids', 'hemorroids', 'finding', 'Lower GI'],
  ['polyps', 'polyp', 'finding', 'Lower GI'],
  ['z-line', 'normal-z-line', 'landmark', 'Upper GI'],
  ['ulcerative-colitis-0-1', 'ulcerative-colitis-grade-0-1', 'finding', 'Lower GI'],
  ['ulcerative-colitis-grade-1', 'ulcerative-colitis-grade-1', 'finding', 'Lower GI'],
  ['bbps-2-3', 'bbps-2-3', 'quality', 'Lower GI'],
])('the class %s is %s', (name, label, signal, tract) => {
  expect(findHyperClass(name)).toMatchObject({ label, signal, tract });
});

test.each([
  ['Stained lifted polyp', 'polyp'],
  ['bleeding gastric ulcer', 'ulcer'],
  ['ulcerative colitis', 'colitis'],
  ['collitis', 'colitis'],
  ['lower-parasites', 'parasites'],
  ['polyp, NBI, propably cancer', null],
  ['nothing', null],
  ['out of patient', null],
])('the free text "%s" names %s', (text, finding) => {
  expect(findVideoFinding([text])).toBe(finding);
});

describe('images', () => {
  test('the folder is the class and the tract; box and mask are of the same image', async () => {
    await folder.put(`${LOWER}/polyps/${ID}.jpg`, 'bytes');
    await folder.put(`segmented-images/images/${ID}.jpg`, 'bytes');
    // 10 x 10, values near 0 and 255 as in JPEG: a square of 4 x 4 at (2, 3)
    const values = Array.from({ length: 100 }, (_, pixel) => (pixel % 10 >= 2 && pixel % 10 < 6 && pixel >= 30 && pixel < 70 ? 249 : 4));
    await folder.put(`segmented-images/masks/${ID}.jpg`, encodePng({ width: 10, height: 10, rgb: Uint8Array.from(values.flatMap((value) => [value, value, value])) }));
    await folder.put('segmented-images/bounding-boxes.json', JSON.stringify({ [ID]: { height: 531, width: 622, bbox: [{ label: 'polyp', xmin: 10, ymin: 20, xmax: 120, ymax: 140 }] } }));
    expect(await hyperKvasir.listVideos(folder.root)).toHaveLength(1);
    const timeline = await readFirst({ width: 622, height: 531 });
    expect(timeline).toMatchObject({ videoId: ID, caseId: `hyper-kvasir/${ID}`, media: { path: `${LOWER}/polyps/${ID}.jpg`, type: 'image' } });
    expect(classesOf(timeline)).toEqual([['finding', 'polyp', 'directory_label'], ['organ', 'Lower GI', 'directory_label']]);
    const [, , boxes, masks] = timeline.tracks as [ClassTrack, ClassTrack, BoxTrack, MaskTrack];
    expect([boxes.frameWidth, boxes.samples]).toEqual([622, [{ atMicros: 0, regions: [{ label: 'polyp', box: { x0: 10, y0: 20, x1: 120, y1: 140 }, attribute: null }] }]]);
    expect(masks.samples[0]?.regions).toEqual([{ label: 'polyp', box: { x0: 2, y0: 3, x1: 6, y1: 7 }, centre: { x: 4, y: 5 }, areaShare: 0.16 }]);
  });

  test('a split against the folder leaves the class unknown', async () => {
    await folder.put(`${LOWER}/polyps/${ID}.jpg`, 'bytes');
    await folder.put('official_splits/5_fold_split.csv', `file-name;class-name;split-index\n${ID}.jpg;barretts;0\n`);
    const timeline = await readFirst();
    expect(timeline.tracks).toEqual([]);
    expect(timeline.notes).toEqual(['the folder says "polyp" and the split "barretts"; the class is taken as unknown']);
  });

  test('an empty root is told what it must hold', async () => {
    await expect(hyperKvasir.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-layout' });
  });
});

describe('videos', () => {
  const METADATA = 'file-name;finding;width;height;number-of-frames;fps;length;kilobytes\n';
  test.each<[string, unknown[], string[]]>([
    ['polyp, chromoscopy', [['finding', 'polyp', 'hybrid']], []],
    ['None', [['finding', 'polyp', 'directory_label']], []],
    ['nothing', [], ['"nothing" names no single known finding; it is taken as unknown']],
  ])('the free text %s, in a file with a blank in its name', async (finding, classes, notes) => {
    await folder.put('hyper-kvasir-video-metadata.csv', `${METADATA}Polypp 5.avi;${finding};720;576;5537;25;221;126567\n`);
    await folder.put('labeled-videos/lower-gi-tract/pathological-findings/polyps/Polypp 5.avi', 'bytes');
    const timeline = await readFirst({ lastFrameMicros: 9_950_000, frameRate: 20 });
    expect(timeline).toMatchObject({ videoId: 'Polypp 5', media: { frameRate: 20 } });
    expect(classesOf(timeline)).toEqual([...classes, ['organ', 'Lower GI', 'directory_label']]);
    expect(timeline.notes).toEqual(notes);
  });

  test('video-labels.csv names the organ; clips of one video are one case', async () => {
    await folder.put('labeled-videos/video-labels.csv', `Video file,Organ,Finding 1,Finding 2,Classification 1,Classification 2\n${ID},Upper GI,varices,,Pathological findings,\n`);
    await folder.put(`videos/upper-ulcer/${ID}_15.avi`, 'bytes');
    const timeline = await readFirst({ lastFrameMicros: 2_000_000 });
    expect([timeline.videoId, timeline.caseId]).toEqual([`${ID}_15`, `hyper-kvasir/${ID}`]);
    expect(classesOf(timeline)).toEqual([['finding', 'varices', 'hybrid'], ['organ', 'Upper GI', 'original_annotation']]);
  });
});

// tables of the real data set (CC BY 4.0, Borgli et al. 2020), which are not copied: beside the repository, or where MEDSTREAM_SHARED says
const shared = resolve(process.env['MEDSTREAM_SHARED'] ?? join(import.meta.dirname, '../../../../shared'), 'data/labels/hyper-kvasir');

test('all 373 real videos and every class of the real splits are read', async () => {
  if (!existsSync(shared)) {
    console.warn('folder absent: no HyperKvasir tables beside the repository or in MEDSTREAM_SHARED; only invented rows were checked');
    return;
  }
  await folder.put('hyper-kvasir-video-metadata.csv', readFileSync(join(shared, 'hyper-kvasir-video-metadata.csv')));
  await folder.put('official_splits/5_fold_split.csv', readFileSync(join(shared, 'official_splits/5_fold_split.excerpt.csv')));
  const listed = await hyperKvasir.listVideos(folder.root);
  const timelines = await Promise.all(listed.map((video) => folder.read(hyperKvasir, video)));
  const videos = timelines.filter(({ media }) => media.type === 'video');
  const images = timelines.filter(({ media }) => media.type === 'image');
  expect(videos).toHaveLength(373);
  // the three literal None have neither label nor text
  expect(videos.filter(({ notes }) => notes.includes('no table names a finding; it is unknown'))).toHaveLength(3);
  expect(videos.filter(({ tracks }) => tracks.length === 1).length).toBeGreaterThan(250);
  expect(new Set(images.map(({ tracks }) => (tracks[0] as ClassTrack).label)).size).toBe(23);
});
