import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { hashText, type IntervalTrack, type Timeline, timelineSchema } from '@medstream/schema';

import { bernBypass70, multiBypass140 } from './multibypass140.js';
import { decodePng } from './testing/decode-png.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'medstream-bypass-'));
});
afterEach(() => rm(root, { recursive: true }));

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

const LABELS = JSON.stringify({
  phases: [
    { start: 0, end: 3221, label_name: 'out_of_body', label_id: 12 },
    { start: 4781, end: 65_068, label_name: 'preparation', label_id: 0 },
    { start: 20_409, end: 52_855, label_name: 'severe_index', label_id: 13 },
    { start: 65_068, end: 98_916, label_name: 'gastrojejunal_anastomosis', label_id: 3 },
    { start: 99_316, end: 101_000, label_name: 'out_of_body', label_id: 12 },
  ],
  steps: [
    { start: 4781, end: 30_000, label_name: 's2_trocar_placement', label_id: 2 },
    { start: 30_000, end: 40_000, label_name: 's2_trocar_placement', label_id: 2 },
    { start: 40_000, end: 65_068, label_name: 's0_null_step', label_id: 0 },
    { start: 65_068, end: 98_916, label_name: 's18_gastrojejunal_stapling', label_id: 18 },
  ],
});

async function readFirst(endSec: number | null = null): Promise<Timeline> {
  const [video] = await multiBypass140.listVideos(root);
  if (!video) throw new Error('no video was listed');
  const lastFrameMicros = endSec === null ? null : endSec * 1_000_000 - 40_000;
  const probeMedia = async () => ({ lastFrameMicros, frameRate: 25, width: 854, height: 480 });
  return timelineSchema.parse(await multiBypass140.readTimeline(video, { root, mediaRoot: root, probeMedia, decodeImage: decodePng }));
}

function trackOf(timeline: Timeline, signal: string): IntervalTrack {
  return timeline.tracks.find((track) => track.signal === signal) as IntervalTrack;
}

describe('listVideos', () => {
  test('lists both centres sorted by number, with the official media place where there are none', async () => {
    for (const name of ['bern/labels_by70/BBP10', 'bern/labels_by70/BBP02', 'strasbourg/labels_by70/SBP01']) await put(`labels/${name}.mp4.json`, LABELS);
    await put('labels/bern/labels_by70/README.txt', 'not a label file');
    const videos = await multiBypass140.listVideos(root);
    expect(videos.map(({ videoId, mediaPath, isMediaPresent, caseId }) => [videoId, mediaPath, isMediaPresent, caseId])).toEqual([
      ['BBP02', 'datasets/MultiBypass140/BernBypass70/videos/BBP02.mp4', false, 'MultiBypass140/BBP02'],
      ['BBP10', 'datasets/MultiBypass140/BernBypass70/videos/BBP10.mp4', false, 'MultiBypass140/BBP10'],
      ['SBP01', 'datasets/MultiBypass140/StrasBypass70/videos/SBP01.mp4', false, 'MultiBypass140/SBP01'],
    ]);
  });

  test.each([
    'datasets/MultiBypass140/BernBypass70/videos/BBP01.mp4',
    'BernBypass70/videos/BBP01.mp4',
    'videos/BBP01.mp4',
    'BBP01.mp4',
  ])('finds media at %s', async (path) => {
    await put('labels/bern/labels_by70/BBP01.mp4.json', LABELS);
    await put(path, 'bytes');
    expect(await multiBypass140.listVideos(root)).toMatchObject([{ mediaPath: path, isMediaPresent: true }]);
  });

  test('looks for media below a media root of its own', async () => {
    await put('labels/bern/labels_by70/BBP01.mp4.json', LABELS);
    await put('elsewhere/videos/BBP01.mp4', 'bytes');
    const videos = await multiBypass140.listVideos(root, { mediaRoot: join(root, 'elsewhere') });
    expect(videos).toMatchObject([{ mediaPath: 'videos/BBP01.mp4', isMediaPresent: true }]);
  });

  test('the Bern half by itself has the same cases under its own name, and does not list Strasbourg', async () => {
    for (const name of ['bern/labels_by70/BBP02', 'strasbourg/labels_by70/SBP01']) await put(`labels/${name}.mp4.json`, LABELS);
    const [own, ...others] = await bernBypass70.listVideos(root);
    const [whole] = await multiBypass140.listVideos(root);
    expect(others).toEqual([]);
    expect(own).toEqual({ ...whole, dataset: 'BernBypass70' });
    if (!own) throw new Error('no video was listed');
    const timeline = await bernBypass70.readTimeline(own, { root, mediaRoot: root, probeMedia: async () => null, decodeImage: decodePng });
    expect(timelineSchema.parse(timeline)).toMatchObject({ dataset: 'BernBypass70', caseId: 'MultiBypass140/BBP02' });
  });

  test.each(['BernBypass70/labels_by70', 'BernBypass70/labels/bern/labels_by70', 'bern/labels_by70'])('finds labels of the Bern half in %s', async (folder) => {
    await put(`${folder}/BBP01.mp4.json`, LABELS);
    await expect(bernBypass70.listVideos(root)).resolves.toHaveLength(1);
  });

  test('says what a root must hold', async () => {
    const hint = expect.stringContaining('labels/{bern,strasbourg}/labels_by70');
    await expect(multiBypass140.listVideos(root)).rejects.toMatchObject({ code: 'source/bad-layout', hint });
  });
});

