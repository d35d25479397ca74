import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { type BoxTrack, type IntervalTrack, type PresenceTrack, type Timeline, timelineSchema, type TripletTrack } from '@medstream/schema';

import { cholecT50 } from './cholect50.js';
import type { ProbedMedia } from './source.js';
import { decodePng } from './testing/decode-png.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'medstream-cholect50-'));
});
afterEach(() => rm(root, { recursive: true }));

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

const CATEGORIES = {
  instrument: { '0': 'grasper', '1': 'bipolar', '2': 'hook' },
  verb: { '0': 'grasp', '1': 'null_verb' },
  target: { '0': 'gallbladder', '1': 'null_target' },
  phase: { '0': 'preparation', '1': 'carlot-triangle-dissection' },
  triplet: { '0': 'grasper,grasp,gallbladder', '1': 'hook,null_verb,null_target' },
};

/** A row of 15: triplet, instrument, score, box, verb, target, score, box, phase. */
function row({ triplet = 0, instrument = 0, verb = 0, target = 0, phase = 0 }): number[] {
  return [triplet, instrument, 1, 0.5, 0.2, 0.3, 0.3, verb, target, 1, -1, -1, -1, -1, phase];
}
/** The row with another box of the tip. */
const withTip = (cells: number[], box: number[]): number[] => cells.map((cell, place) => (place >= 3 && place < 7 ? (box[place - 3] as number) : cell));
const NOTHING = { triplet: -1, instrument: -1, verb: -1, target: -1 };

function labelFile(annotations: Record<string, number[][]>, more: object = {}): string {
  return JSON.stringify({ info: {}, categories: CATEGORIES, video: 73, fps: 1, num_frames: Object.keys(annotations).length, annotations, ...more });
}

async function readFirst(probed: Partial<ProbedMedia> | null = null): Promise<Timeline> {
  const [video] = await cholecT50.listVideos(root);
  if (!video) throw new Error('no video was listed');
  const facts = { lastFrameMicros: null, frameRate: null, width: 854, height: 480, ...probed };
  return timelineSchema.parse(await cholecT50.readTimeline(video, { root, mediaRoot: root, probeMedia: async () => (probed ? facts : null), decodeImage: decodePng }));
}

const phasesOf = (timeline: Timeline): IntervalTrack => timeline.tracks[0] as IntervalTrack;
const toolsOf = (timeline: Timeline): PresenceTrack => timeline.tracks[1] as PresenceTrack;

describe('listVideos', () => {
  test('sorts by number; shared procedures carry the case of cholec80', async () => {
    for (const id of ['VID111', 'VID05', 'VID92']) await put(`labels/${id}.json`, '{}');
    const videos = await cholecT50.listVideos(root);
    expect(videos.map(({ videoId, caseId, mediaPath, mediaType }) => [videoId, caseId, mediaPath, mediaType])).toEqual([
      ['VID05', 'cholec80/video05', 'videos/VID05', 'image_sequence'],
      ['VID92', 'CholecT50/VID92', 'videos/VID92', 'image_sequence'],
      ['VID111', 'CholecT50/VID111', 'videos/VID111', 'image_sequence'],
    ]);
  });

  test.each([
    ['videos/VID73/000000.png', 'videos/VID73', 'image_sequence'],
    ['data/VID73/000000.png', 'data/VID73', 'image_sequence'],
    ['rgb/VID73/000000.png', 'rgb/VID73', 'image_sequence'],
    ['videos/VID73.mp4', 'videos/VID73.mp4', 'video'],
    ['VID73.mp4', 'VID73.mp4', 'video'],
  ])('finds media at %s', async (file, mediaPath, mediaType) => {
    await put('labels/VID73.json', '{}');
    await put(file, 'bytes');
    expect(await cholecT50.listVideos(root)).toMatchObject([{ mediaPath, mediaType, isMediaPresent: true }]);
  });

  test('says what a root must hold', async () => {
    await expect(cholecT50.listVideos(root)).rejects.toMatchObject({ code: 'source/bad-layout' });
  });
});

