import { type BenchmarkItem, builtItemSchema, TASKS, type Timeline, type Track } from '@medstream/schema';
import { createValidator } from '@medstream/validation';

import { constructItems } from './construct-items.js';
import { type ConstructionOptions, constructionOptionsSchema } from './construction-options.js';

const SEC = 1_000_000;
const DESCRIPTOR = { licence: 'CC BY 4.0', citation: 'Nobody, 2020', access: 'open' };
const FINDINGS = ['polyp', 'ulcer', 'normal-z-line', 'BBPS_2-3'];
type ClassTrack = Extract<Track, { kind: 'class' }>;
type ScoreTrack = Extract<Track, { kind: 'score' }>;

const classTrack = (patch: Partial<ClassTrack> = {}): ClassTrack => ({ kind: 'class', signal: 'finding', vocabulary: FINDINGS, labelSource: 'directory_label', label: 'polyp', span: null, ...patch });
const scoreTrack = (values: ScoreTrack['values'], patch: Partial<ScoreTrack> = {}): ScoreTrack => ({ kind: 'score', signal: 'skill', vocabulary: ['novice', 'intermediate', 'expert'], labelSource: 'original_annotation', values, grade: null, ...patch });
const rated = (scale: string, value: number | null, rater: string | null = null, bounds: { min: number | null; max: number | null } = { min: 1, max: 5 }) => ({ scale, value, rater, ...bounds });

const IMAGE: Partial<Timeline['media']> = { type: 'image', path: 'images/a.jpg', frameRate: null, lastFrameMicros: 0 };

function timelineOf(tracks: Track[], media: Partial<Timeline['media']> = {}, videoId = 'video01'): Timeline {
  return {
    schemaVersion: 1,
    dataset: 'invented',
    videoId,
    caseId: 'invented/case01',
    organ: 'colon',
    media: { path: 'videos/video01.mp4', type: 'video', isPresent: true, lastFrameMicros: 41 * SEC, frameRate: 30, width: null, height: null, ...media },
    tracks,
    sourceFiles: [{ path: 'labels.csv', sha256: 'a'.repeat(64) }],
    notes: [],
  };
}

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

const factsOf = ({ task, temporal_mode, input_range, query_time, answer }: BenchmarkItem) => ({ task, temporal_mode, input_range, query_time, answer });

describe('a label of an image', () => {
  test('is present and looks at [0, 0]', () => {
    const { items } = build(timelineOf([classTrack()], IMAGE));
    expect(items.map(factsOf)).toEqual([{ task: 'finding_class', temporal_mode: 'present', input_range: [0, 0], query_time: 0, answer: 'polyp' }]);
    expect([...(items[0]?.choices ?? [])].sort()).toEqual(['BBPS 2-3', 'normal z line', 'polyp', 'ulcer']);
    expect(items[0]).toMatchObject({ media_type: 'image', context_window_sec: 0, label_source: 'directory_label' });
  });

  test('of an organ is asked for what is shown', () => {
    expect(build(timelineOf([classTrack({ signal: 'organ', vocabulary: ['upper GI', 'lower GI'], label: 'lower GI' })], IMAGE)).items.map(({ task }) => task)).toEqual(['organ_shown']);
  });

  test.each([
    ['polyp', 'no polyp', 'polyp', 'yes'],
    ['polyp', 'no polyp', 'no polyp', 'no'],
    ['with_polyps', 'without_polyps', 'without_polyps', 'no'],
  ])('out of %s and %s, being %s, is asked with yes and no: %s', (positive, negative, label, answer) => {
    const { items } = build(timelineOf([classTrack({ vocabulary: [positive, negative], label })], IMAGE));
    expect(items.map(({ task, choices, ...item }) => [task, [...(choices ?? [])].sort(), item.answer])).toEqual([['finding_present', ['no', 'yes'], answer]]);
    expect(items[0]?.question).toMatch(/\bpolyps?\b/u);
    expect(items[0]?.question).not.toMatch(/with|no polyp/u);
  });

  test('out of a vocabulary of one is refused: the answer would always be the same', () => {
    expect(build(timelineOf([classTrack({ vocabulary: ['polyp'] })], IMAGE))).toEqual({ items: [], leftOut: { 'degenerate-vocabulary': 1 } });
    // two spellings of one label are one
    expect(build(timelineOf([classTrack({ vocabulary: ['polyp', 'Polyp'] })], IMAGE)).leftOut).toEqual({ 'degenerate-vocabulary': 1 });
  });

  test('is written open in the stated share, over many images', () => {
    const types = Array.from({ length: 200 }, (_, index) => build(timelineOf([classTrack()], IMAGE, `image${index}`), { open_share: 0.25 }).items.map(({ question_type }) => question_type)).flat();
    const open = types.filter((type) => type === 'open').length;
    // 200 draws at a quarter: 50 with a standard deviation of 6.1; four of them on each side
    expect(open).toBeGreaterThan(25);
    expect(open).toBeLessThan(75);
  });
});

