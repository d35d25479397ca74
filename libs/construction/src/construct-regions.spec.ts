import { type BenchmarkItem, builtItemSchema, TASKS, type Timeline, type Track } from '@medstream/schema';
import { createValidator } from '@medstream/validation';

import { constructItems } from './construct-items.js';
import { type ConstructionOptions, constructionOptionsSchema } from './construction-options.js';

const SEC = 1_000_000;
const DESCRIPTOR = { licence: 'l', citation: 'c', access: 'a' };
type BoxTrack = Extract<Track, { kind: 'box' }>;
type MaskTrack = Extract<Track, { kind: 'mask' }>;
type Box = [label: string, x0: number, y0: number, x1: number, y1: number, attribute?: string];

/** Pictures of 200 x 100 pixels. */
const boxTrack = (perSecond: (Box[] | null)[], patch: Partial<BoxTrack> = {}): BoxTrack => ({
  kind: 'box',
  signal: 'finding',
  vocabulary: ['polyp'],
  labelSource: 'original_annotation',
  holdMicros: SEC,
  frameWidth: 200,
  frameHeight: 100,
  samples: perSecond.map((boxes, sec) => ({ atMicros: sec * SEC, regions: boxes?.map(([label, x0, y0, x1, y1, attribute]) => ({ label, box: { x0, y0, x1, y1 }, attribute: attribute ?? null })) ?? null })),
  ...patch,
});

const maskTrack = (regions: MaskTrack['samples'][number]['regions'], patch: Partial<MaskTrack> = {}): MaskTrack => ({ kind: 'mask', signal: 'finding', vocabulary: ['polyp'], labelSource: 'original_annotation', holdMicros: 0, frameWidth: 200, frameHeight: 100, samples: [{ atMicros: 0, regions }], ...patch });

const timelineOf = (tracks: Track[], media: Partial<Timeline['media']> = {}): Timeline => ({
  schemaVersion: 1,
  dataset: 'invented',
  videoId: 'video01',
  caseId: 'invented/case01',
  organ: 'colon',
  media: { path: 'videos/video01.mp4', type: 'video', isPresent: true, lastFrameMicros: null, frameRate: 25, width: 200, height: 100, ...media },
  tracks,
  sourceFiles: [],
  notes: [],
});
const IMAGE: Partial<Timeline['media']> = { type: 'image', path: 'images/a.jpg', frameRate: null, lastFrameMicros: 0 };

function build(timeline: Timeline, options: Partial<ConstructionOptions> = {}) {
  const built = constructItems(timeline, { options: constructionOptionsSchema.parse({ open_share: 0, ...options }), descriptor: DESCRIPTOR });
  const validator = createValidator();
  for (const item of built.items) {
    expect(validator.checkItem(item, { file: null, record: null })).toEqual([]);
    expect(builtItemSchema.safeParse(item).success).toBe(true);
    expect(Object.keys(TASKS)).toContain(item.task);
    expect(item.question).not.toMatch(/[_{}]/u);
  }
  return built;
}

const ofTask = (items: readonly BenchmarkItem[], task: string) => items.filter((item) => item.task === task);

