import { type BenchmarkItem, benchmarkItemSchema, builtItemSchema, caseIdOf, isNeverPositive, RESPONSE_PROTOCOLS } from './item.js';

const closedItem = {
  sample_id: 'cholec80-video01-0123456789abcdef',
  dataset: 'cholec80',
  video_id: 'video01',
  media_path: 'videos/video01.mp4',
  task: 'phase_now',
  task_mode: 'single_turn',
  temporal_mode: 'present',
  question_type: 'closed',
  question: 'Which phase is shown now?',
  choices: ['Preparation', 'Clipping cutting'],
  answer: 'Preparation',
  query_time: 30,
  context_window_sec: 30,
  input_range: [0, 30],
  response_protocol: RESPONSE_PROTOCOLS.answer,
  label_source: 'original_annotation',
};

const round = { round: 1, current_time: 4, input_range: [0, 4], expected_output: 'unanswerable', answerable: false };

function problemPaths(value: unknown): string[] {
  const parsed = benchmarkItemSchema.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.path.join('.'));
}

describe('benchmarkItemSchema', () => {
  it('reads a plain item and keeps fields it does not know', () => {
    const parsed = benchmarkItemSchema.parse({ ...closedItem, split: 'test' });
    expect(parsed).toEqual({ ...closedItem, split: 'test' });
  });

  // Each row: what is changed → the field that is named. Derived from contracts.md section 1.
  it.each<[string, Record<string, unknown>, string]>([
    ['a closed item without choices', { choices: undefined }, 'choices'],
    ['a closed item without an answer', { answer: undefined }, 'answer'],
    ['an open item without a reference', { question_type: 'open' }, 'reference_answer'],
    ['a streaming item without rounds', { task_mode: 'streaming', temporal_mode: 'future' }, 'rounds'],
    ['a json item without gold', { response_protocol: 'json' }, 'gold'],
    ['an unknown temporal mode', { temporal_mode: 'past' }, 'temporal_mode'],
    ['a media path that climbs', { media_path: '../secret.mp4' }, 'media_path'],
    ['a negative time', { query_time: -1 }, 'query_time'],
    ['a window with one end', { input_range: [0] }, 'input_range'],
    ['an answer that is a number', { answer: 3 }, 'answer'],
    ['round 0', { task_mode: 'streaming', rounds: [{ ...round, round: 0 }] }, 'rounds.0.round'],
    ['a schema version from the future', { schema_version: 2 }, 'schema_version'],
  ])('refuses %s', (_what, change, path) => {
    expect(problemPaths({ ...closedItem, ...change })).toContain(path);
  });

  it('accepts an open item whose reference is unanswerable without a rubric', () => {
    const { choices, answer, ...rest } = closedItem;
    expect([choices, answer]).toHaveLength(2);
    expect(problemPaths({ ...rest, question_type: 'open', reference_answer: 'unanswerable' })).toEqual([]);
  });
});

describe('builtItemSchema', () => {
  it('is strict about what our own builders write', () => {
    const built = { ...closedItem, schema_version: 1, case_id: 'cholec80/video01', organ: 'gallbladder', provenance: { sources: [], signal: 'phase', builder: 'b', builder_version: '1', template: 't' } };
    expect(builtItemSchema.safeParse(built).success).toBe(true);
    expect(builtItemSchema.safeParse({ ...built, split: 'test' }).success).toBe(false);
    expect(builtItemSchema.safeParse({ ...built, provenance: undefined }).success).toBe(false);
  });
});

describe('isNeverPositive', () => {
  const streaming = { task_mode: 'streaming' as const };
  // metrics.md section 3: t* = expected_response_time, else the first answerable round, else null.
  it.each<[string, Pick<BenchmarkItem, 'task_mode' | 'expected_response_time' | 'rounds'>, boolean]>([
    ['single turn', { task_mode: 'single_turn' }, false],
    ['stated null', { ...streaming, expected_response_time: null, rounds: [] }, true],
    ['stated time', { ...streaming, expected_response_time: 3, rounds: [] }, false],
    ['absent, no answerable round', { ...streaming, rounds: [{ ...round, input_range: [0, 4] }] }, true],
    ['absent, an answerable round', { ...streaming, rounds: [{ ...round, input_range: [0, 4], answerable: true }] }, false],
  ])('%s', (_what, item, expected) => {
    expect(isNeverPositive(item)).toBe(expected);
  });
});

describe('caseIdOf', () => {
  it('is the stated case, else data set and video', () => {
    expect(caseIdOf({ dataset: 'a', video_id: 'b', case_id: 'patient 1' })).toBe('patient 1');
    expect(caseIdOf({ dataset: 'a', video_id: 'b' })).toBe('a/b');
  });
});