describe('readTimeline', () => {
  test('milliseconds become exact microseconds on four tracks', async () => {
    await put('labels/bern/labels_by70/BBP01.mp4.json', LABELS);
    const timeline = await readFirst();
    expect(trackOf(timeline, 'phase')).toMatchObject({ role: 'state', instantsMicros: null, known: null });
    expect(trackOf(timeline, 'phase').segments).toEqual([
      { startMicros: 4_781_000, endMicros: 65_068_000, label: 'preparation' },
      { startMicros: 65_068_000, endMicros: 98_916_000, label: 'gastrojejunal_anastomosis' },
    ]);
    // equal neighbours join; the time of the null step is unlabelled
    expect(trackOf(timeline, 'step').segments).toEqual([
      { startMicros: 4_781_000, endMicros: 40_000_000, label: 's2_trocar_placement' },
      { startMicros: 65_068_000, endMicros: 98_916_000, label: 's18_gastrojejunal_stapling' },
    ]);
    expect(trackOf(timeline, 'view')).toMatchObject({ role: 'blind', vocabulary: ['out_of_body'] });
    expect(trackOf(timeline, 'view').segments).toEqual([
      { startMicros: 0, endMicros: 3_221_000, label: 'out_of_body' },
      { startMicros: 99_316_000, endMicros: 101_000_000, label: 'out_of_body' },
    ]);
    expect(trackOf(timeline, 'event')).toMatchObject({ role: 'event', segments: [{ startMicros: 20_409_000, endMicros: 52_855_000, label: 'severe_index' }] });
    // what any entry of the phase list covers: [0, 3221], [4781, 98916] and [99316, 101000]
    expect(trackOf(timeline, 'view').known).toEqual([
      { startMicros: 0, endMicros: 3_221_000 },
      { startMicros: 4_781_000, endMicros: 98_916_000 },
      { startMicros: 99_316_000, endMicros: 101_000_000 },
    ]);
    expect(timeline.notes).toEqual(['s0_null_step says that no step is named; its time counts as unlabelled']);
    expect(timeline.sourceFiles).toEqual([{ path: 'labels/bern/labels_by70/BBP01.mp4.json', sha256: hashText(LABELS) }]);
    expect(timeline.media).toEqual({
      path: 'datasets/MultiBypass140/BernBypass70/videos/BBP01.mp4',
      type: 'video',
      isPresent: false,
      lastFrameMicros: null,
      frameRate: null,
      width: null,
      height: null,
    });
  });

  test('vocabularies are the tables without overlays and null step, also where the copy has no tables', async () => {
    await put('labels/bern/labels_by70/BBP01.mp4.json', LABELS);
    const timeline = await readFirst();
    const [phases, steps] = [trackOf(timeline, 'phase').vocabulary, trackOf(timeline, 'step').vocabulary];
    expect([phases.length, phases[0], phases.at(-1)]).toEqual([12, 'preparation', 'other_intervention']);
    expect([steps.length, steps[0], steps.at(-1)]).toEqual([45, 's1_cavity_exploration', 's45_specimen_retrieval']);
  });

  test('a table of the copy is read, hashed and decides over names', async () => {
    const table = 'id, name\n0, another_name';
    await put('labels/bern/labels_by70/BBP01.mp4.json', LABELS);
    await put('tables/phase.csv', table);
    const phases = 'labels/bern/labels_by70/BBP01.mp4.json phases[0].label_id: found 12, expected an id from 0 to 0';
    await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message: phases });
    expect(await multiBypass140.listVideos(root)).toMatchObject([{ files: { phaseTable: 'tables/phase.csv' } }]);
  });

  test('absence of an overlay that is marked nowhere is not known', async () => {
    const labels = { phases: [{ start: 0, end: 60_000, label_name: 'preparation', label_id: 0 }], steps: [] };
    await put('labels/strasbourg/labels_by70/SBP01.mp4.json', JSON.stringify(labels));
    const timeline = await readFirst();
    expect([trackOf(timeline, 'event').known, trackOf(timeline, 'view').known]).toEqual([[], []]);
    expect(timeline.notes).toContain('severe_index is marked nowhere in this video; whether it was looked for is unknown');
  });

  test('labels end with the media', async () => {
    await put('labels/bern/labels_by70/BBP01.mp4.json', LABELS);
    await put('videos/BBP01.mp4', 'bytes');
    const timeline = await readFirst(70);
    expect(trackOf(timeline, 'phase').segments.at(-1)).toEqual({ startMicros: 65_068_000, endMicros: 70_000_000, label: 'gastrojejunal_anastomosis' });
    expect(trackOf(timeline, 'view').segments).toHaveLength(1);
    expect(timeline.notes).toContain('labels reach 101 s but the media end at 70 s; what lies beyond is left out');
  });

  test('where phases overlap the later entry holds, and a note says so', async () => {
    const phases = [
      { start: 0, end: 60_000, label_name: 'preparation', label_id: 0 },
      { start: 20_000, end: 30_000, label_name: 'omentum_division', label_id: 2 },
    ];
    await put('labels/bern/labels_by70/BBP01.mp4.json', JSON.stringify({ phases, steps: [] }));
    const timeline = await readFirst();
    expect(trackOf(timeline, 'phase').segments.map(({ startMicros, label }) => [startMicros / 1e6, label])).toEqual([
      [0, 'preparation'],
      [20, 'omentum_division'],
      [30, 'preparation'],
    ]);
    expect(timeline.notes).toContain("phase entries overlap; the later entry of the list holds, as in the data set's one-second tables");
  });

  test.each([
    ['no JSON', '{"phases": [', /labels_by70\/BBP01\.mp4\.json as a whole: found unreadable text/],
    ['no steps', '{"phases": []}', /BBP01\.mp4\.json steps: found another kind of value, expected array/],
    ['seconds with a fraction', LABELS.replace('3221', '3.221'), /BBP01\.mp4\.json phases\[0\]\.end: found another kind of value, expected int/],
  ])('refuses %s and leaves the other videos alone', async (_, content, message) => {
    await put('labels/bern/labels_by70/BBP01.mp4.json', content);
    await put('labels/bern/labels_by70/BBP02.mp4.json', LABELS);
    await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringMatching(message) });
    const second = (await multiBypass140.listVideos(root))[1];
    if (!second) throw new Error('the second video was not listed');
    const timeline = await multiBypass140.readTimeline(second, { root, mediaRoot: root, probeMedia: async () => null, decodeImage: decodePng });
    expect(timeline.videoId).toBe('BBP02');
  });
});