describe('boxes over a video', () => {
  /** No polyp for 20 s, one at the lower right for 20 s, two for 20 s. 40 x 20 of 200 x 100 pixels are 4 %. */
  const ONE: Box = ['polyp', 140, 70, 180, 90];
  const SECONDS = Array.from({ length: 60 }, (_, sec): Box[] => (sec < 20 ? [] : sec < 40 ? [ONE] : [ONE, ['polyp', 10, 10, 30, 30]]));
  const { items } = build(timelineOf([boxTrack(SECONDS)]));

  test('give presence, count, location, size and an alert at the first appearance', () => {
    expect(new Set(items.map(({ task }) => task))).toEqual(new Set(['finding_present', 'finding_seen', 'finding_count', 'finding_location', 'finding_size', 'finding_duration', 'finding_alert']));
  });

  test('the count is the number of boxes of that second', () => {
    const counts = ofTask(items, 'finding_count');
    for (const item of counts) expect(item.answer).toBe(String(SECONDS[item.query_time]?.length));
    expect(new Set(counts.map(({ answer }) => answer))).toEqual(new Set(['0', '1', '2']));
  });

  test('place and size are asked only where there is one: its centre (160, 80) is lower right, 4 % are under 5', () => {
    for (const task of ['finding_location', 'finding_size']) {
      expect(ofTask(items, task).length).toBeGreaterThan(0);
      for (const item of ofTask(items, task)) {
        expect(item.query_time >= 20 && item.query_time < 40).toBe(true);
        expect(item.answer).toBe(task === 'finding_size' ? 'less than 5 percent' : 'lower right');
        expect(item.choices).toHaveLength(4);
      }
    }
  });

  test('presence is yes from second 20 on, the alert is due there', () => {
    for (const item of ofTask(items, 'finding_present')) expect(item.answer).toBe(item.query_time >= 20 ? 'yes' : 'no');
    expect(new Set(ofTask(items, 'finding_alert').map(({ expected_response_time }) => expected_response_time))).toEqual(new Set([20, null]));
  });

  test('a polyp seen all the time is not asked for with yes or no', () => {
    const { items: found, leftOut } = build(timelineOf([boxTrack(Array.from({ length: 40 }, () => [ONE]))]));
    expect(found.filter(({ task }) => task === 'finding_present' || task === 'finding_seen')).toEqual([]);
    expect(leftOut['degenerate-vocabulary']).toBeGreaterThan(0);
  });

  test('seconds without annotation are never asked about', () => {
    const { items: found } = build(timelineOf([boxTrack(SECONDS.map((boxes, sec) => (sec % 3 === 0 ? boxes : null)))]));
    expect(found.length).toBeGreaterThan(0);
    for (const { query_time } of found) expect(query_time % 3).toBe(0);
  });

  test('an attribute is asked where the kind of thing has two of them', () => {
    const seconds = Array.from({ length: 30 }, (_, sec): Box[] => [['needle', 10, 10, 30, 30, sec < 15 ? 'grabbed' : 'not grabbed'], ['needle driver', 50, 50, 60, 60, 'left']]);
    const attributes = ofTask(build(timelineOf([boxTrack(seconds, { signal: 'tool', vocabulary: ['needle', 'needle driver'] })])).items, 'tool_attribute');
    expect(new Set(attributes.map(({ answer }) => answer))).toEqual(new Set(['grabbed', 'not grabbed']));
    for (const item of attributes) expect([item.answer, item.question.includes('the needle ')]).toEqual([item.query_time < 15 ? 'grabbed' : 'not grabbed', true]);
  });

  test('tips of instruments are asked about where they lie; whether one is there is asked of the instrument', () => {
    const tools: Track = { kind: 'presence', signal: 'tool', vocabulary: ['hook', 'grasper'], labelSource: 'original_annotation', holdMicros: SEC, samples: SECONDS.map((_, sec) => ({ atMicros: sec * SEC, labels: sec < 30 ? ['hook'] : [] })) };
    const tips = boxTrack(SECONDS.map((_, sec): Box[] => (sec < 30 ? [['hook', 140, 70, 180, 90]] : [])), { signal: 'tool_tip', vocabulary: ['hook', 'grasper'] });
    const { items: found } = build(timelineOf([tips, tools]));
    expect(new Set(found.map(({ task }) => task).filter((task) => task.startsWith('tool_tip')))).toEqual(new Set(['tool_tip_count', 'tool_tip_location', 'tool_tip_size']));
    const places = ofTask(found, 'tool_tip_location');
    for (const { answer, question } of places) expect([answer, question.includes('the tip of the hook')]).toEqual(['lower right', true]);
    expect(places.length).toBeGreaterThan(0);
  });

  test('a signal that has labels of presence keeps to them', () => {
    const presence: Track = { kind: 'presence', signal: 'finding', vocabulary: ['polyp'], labelSource: 'original_annotation', holdMicros: SEC, samples: SECONDS.map((_, sec) => ({ atMicros: sec * SEC, labels: sec < 30 ? [] : ['polyp'] })) };
    for (const item of ofTask(build(timelineOf([boxTrack(SECONDS), presence])).items, 'finding_present')) expect(item.answer).toBe(item.query_time >= 30 ? 'yes' : 'no');
  });
});

