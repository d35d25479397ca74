import { join } from 'node:path';

import { type IntervalTrack, type PresenceTrack, type Timeline, timelineSchema } from '@medstream/schema';

import { makeDescribedSource } from './described-source.js';
import { findSource, openSource } from './find-source.js';
import { parseDescribedSource } from './parse-described-source.js';
import type { Source } from './source.js';
import { makeSourceFolder } from './testing/source-folder.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
const COMMON = { id: 'my_set', title: 'My set', organ: 'colon' };
const make = (value: object): Source => makeDescribedSource(parseDescribedSource({ ...COMMON, ...value }, 'set.yaml'));
const parse = (timeline: unknown): Timeline => timelineSchema.parse(timeline);

describe('interval-table', () => {
  const ONE_TABLE = {
    format: 'interval-table',
    tables: 'labels.csv',
    media: ['videos/{video}.mp4'],
    columns: { video: 'video', start: 'start_s', end: 'end_s', label: 'label' },
    time: { unit: 'seconds' },
    tracks: [{ signal: 'phase', vocabulary: ['access', 'mobilisation', 'removal, with bag'] }],
  };

  test('one table for all videos: each video is listed once, by number, and has its own rows', async () => {
    await folder.put('labels.csv', 'video,start_s,end_s,label\r\ncase_10,0,4,access\r\ncase_2,0,10.5,access\r\ncase_2,10.5,20,"removal, with bag"\r\n');
    await folder.put('videos/case_2.mp4', 'bytes');
    const source = make(ONE_TABLE);
    const videos = await source.listVideos(folder.root);
    expect(videos).toMatchObject([
      { dataset: 'my_set', videoId: 'case_2', caseId: 'my_set/case_2', mediaPath: 'videos/case_2.mp4', isMediaPresent: true },
      { videoId: 'case_10', isMediaPresent: false },
    ]);
    const [phases] = parse(await folder.readFirst(source, { lastFrameMicros: 19_960_000, frameRate: 25 })).tracks as [IntervalTrack];
    expect(phases).toMatchObject({ role: 'state', vocabulary: ['access', 'mobilisation', 'removal, with bag'], labelSource: 'original_annotation', known: null });
    expect(phases.segments).toEqual([
      { startMicros: 0, endMicros: 10_500_000, label: 'access' },
      { startMicros: 10_500_000, endMicros: 20_000_000, label: 'removal, with bag' },
    ]);
  });

  test('several tracks by a signal column, without a header, frames counted from 1; absence of an event is known where said', async () => {
    const source = make({
      ...ONE_TABLE,
      tables: 'labels/{video}.txt',
      header: false,
      separator: 'white space',
      columns: { signal: 1, start: 2, end: 3, label: 4 },
      time: { unit: 'frames', frame_rate: 25, first_frame: 1, end_included: true },
      case_pattern: '^(p\\d+)_',
      label_source: 'model_assisted',
      tracks: [
        { signal: 'step', vocabulary: { a: 'access', b: 'bleeding control' } },
        { signal: 'event', role: 'event', vocabulary: ['bleeding'], absence_known: 'whole video' },
      ],
    });
    // frames 1-250 are [0, 10) s, 251-500 [10, 20) s; 101-200 are [4, 8) s
    await folder.put('labels/p1_left.txt', 'step 1 250 a\nstep 251 500 b\nevent 101 200 bleeding\n');
    const timeline = parse(await folder.readFirst(source));
    expect(timeline.caseId).toBe('my_set/p1');
    const [steps, events] = timeline.tracks as [IntervalTrack, IntervalTrack];
    expect(steps.segments.map(({ startMicros, endMicros, label }) => [startMicros, endMicros, label])).toEqual([
      [0, 10_000_000, 'access'],
      [10_000_000, 20_000_000, 'bleeding control'],
    ]);
    expect(events).toMatchObject({ role: 'event', labelSource: 'model_assisted', segments: [{ startMicros: 4_000_000, endMicros: 8_000_000 }], known: [{ startMicros: 0, endMicros: 20_000_000 }] });
  });

  test.each([
    ['a label outside the vocabulary', 'v,0,1,Access', 'line 2: found "Access", expected one of access, mobilisation, removal, with bag'],
    ['an empty label', 'v,0,1,', 'line 2: found "", expected one of access, mobilisation, removal, with bag'],
    ['an end before the start', 'v,2,1,access', 'line 2: found the end "1", expected seconds (12.5) after the start'],
    ['a word for a time', 'v,start,1,access', 'line 2: found the start "start", expected seconds (12.5)'],
    ['two states at once', 'v,0,5,access\nv,4,6,mobilisation', 'line 3: found an interval over another of its track, expected one state at a time (or role: event)'],
  ])('refuses %s', async (_, rows, message) => {
    await folder.put('labels.csv', `video,start_s,end_s,label\n${rows}\n`);
    await expect(folder.readFirst(make(ONE_TABLE))).rejects.toMatchObject({ code: 'source/bad-label', message: `labels.csv ${message}` });
  });

  test('refuses a table without a described column and a video that leads out of the root', async () => {
    await folder.put('labels.csv', 'video,start,end_s,label\nv,0,1,access\n');
    await expect(folder.readFirst(make(ONE_TABLE))).rejects.toMatchObject({ message: 'labels.csv line 1: found the columns video, start, end_s, label, expected a column "start_s"' });
    await folder.put('labels.csv', 'video,start_s,end_s,label\n../v,0,1,access\n');
    await expect(make(ONE_TABLE).listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-label' });
  });
});

describe('frame-table', () => {
  const CHOLEC80 = {
    format: 'frame-table',
    tables: 'phase_annotations/{video}-phase.txt',
    media: ['videos/{video}.mp4'],
    separator: 'tab',
    rows: { column: 'Frame', frame_rate: 25, first_frame: 0 },
    tracks: [{ signal: 'phase', column: 'Phase', vocabulary: ['Preparation', 'CalotTriangleDissection', 'ClippingCutting', 'GallbladderDissection', 'GallbladderPackaging', 'CleaningCoagulation', 'GallbladderRetraction'] }],
  };

  test('cholec80 described in words reads as the source of its own does', async () => {
    const rows = Array.from({ length: 60 }, (_, frame) => `${frame}\t${frame < 40 ? 'Preparation' : 'ClippingCutting'}`);
    await folder.put('phase_annotations/video01-phase.txt', ['Frame\tPhase', ...rows].join('\n'));
    const described = parse(await folder.readFirst(make(CHOLEC80)));
    const own = parse(await folder.readFirst(findSource('cholec80')));
    expect(described.tracks).toEqual(own.tracks);
  });

  test('a row every second, ids, presence columns by number, unknown cells', async () => {
    const source = make({
      ...CHOLEC80,
      tables: '{video}.csv',
      media: ['{video}.mp4'],
      separator: 'comma',
      header: false,
      rows: { column: 1, frame_rate: 1, first_frame: 1 },
      unknown_cells: ['', '-1'],
      tracks: [
        { signal: 'step', column: 2, vocabulary: { 1: 'incision', 2: 'closure' } },
        { signal: 'tool', columns: { hook: 4, grasper: 3 } },
      ],
    });
    // row 4 is missing: its second, [3, 4), is unlabelled
    await folder.put('a.csv', '1,1,1,0\n2,1,1,1\n3,-1,0,\n5,2,0,0\n');
    const timeline = parse(await folder.readFirst(source));
    const [steps, tools] = timeline.tracks as [IntervalTrack, PresenceTrack];
    expect(steps.segments).toEqual([
      { startMicros: 0, endMicros: 2_000_000, label: 'incision' },
      { startMicros: 4_000_000, endMicros: 5_000_000, label: 'closure' },
    ]);
    expect(tools).toMatchObject({ vocabulary: ['hook', 'grasper'], holdMicros: 1_000_000 });
    expect(tools.samples).toEqual([
      { atMicros: 0, labels: ['grasper'] },
      { atMicros: 1_000_000, labels: ['hook', 'grasper'] },
      { atMicros: 2_000_000, labels: null },
      { atMicros: 4_000_000, labels: [] },
    ]);
    expect(timeline.notes).toEqual(['rows are missing in 1 place(s); the time between is unlabelled']);
  });

  test.each([
    ['a header word as label', 'Frame\tPhase\n0\tPhase', 'line 2: found phase "Phase", expected one of Preparation, '],
    ['a frame again', 'Frame\tPhase\n0\tPreparation\n0\tPreparation', 'line 3: found "0", expected a frame number from 1 on'],
    ['no row', 'Frame\tPhase\n', 'line 2: found nothing, expected a row'],
  ])('refuses %s', async (_, content, message) => {
    await folder.put('phase_annotations/video01-phase.txt', content);
    await expect(folder.readFirst(make(CHOLEC80))).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringContaining(message) });
  });

  test('rows of 25 a second do not fit media of half the length at 50', async () => {
    await folder.put('phase_annotations/video01-phase.txt', ['Frame\tPhase', ...Array.from({ length: 500 }, (_, frame) => `${frame}\tPreparation`)].join('\n'));
    await folder.put('videos/video01.mp4', 'bytes');
    await expect(folder.readFirst(make(CHOLEC80), { lastFrameMicros: 9_980_000, frameRate: 50 })).rejects.toMatchObject({ code: 'source/time-base-mismatch' });
  });
});