describe('readTimeline', () => {
  test('scattered seconds hold for themselves, in numeric order; only neighbours join', async () => {
    await put('labels/VID73.json', labelFile({ '10': [row({})], '2': [row({})], '9': [row({})], '11': [row({ phase: 1 })] }));
    const timeline = await readFirst();
    expect(phasesOf(timeline).segments).toEqual([
      { startMicros: 2_000_000, endMicros: 3_000_000, label: 'preparation' },
      { startMicros: 9_000_000, endMicros: 11_000_000, label: 'preparation' },
      { startMicros: 11_000_000, endMicros: 12_000_000, label: 'carlot-triangle-dissection' },
    ]);
    expect(phasesOf(timeline).instantsMicros).toEqual([2_000_000, 9_000_000, 10_000_000, 11_000_000]);
    expect(toolsOf(timeline).samples.map(({ atMicros }) => atMicros)).toEqual([2_000_000, 9_000_000, 10_000_000, 11_000_000]);
    expect(timeline.media).toMatchObject({ type: 'image_sequence', frameRate: 1 });
    expect(timeline.notes).toEqual([]);
  });

  test('labels for every second are one segment a phase', async () => {
    const annotations = Object.fromEntries(Array.from({ length: 20 }, (_, second) => [String(second), [row({ phase: second < 12 ? 0 : 1 })]]));
    await put('labels/VID73.json', labelFile(annotations));
    expect(phasesOf(await readFirst()).segments).toEqual([
      { startMicros: 0, endMicros: 12_000_000, label: 'preparation' },
      { startMicros: 12_000_000, endMicros: 20_000_000, label: 'carlot-triangle-dissection' },
    ]);
  });

  test.each([
    ['two rows of one instrument', [row({}), row({})], ['grasper'], 'preparation'],
    ['order of the categories', [row({ triplet: 1, instrument: 2 }), row({})], ['grasper', 'hook'], 'preparation'],
    ['no action and no instrument', [row({ ...NOTHING, phase: 1 })], [], 'carlot-triangle-dissection'],
    ['an action without instrument', [row({ instrument: -1 })], null, 'preparation'],
    ['no row', [], null, null],
    ['no phase', [row({ phase: -1 })], ['grasper'], null],
  ])('%s', async (_, rows, labels, phase) => {
    await put('labels/VID73.json', labelFile({ '4': rows }));
    const timeline = await readFirst();
    expect(toolsOf(timeline).samples).toEqual([{ atMicros: 4_000_000, labels }]);
    expect(phasesOf(timeline).segments.map(({ label }) => label)).toEqual(phase === null ? [] : [phase]);
    const note = '1 labelled second(s) do not say which instruments are visible; there they are unknown';
    expect(timeline.notes).toEqual(labels === null ? [note] : []);
  });

  test.each([
    ['an instrument of no category', { '4': [row({ instrument: 3 })] }, 'annotations["4"][0][1]: found 3, expected the id of a instrument in categories, or -1'],
    ['a phase of no category', { '4': [row({}), row({ phase: 7 })] }, 'annotations["4"][1][14]: found 7, expected the id of a phase in categories, or -1'],
    ['an id with a fraction', { '4': [row({ verb: 0.5 })] }, 'annotations["4"][0][7]: found 0.5, expected the id of a verb in categories, or -1'],
    ['two phases at once', { '4': [row({}), row({ phase: 1 })] }, 'annotations["4"]: found phases 0 and 1, expected one phase a frame'],
    ['a padded key', { '000004': [row({})] }, 'annotations: found the key "000004", expected a frame number without padding'],
  ])('refuses %s', async (_, annotations, message) => {
    await put('labels/VID73.json', labelFile(annotations));
    await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message: `labels/VID73.json ${message}` });
  });

  test.each([
    ['a row of 14', labelFile({ '4': [row({}).slice(1)] }), 'source/bad-label'],
    ['labels of another video', labelFile({ '4': [row({})] }, { video: 74 }), 'source/bad-label'],
    ['another rate', labelFile({ '4': [row({})] }, { fps: 25 }), 'source/time-base-mismatch'],
    ['no JSON', '{', 'source/bad-label'],
  ])('refuses %s', async (_, content, code) => {
    await put('labels/VID73.json', content);
    await expect(readFirst()).rejects.toMatchObject({ code });
  });

  test.each<[string, number[][], string[] | null]>([
    ['each once, by id', [row({ triplet: 1, instrument: 2 }), row({}), row({})], ['grasper grasp gallbladder', 'hook null_verb null_target']],
    ['no action', [row(NOTHING)], []],
    ['an instrument without one', [row({ triplet: -1 })], null],
    ['no row', [], null],
  ])('triplets: %s', async (_, rows, triplets) => {
    await put('labels/VID73.json', labelFile({ '4': rows }));
    const track = (await readFirst()).tracks[2] as TripletTrack;
    expect(track).toMatchObject({ kind: 'triplet', signal: 'triplet', vocabulary: ['grasper,grasp,gallbladder', 'hook,null_verb,null_target'], holdMicros: 1_000_000 });
    expect(track.samples.map((sample) => sample.triplets?.map(({ instrument, verb, target }) => `${instrument} ${verb} ${target}`) ?? null)).toEqual([triplets]);
  });

  test.each<[string, number[][], [string, number[]][] | null]>([
    // a row's box is 0.5, 0.2, 0.3, 0.3 of 854 x 480: 427 to 683.2 across and 96 to 240 down
    ['parts of the picture become pixels', [row({})], [['grasper', [427, 96, 683.2, 240]]]],
    ['one instrument in two triplets is drawn once', [row({}), row({ triplet: 1 })], [['grasper', [427, 96, 683.2, 240]]]],
    ['two instruments of one kind', [row({}), withTip(row({}), [0, 0, 0.25, 0.5])], [['grasper', [427, 96, 683.2, 240]], ['grasper', [0, 0, 213.5, 240]]]],
    ['a box over the edge is cut', [withTip(row({}), [0.75, 0.5, 0.5, 0.75])], [['grasper', [640.5, 240, 854, 480]]]],
    ['no instrument', [withTip(row(NOTHING), [-1, -1, -1, -1])], []],
    ['one without a box leaves the second unknown', [row({}), withTip(row({ instrument: 2, triplet: 1 }), [-1, -1, -1, -1])], null],
  ])('tips of instruments: %s', async (_, rows, tips) => {
    await put('labels/VID73.json', labelFile({ '4': rows, '5': [row({})] }));
    const track = (await readFirst()).tracks[3] as BoxTrack;
    expect(track).toMatchObject({ kind: 'box', signal: 'tool_tip', frameWidth: 854, frameHeight: 480, vocabulary: ['grasper', 'bipolar', 'hook'] });
    const [sample] = track.samples;
    expect(sample?.regions?.map(({ label, box: { x0, y0, x1, y1 } }) => [label, [x0, y0, x1, y1].map((value) => Math.round(value * 10) / 10)]) ?? null).toEqual(tips);
  });

  test('the full release, which draws no boxes, has no track of tips', async () => {
    await put('labels/VID73.json', labelFile({ '4': [withTip(row({}), [-1, -1, -1, -1])] }));
    expect((await readFirst()).tracks.map(({ signal }) => signal)).toEqual(['phase', 'tool', 'triplet']);
  });

  test('seconds after the last picture are left out', async () => {
    await put('labels/VID73.json', labelFile({ '4': [row({})], '5': [row({})], '6': [row({})] }));
    await put('videos/VID73/000005.png', 'bytes');
    const timeline = await readFirst({ lastFrameMicros: 5_000_000 });
    expect(phasesOf(timeline).segments).toEqual([{ startMicros: 4_000_000, endMicros: 6_000_000, label: 'preparation' }]);
    expect(timeline.notes).toEqual(['1 labelled second(s) lie after the last picture and are left out']);
  });

  test('a stated number of frames that is not the number of labels is noted', async () => {
    await put('labels/VID73.json', labelFile({ '4': [row({})] }, { num_frames: 2 }));
    expect((await readFirst()).notes).toEqual(['the file states 2 frames and labels 1']);
  });
});