describe('regions of an image', () => {
  const region = (label: string, x: number, y: number, areaShare: number) => ({ label, box: { x0: x - 5, y0: y - 5, x1: x + 5, y1: y + 5 }, centre: { x, y }, areaShare });

  test.each([
    // a tenth of the half lies 10 pixels from x = 100 and 5 from y = 50
    [50, 20, 0.2, 'upper left', '15 to 30 percent'],
    [150, 20, 0.31, 'upper right', null],
    [50, 80, 0.4, 'lower left', 'more than 30 percent'],
    [109, 80, 0.04, null, 'less than 5 percent'],
    [150, 54, 0.1, null, '5 to 15 percent'],
    [111, 56, 0.155, 'lower right', null],
  ])('centre %p, %p and a share of %p', (x, y, share, place, size) => {
    const { items } = build(timelineOf([maskTrack([region('polyp', x, y, share)])], IMAGE));
    const expected = [['finding_location', place], ['finding_size', size]].filter(([, answer]) => answer !== null);
    expect(items.map(({ task, answer }) => [task, answer])).toEqual(expected);
    for (const item of items) expect([item.temporal_mode, item.input_range, item.query_time, item.context_window_sec, /in this picture/u.test(item.question)]).toEqual(['present', [0, 0], 0, 0, true]);
  });

  test('whether there is a polyp is not asked where there always is one', () => {
    const { leftOut } = build(timelineOf([maskTrack([region('polyp', 50, 20, 0.2)])], IMAGE));
    expect(leftOut['degenerate-vocabulary']).toBe(1);
  });

  test('of several kinds are asked which and whether', () => {
    const { items } = build(timelineOf([maskTrack([region('uterus', 50, 20, 0.2), region('grasping_forceps', 150, 80, 0.1)], { signal: 'tool', vocabulary: ['uterus', 'grasping_forceps', 'LigaSure'] })], IMAGE));
    expect([...(ofTask(items, 'tools_visible')[0]?.answer ?? [])].sort()).toEqual(['grasping forceps', 'uterus']);
    for (const item of ofTask(items, 'tool_present')) expect(item.answer).toBe(/uterus|grasping forceps/u.test(item.question) ? 'yes' : 'no');
    expect(ofTask(items, 'tool_present')).toHaveLength(1);
  });

  test('labels of moments have no place in an image', () => {
    const triplets: Track = { kind: 'triplet', signal: 'triplet', vocabulary: ['hook,cut,gut'], labelSource: 'original_annotation', holdMicros: SEC, samples: [] };
    expect(build(timelineOf([triplets], IMAGE))).toEqual({ items: [], leftOut: { 'still-image': 1 } });
  });
});

test('of a box and an area of one finding only the area is asked about by size: both questions would have one answer', () => {
  // 40 x 50 of 200 x 100 pixels: a tenth of the picture, by box and by area
  const area = maskTrack([{ label: 'polyp', box: { x0: 10, y0: 10, x1: 50, y1: 60 }, centre: { x: 30, y: 35 }, areaShare: 0.1 }]);
  const box = boxTrack([[['polyp', 10, 10, 50, 60]]], { holdMicros: 0 });
  const wordingsOf = (tracks: Track[]) => build(timelineOf(tracks, IMAGE)).items.filter(({ task }) => task === 'finding_size').map(({ provenance }) => provenance?.template?.replace(/\.\d+$/, ''));
  expect([wordingsOf([box]), wordingsOf([area]), wordingsOf([box, area])]).toEqual([['box_size'], ['mask_size'], ['mask_size']]);
});

test('how many labels a clip shows is not asked where its folder names the one', () => {
  const phase: Track = { kind: 'interval', role: 'state', signal: 'phase', vocabulary: ['access', 'removal', 'closure'], labelSource: 'directory_label', segments: [{ startMicros: 0, endMicros: 40 * SEC, label: 'access' }], instantsMicros: null, known: null };
  const media = { lastFrameMicros: 40 * SEC - 40_000 };
  const kindsOf = (labelSource: Track['labelSource']) => build(timelineOf([{ ...phase, labelSource }], media)).items.filter(({ task }) => task === 'phase_kinds').length;
  expect([kindsOf('directory_label'), kindsOf('original_annotation') > 0]).toEqual([0, true]);
});