describe('directory-label', () => {
  test('folders are labels, of those that are there when none are listed; a pattern names the case', async () => {
    const source = make({ format: 'directory-label', folder: 'clips', signal: 'lesion', case_pattern: '^(patient\\d+)' });
    for (const path of ['2_adenoma/patient3_a.mp4', '2_adenoma/patient3_b.mp4', '1_serrated/other.avi', 'loose.mp4']) await folder.put(`clips/${path}`, 'bytes');
    const videos = await source.listVideos(folder.root);
    expect(videos.map(({ videoId, caseId }) => [videoId, caseId])).toEqual([
      ['1_serrated/other', 'my_set/1_serrated/other'],
      ['2_adenoma/patient3_a', 'my_set/patient3'],
      ['2_adenoma/patient3_b', 'my_set/patient3'],
    ]);
    const [lesion] = parse(await folder.readFirst(source, { lastFrameMicros: 960_000, frameRate: 25 })).tracks as [IntervalTrack];
    expect(lesion).toMatchObject({ signal: 'lesion', vocabulary: ['serrated', 'adenoma'], segments: [{ startMicros: 0, endMicros: 1_000_000, label: 'serrated' }] });
  });
});

test('openSource takes a name or a file; a description has no example', async () => {
  expect(await openSource('CHOLEC80')).toMatchObject({ source: { descriptor: { id: 'cholec80' } }, description: null });
  await folder.put('set.yaml', 'id: my_set\ntitle: My set\norgan: colon\nformat: directory-label\nsignal: phase\n');
  const { source, description } = await openSource(join(folder.root, 'set.yaml'));
  expect(description).toMatchObject({ id: 'my_set', format: 'directory-label', folder: '' });
  expect(source.descriptor).toMatchObject({ id: 'my_set', uploadAllowed: false, layout: ['<phase>/*.mp4 (also avi, mkv, mov, at any depth)'] });
  await expect(source.writeExample(folder.root, { encodeVideo: async () => undefined })).rejects.toMatchObject({ code: 'usage/bad-argument' });
  await expect(openSource(join(folder.root, 'nowhere.yaml'))).rejects.toMatchObject({ code: 'config/unreadable' });
  await folder.put('torn.yaml', 'id: [');
  await expect(openSource(join(folder.root, 'torn.yaml'))).rejects.toMatchObject({ code: 'config/unreadable' });
});

test.each([
  ['', undefined],
  ['out_of_body: black\n', 'black'],
])('a description with %j marks pictures from outside the body by %s', async (line, outOfBody) => {
  await folder.put('set.yaml', `id: my_set\ntitle: My set\norgan: colon\nformat: directory-label\nsignal: phase\n${line}`);
  expect((await openSource(join(folder.root, 'set.yaml'))).source.descriptor.outOfBody).toBe(outOfBody);
});