test('the challenge files of the data set are read whole', async () => {
  const shared = resolve(process.env['MEDSTREAM_SHARED'] ?? join(import.meta.dirname, '../../../../shared'), 'data/labels/cholect50');
  if (!existsSync(shared)) {
    console.warn('folder absent: no CholecT50 labels beside the repository or in MEDSTREAM_SHARED; only invented rows were checked');
    return;
  }
  // numbers of annotated frames as the release states them
  const frames: Record<string, number> = { VID68: 243, VID70: 164, VID73: 160 };
  for (const video of await cholecT50.listVideos(shared)) {
    const timeline = timelineSchema.parse(await cholecT50.readTimeline(video, { root: shared, mediaRoot: shared, probeMedia: async () => null, decodeImage: decodePng }));
    expect([video.videoId, toolsOf(timeline).samples.length, phasesOf(timeline).instantsMicros?.length]).toEqual([video.videoId, frames[video.videoId], frames[video.videoId]]);
    expect(toolsOf(timeline).samples.every(({ labels }) => labels !== null && labels.length > 0)).toBe(true);
    // every row of the challenge files has a box
    expect((timeline.tracks[3] as BoxTrack).samples.every(({ regions }) => regions !== null && regions.length > 0)).toBe(true);
    expect(timeline.notes).toEqual([]);
  }
});