describe('a label of a recording', () => {
  test('is looked back on from the last frame, over the whole', () => {
    // 41.1333 s is not writable with 3 decimals: rounded up, so that the last frame is inside
    const { items } = build(timelineOf([classTrack()], { lastFrameMicros: 41_133_333 }));
    expect(items.map(factsOf)).toEqual([{ task: 'finding_class', temporal_mode: 'retrospective', input_range: [0, 41.134], query_time: 41.134, answer: 'polyp' }]);
  });

  test.each([
    ['of unknown length', { lastFrameMicros: null }, 'unknown-length'],
    ['of over ten minutes', { lastFrameMicros: 600.5 * SEC }, 'clip-too-long'],
    ['shorter than one sampling period', { lastFrameMicros: 1.9 * SEC }, 'window-too-short'],
  ])('%s is left out', (_, media, reason) => {
    expect(build(timelineOf([classTrack()], media))).toEqual({ items: [], leftOut: { [reason]: 1 } });
  });

  test('of which a part is labelled is asked about that part', () => {
    const { items } = build(timelineOf([classTrack({ span: { startMicros: 10_000_400, endMicros: 20 * SEC } })]));
    // first writable moment inside: 10.001; last one before the end: 19.999
    expect(items.map(factsOf)).toEqual([{ task: 'finding_class', temporal_mode: 'retrospective', input_range: [10.001, 19.999], query_time: 19.999, answer: 'polyp' }]);
  });

  test('of camera motion that follows is foreseen, within the length of the labelled part', () => {
    const { items } = build(timelineOf([classTrack({ signal: 'motion', vocabulary: ['static', 'up', 'zoom-in'], label: 'zoom-in', span: { startMicros: 5 * SEC, endMicros: 10 * SEC } })], { lastFrameMicros: 9_960_000 }));
    expect(items.map(factsOf)).toEqual([{ task: 'motion_next', temporal_mode: 'future', input_range: [0, 5], query_time: 5, answer: 'zoom in' }]);
    expect(items[0]?.question).toMatch(/\b5 seconds\b/u);
  });
});

describe('scores of a recording', () => {
  test('the grade is one of the vocabulary', () => {
    const { items } = build(timelineOf([scoreTrack([], { grade: 'expert' })]));
    expect(items.map(({ task, answer, choices }) => [task, answer, [...(choices ?? [])].sort()])).toEqual([['skill_grade', 'expert', ['expert', 'intermediate', 'novice']]]);
  });

  test.each<[string, (number | null)[], string | null, string | null]>([
    // (3 + 2 + 3) / 3 = 2.67
    ['the mean rounds', [3, 2, 3], '3', null],
    ['a blank does not count', [4, null], '4', null],
    ['half way between two marks', [2, 3], null, 'ambiguous'],
    // 5 - 2 = 3 is over half of 5 - 1
    ['raters far apart', [2, 5], null, 'raters-disagree'],
    ['no value', [null], null, 'unlabelled'],
  ])('ratings: %s', (_, values, answer, reason) => {
    const { items, leftOut } = build(timelineOf([scoreTrack(values.map((value, index) => rated('respect_for_tissue', value, `rater ${index}`)))]));
    expect(items.map((item) => [item.task, item.answer, [...(item.choices ?? [])].sort()])).toEqual(answer === null ? [] : [['skill_rating', answer, ['1', '2', '3', '4', '5']]]);
    expect(leftOut).toEqual(reason === null ? {} : { [reason]: 1 });
    if (items[0] !== undefined) expect(items[0].question).toContain('"respect for tissue"');
  });

  test('a sum of 8 to 40 is asked in four bands of nine marks', () => {
    const { items } = build(timelineOf([scoreTrack([rated('global rating score', 18, null, { min: 8, max: 40 })])]));
    expect(items[0]?.answer).toBe('17 to 25');
    expect([...(items[0]?.choices ?? [])].sort()).toEqual(['17 to 25', '26 to 34', '35 to 40', '8 to 16']);
  });

  test.each<[string, number, string | null, string | null]>([
    ['a count', 2, '2', null],
    ['none', 0, '0', null],
    ['a measure', 5.31, null, 'not-a-count'],
  ])('%s', (_, value, answer, reason) => {
    const { items, leftOut } = build(timelineOf([scoreTrack([rated('needle_drop_counts', value, null, { min: null, max: null })])]));
    expect(items.map((item) => [item.task, item.answer])).toEqual(answer === null ? [] : [['skill_count', answer]]);
    expect(leftOut).toEqual(reason === null ? {} : { [reason]: 1 });
    for (const { choices, question } of items) {
      expect(question).toContain('"needle drop"');
      expect(choices).toHaveLength(6);
      expect(choices?.every((choice) => Number.isInteger(Number(choice)) && Number(choice) >= 0 && Math.abs(Number(choice) - value) <= 6)).toBe(true);
    }
  });

  test('the right mark stands at changing places over recordings', () => {
    const positions = Array.from({ length: 40 }, (_, index) => build(timelineOf([scoreTrack([rated('flow', 3)])], {}, `video${index}`)).items.map(({ choices, answer }) => choices?.indexOf(answer as string)));
    const counts = [0, 1, 2, 3, 4].map((place) => positions.flat().filter((one) => one === place).length);
    // 40 over 5 places: 8 each; 20 would be the half of all
    expect(Math.max(...counts)).toBeLessThan(20);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });
});
