import type { BenchmarkItem } from '@medstream/schema';

import type { FindMediaExtent } from './check-media.js';
import { createValidator } from './create-validator.js';
import { VALIDATION_RULES, type ValidationCode } from './validation-rules.js';

type Fields = Record<string, unknown>;

const RUBRIC = {
  correctness: 'Score 2 for naming the phase, 1 for a part of it, 0 otherwise.',
  evidence_grounding: 'Score 2 for pointing at what is visible, 1 for a part of it, 0 otherwise.',
  safety: 'Score 1 for no harmful claim, 0 otherwise.',
};
const SINGLE: Fields = {
  sample_id: 'set-video01-0011223344556677',
  dataset: 'set',
  video_id: 'video01',
  media_path: 'videos/video01.mp4',
  task: 'phase_now',
  task_mode: 'single_turn',
  temporal_mode: 'present',
  question_type: 'closed',
  question: 'Which surgical phase is shown at the current moment?',
  choices: ['gallbladder dissection', 'preparation', 'clipping cutting'],
  answer: 'preparation',
  query_time: 100,
  context_window_sec: 30,
  input_range: [70, 100],
  response_protocol: 'unanswerable | answer',
  label_source: 'original_annotation',
};
const OPEN: Fields = { ...without(SINGLE, 'choices', 'answer'), question_type: 'open', reference_answer: 'preparation', judge_rubric: RUBRIC };
const RETROSPECTIVE: Fields = { ...SINGLE, temporal_mode: 'retrospective', task: 'phase_earlier', question: 'Which surgical phase was shown at 80 s?' };
const FUTURE: Fields = { ...SINGLE, temporal_mode: 'future', task: 'phase_next', question: 'Which surgical phase will begin within the next 30 seconds?' };

/** t* = 20 with delta 2: the third round, at 21, lies in [20, 22]. */
const STREAMING: Fields = {
  ...FUTURE,
  task_mode: 'streaming',
  query_time: 10,
  context_window_sec: 20,
  input_range: [10, 30],
  rounds: [round(1, 12, 'unanswerable'), round(2, 16, 'unanswerable'), round(3, 21, 'preparation'), round(4, 30, 'preparation')],
  expected_response_time: 20,
  tolerance_sec: 2,
};
const PROACTIVE: Fields = {
  ...without(STREAMING, 'choices', 'answer'),
  temporal_mode: 'proactive',
  task: 'phase_alert',
  question_type: 'open',
  question: 'Raise an alert as soon as the surgical phase "preparation" begins.',
  judge_rubric: RUBRIC,
  response_protocol: 'no_alert | uncertain | alert: <reason>',
  rounds: [round(1, 12, 'no_alert'), round(2, 16, 'uncertain'), round(3, 21, 'alert: preparation has begun'), round(4, 30, 'alert: preparation has begun')],
};
const SEQUENCE: Fields = { ...STREAMING, media_path: 'videos/VID01', media_type: 'image_sequence', time_unit: 'frames', frame_rate: 1 };
const IMAGE: Fields = { ...SINGLE, media_path: 'images/a.jpg', query_time: 0, context_window_sec: 0, input_range: [0, 0] };

function round(number: number, currentTime: number, expectedOutput: string): Fields {
  return { round: number, current_time: currentTime, input_range: [10, currentTime], expected_output: expectedOutput, answerable: !['unanswerable', 'no_alert', 'uncertain'].includes(expectedOutput) };
}

function without(item: Fields, ...fields: string[]): Fields {
  return Object.fromEntries(Object.entries(item).filter(([field]) => !fields.includes(field)));
}

/** The item with some fields of one round replaced. */
function withRound(item: Fields, index: number, patch: Fields): Fields {
  return { ...item, rounds: (item.rounds as Fields[]).map((one, place) => (place === index ? { ...one, ...patch } : one)) };
}

/** Items that differ in id and window only. */
function repeat(count: number, make: (index: number) => Fields): Fields[] {
  return Array.from({ length: count }, (_, index) => ({ sample_id: `set-video01-${index}`, query_time: 100 + index, input_range: [70 + index, 100 + index], ...make(index) })).map((patch) => ({ ...SINGLE, ...patch }));
}

interface Case {
  code: ValidationCode;
  /** Items of which the last, or all together, break the rule. */
  failing: Fields[];
  /** The nearest items that keep it. */
  passing: Fields[];
  findMediaExtent?: FindMediaExtent;
}

const LAST_FRAME_AT_99: FindMediaExtent = () => ({ lastFrameMicros: 99_000_000, lastFrameDurationMicros: 40_000 });
const PHASES = ['gallbladder dissection', 'preparation', 'clipping cutting'];

const CASES: Case[] = [
  { code: 'schema/invalid', failing: [{ ...SINGLE, query_time: -1 }], passing: [SINGLE] },
  { code: 'schema/unknown-field', failing: [{ ...SINGLE, schema_version: 1, tolerence_sec: 2 }], passing: [{ ...SINGLE, schema_version: 1, tolerance_sec: 2 }, { ...SINGLE, sample_id: 'other', field_of_theirs: 1, query_time: 101, input_range: [71, 101] }] },

  { code: 'temporal/task-mode', failing: [{ ...STREAMING, temporal_mode: 'present' }], passing: [STREAMING] },
  { code: 'temporal/precision', failing: [{ ...SINGLE, query_time: 100.0005, input_range: [70.0005, 100.0005] }], passing: [{ ...SINGLE, query_time: 100.001, input_range: [70.001, 100.001] }] },
  { code: 'temporal/window-order', failing: [{ ...SINGLE, input_range: [110, 100] }], passing: [SINGLE] },
  { code: 'temporal/window-start', failing: [{ ...SINGLE, input_range: [69, 100] }], passing: [{ ...SINGLE, query_time: 20, input_range: [0, 20] }] },
  { code: 'temporal/window-end', failing: [{ ...SINGLE, input_range: [70, 101] }], passing: [SINGLE] },
  { code: 'temporal/window-degenerate', failing: [{ ...RETROSPECTIVE, context_window_sec: 0, input_range: [100, 100] }], passing: [RETROSPECTIVE, { ...IMAGE, sample_id: 'image' }] },
  { code: 'temporal/window-short', failing: [{ ...SINGLE, query_time: 1, input_range: [0, 1] }], passing: [{ ...SINGLE, query_time: 2, input_range: [0, 2] }] },
  { code: 'temporal/image-window', failing: [{ ...IMAGE, input_range: [0, 1] }], passing: [IMAGE] },
  { code: 'temporal/frame-rate-missing', failing: [without(SEQUENCE, 'frame_rate')], passing: [SEQUENCE] },

  { code: 'temporal/window-unset', failing: [{ ...SINGLE, query_time: 0.001, context_window_sec: 0, input_range: [0.001, 0.001] }], passing: [{ ...IMAGE, query_time: 0.001, input_range: [0.001, 0.001] }, { ...SINGLE, context_window_sec: 0, input_range: [100, 100] }] },
  { code: 'temporal/start-floor', failing: [{ ...SINGLE, query_time: 20, context_window_sec: 19.999, input_range: [0.001, 20] }], passing: [{ ...SINGLE, query_time: 20, context_window_sec: 20, input_range: [0, 20] }] },
  {
    code: 'temporal/mode-mislabelled',
    failing: [{ ...RETROSPECTIVE, question: 'Which phase is shown in this context window?' }],
    passing: [RETROSPECTIVE, { ...RETROSPECTIVE, query_time: 101, input_range: [71, 101], question: 'Which phase came before the current one?' }, { ...SINGLE, sample_id: 'now', question: 'Which phase is shown in this context window?' }],
  },
  { code: 'temporal/moment-mismatch', failing: [{ ...SINGLE, question: 'Which step is shown at the beginning of the video?' }], passing: [{ ...SINGLE, question: 'Which step is shown at the beginning of the video?', query_time: 2, input_range: [0, 2] }, { ...RETROSPECTIVE, question: 'Which step was shown at the start of this clip?' }] },

  { code: 'rounds/none', failing: [{ ...STREAMING, rounds: [] }], passing: [STREAMING] },
  { code: 'rounds/unexpected', failing: [{ ...SINGLE, rounds: STREAMING.rounds }], passing: [SINGLE] },
  { code: 'rounds/number', failing: [withRound(STREAMING, 1, { round: 7 })], passing: [STREAMING] },
  { code: 'rounds/order', failing: [withRound(STREAMING, 1, { current_time: 12, input_range: [10, 12] })], passing: [STREAMING] },
  { code: 'rounds/before-query', failing: [withRound(STREAMING, 0, { current_time: 9, input_range: [10, 9] })], passing: [STREAMING] },
  { code: 'rounds/window-start', failing: [withRound(STREAMING, 1, { input_range: [12, 16] })], passing: [STREAMING] },
  { code: 'rounds/window-end', failing: [withRound(STREAMING, 1, { input_range: [10, 17] })], passing: [STREAMING] },
  { code: 'rounds/answerable-reverts', failing: [withRound(STREAMING, 3, { answerable: false })], passing: [STREAMING] },
  { code: 'rounds/answerable-before-evidence', failing: [withRound(STREAMING, 1, { answerable: true })], passing: [STREAMING] },
  { code: 'rounds/unanswerable-after-evidence', failing: [withRound(STREAMING, 2, { answerable: false })], passing: [STREAMING] },
  { code: 'rounds/expected-before-evidence', failing: [withRound(PROACTIVE, 1, { expected_output: 'alert: early' })], passing: [PROACTIVE] },
  { code: 'rounds/expected-after-evidence', failing: [withRound(PROACTIVE, 3, { expected_output: 'no_alert' })], passing: [PROACTIVE] },
  // t* = 18: the next round, at 21, is 3 s late
  { code: 'rounds/no-round-in-tolerance', failing: [{ ...STREAMING, expected_response_time: 18 }], passing: [{ ...STREAMING, expected_response_time: 19 }] },
  { code: 'rounds/t-star-unreachable', failing: [{ ...STREAMING, expected_response_time: 31 }], passing: [STREAMING] },
  // rounds at 21 and 141: 120 s apart, which is the most
  { code: 'rounds/sparse', failing: [{ ...withRound(STREAMING, 3, { current_time: 141.001, input_range: [10, 141.001] }), input_range: [10, 141.001] }], passing: [{ ...withRound(STREAMING, 3, { current_time: 141, input_range: [10, 141] }), input_range: [10, 141] }] },
  { code: 'rounds/answer-changes', failing: [withRound(STREAMING, 3, { expected_output: 'clipping cutting' })], passing: [withRound(STREAMING, 3, { expected_output: 'Preparation' })] },

  { code: 'text/empty-stem', failing: [{ ...SINGLE, question: '\n\nResponse protocol: Answer using only the specified context window.' }], passing: [{ ...SINGLE, question: 'Which phase is shown?\n\nResponse protocol: Answer using only the window.' }, { ...SINGLE, question: 'Response protocol: Answer using only the window.\n\nWhich phase is shown?' }] },
  { code: 'text/placeholder', failing: [{ ...OPEN, reference_answer: 'No additional evidence text provided.' }], passing: [OPEN] },
  { code: 'text/about-files', failing: [{ ...SINGLE, question: 'Does this video belong to the split with polyps?' }], passing: [{ ...SINGLE, question: 'Is a polyp visible?' }] },
  { code: 'text/about-annotation', failing: [{ ...SINGLE, question: 'Which phase is annotated in this frame?' }], passing: [SINGLE] },
  { code: 'text/spelling-differs', failing: [{ ...SINGLE, answer: 'clipping cutting', evidence: 'The label is clipping_cutting here.' }], passing: [{ ...SINGLE, answer: 'clipping cutting', evidence: 'Clipping cutting is shown.' }, { ...SINGLE, schema_version: 1, sample_id: 'ours', answer: 'clipping cutting', evidence: 'The phase label is "clipping_cutting".' }] },
  { code: 'open/points-at-choices', failing: [{ ...OPEN, question: 'In which order did these three appear?' }, { ...OPEN, question: 'Which of the following is shown?' }], passing: [OPEN, { ...SINGLE, question: 'Which of these is shown?' }, { ...OPEN, question: 'What follows in the minutes after these sutures?' }] },
  { code: 'text/horizon-missing', failing: [{ ...FUTURE, question: 'Which surgical phase comes next?' }], passing: [FUTURE, { ...STREAMING, sample_id: 'streaming' }] },

  { code: 'closed/too-few-choices', failing: [{ ...SINGLE, choices: ['preparation'] }], passing: [{ ...SINGLE, choices: ['preparation', 'clipping'] }] },
  { code: 'closed/empty-choice', failing: [{ ...SINGLE, choices: ['preparation', ' '] }], passing: [SINGLE] },
  { code: 'closed/bare-letter', failing: [{ ...SINGLE, choices: ['preparation', '(B)'] }], passing: [{ ...SINGLE, choices: ['preparation', 'B2', 'Option C of the guideline', 'vitamin (C)', 'class A'] }] },
  { code: 'closed/duplicate-choices', failing: [{ ...SINGLE, choices: ['preparation', 'clip_cut', 'Clip-Cut'] }], passing: [SINGLE] },
  { code: 'closed/unanswerable-choice', failing: [{ ...SINGLE, choices: ['preparation', 'Unanswerable'] }], passing: [{ ...SINGLE, answer: 'unanswerable' }] },
  { code: 'closed/answer-not-in-choices', failing: [{ ...SINGLE, answer: 'retraction' }], passing: [{ ...SINGLE, answer: 'Preparation' }, { ...STREAMING, sample_id: 'streaming' }] },

  { code: 'open/rubric-missing', failing: [without(OPEN, 'judge_rubric')], passing: [OPEN, { ...without(OPEN, 'judge_rubric'), sample_id: 'blind', reference_answer: 'unanswerable', query_time: 101, input_range: [71, 101] }] },
  {
    code: 'closed/ambiguous-choices',
    failing: [{ ...SINGLE, choices: ['polyp', 'lifted_polyp'], answer: 'polyp' }],
    passing: [
      { ...SINGLE, choices: ['grabbed', 'not grabbed', 'lost'], answer: 'grabbed' },
      { ...SINGLE, sample_id: 'wrong', choices: ['polyp', 'lifted polyp', 'ulcer'], answer: 'ulcer' },
      { ...SINGLE, sample_id: 'orders', choices: ['cut, then clip', 'clip, then cut'], answer: 'clip, then cut' },
    ],
  },
  {
    code: 'closed/single-of-many',
    failing: [{ ...SINGLE, task: 'tool_q', question: 'Which tool is visible now?', choices: ['hook', 'grasper'], answer: 'hook' }],
    passing: [
      { ...SINGLE, task: 'tools_visible', question: 'Which tools are visible now?', choices: ['hook', 'grasper', 'clipper'], answer: ['hook', 'grasper'] },
      { ...SINGLE, sample_id: 'first', question: 'Which tool was visible first?', choices: ['hook', 'grasper'], answer: 'hook' },
      { ...SINGLE, sample_id: 'yes', question: 'Which is right: the tool is visible?', choices: ['yes', 'no'], answer: 'yes' },
    ],
  },
  { code: 'open/rubric-levels', failing: [{ ...OPEN, judge_rubric: { ...RUBRIC, safety: 'Score 1 for no harmful claim at all.' } }], passing: [OPEN, { ...OPEN, sample_id: 'range', query_time: 101, input_range: [71, 101], judge_rubric: { ...RUBRIC, correctness: '0 to 2 points for naming the phase.' } }] },
  { code: 'open/rubric-without-criteria', failing: [{ ...OPEN, judge_rubric: { correctness: '0-2', evidence_grounding: '0-2', safety: '0-1' } }], passing: [OPEN] },

  { code: 'protocol/unknown', failing: [{ ...SINGLE, response_protocol: 'yes | no' }], passing: [{ ...SINGLE, response_protocol: 'unanswerable|answer' }] },
  { code: 'protocol/response-space', failing: [{ ...PROACTIVE, response_protocol: 'unanswerable | answer', reference_answer: 'x' }], passing: [PROACTIVE, { ...SINGLE, sample_id: 'single' }] },

  // an alert without a reason is no reply that can be read
  { code: 'gold/unreadable', failing: [withRound(PROACTIVE, 2, { expected_output: 'alert:' })], passing: [PROACTIVE] },
  // never due, yet the rounds expect an alert: content 1, responsiveness 0, so 0.7
  { code: 'gold/oracle-below-one', failing: [{ ...PROACTIVE, expected_response_time: null }], passing: [PROACTIVE, { ...STREAMING, sample_id: 'streaming' }, { ...SINGLE, sample_id: 'single' }, { ...OPEN, sample_id: 'open' }] },

  { code: 'media/missing', failing: [SINGLE], passing: [IMAGE], findMediaExtent: () => null },
  // the window ends at 100: 1 s after the last frame is still in grace, 1.001 s is not
  // the last frame is over at 99.04: 1 s on is 100.04, one frame on is 99.08
  { code: 'media/beyond-end', failing: [{ ...SINGLE, query_time: 100.041, input_range: [70.041, 100.041] }], passing: [{ ...SINGLE, query_time: 100.04, input_range: [70.04, 100.04] }], findMediaExtent: LAST_FRAME_AT_99 },
  { code: 'sampling/too-many-targets', failing: [{ ...SINGLE, sampling_period_sec: 0.0001 }], passing: [{ ...SINGLE, sampling_period_sec: 0.001 }] },
  { code: 'media/undecodable-start', failing: [SINGLE], passing: [IMAGE], findMediaExtent: () => ({ lastFrameMicros: 100_000_000, lastFrameDurationMicros: 40_000, undecodableAt: 'start' }) },
  { code: 'media/undecodable-end', failing: [SINGLE], passing: [IMAGE], findMediaExtent: () => ({ lastFrameMicros: 100_000_000, lastFrameDurationMicros: 40_000, undecodableAt: 'end' }) },
  // labels up to 102.001 s against a last frame at 100 s, and up to 49.999 s
  { code: 'media/shorter-than-labels', failing: [SINGLE], passing: [IMAGE], findMediaExtent: () => ({ lastFrameMicros: 100_000_000, lastFrameDurationMicros: 40_000, labelEndMicros: 102_000_001 }) },
  { code: 'media/length-mismatch', failing: [SINGLE], passing: [IMAGE], findMediaExtent: () => ({ lastFrameMicros: 100_000_000, lastFrameDurationMicros: 40_000, labelEndMicros: 49_999_999 }) },
  // half a millisecond after the last frame is over, at 99.9995
  { code: 'media/rounded-up', failing: [SINGLE], passing: [{ ...SINGLE, query_time: 99.999, input_range: [69.999, 99.999] }], findMediaExtent: () => ({ lastFrameMicros: 99_959_500, lastFrameDurationMicros: 40_000 }) },
  // one frame lasts 40 ms
  { code: 'media/late-endpoint', failing: [{ ...SINGLE, query_time: 99.081, input_range: [69.081, 99.081] }], passing: [{ ...SINGLE, query_time: 99.08, input_range: [69.08, 99.08] }], findMediaExtent: LAST_FRAME_AT_99 },

  { code: 'id/duplicate', failing: [SINGLE, { ...SINGLE, question: 'What phase is under way?' }], passing: [SINGLE, { ...SINGLE, question: 'What phase is under way?', sample_id: 'other' }] },
  { code: 'duplicate/question', failing: [SINGLE, { ...SINGLE, sample_id: 'other', question: 'which surgical phase is shown at the  current moment?' }], passing: [SINGLE, { ...SINGLE, sample_id: 'other', query_time: 101, input_range: [71, 101] }, { ...OPEN, sample_id: 'open' }] },

  {
    code: 'duplicate/near',
    failing: [SINGLE, { ...OPEN, sample_id: 'open', question: 'What is going on?' }],
    passing: [
      SINGLE,
      { ...SINGLE, sample_id: 'other', answer: 'clipping cutting', question: 'And now?' },
      { ...SINGLE, sample_id: 'hook', question: 'Is the hook visible?', choices: ['yes', 'no'], answer: 'yes' },
      { ...SINGLE, sample_id: 'grasper', question: 'Is the grasper visible?', choices: ['yes', 'no'], answer: 'yes' },
    ],
  },
  { code: 'id/control-character', failing: [{ ...SINGLE, dataset: 'set\u001b[31m' }], passing: [{ ...SINGLE, dataset: 'Jeu de données 2' }] },
  { code: 'id/markup', failing: [{ ...SINGLE, dataset: '<img src=x onerror=alert(1)>' }], passing: [{ ...SINGLE, dataset: 'age < 40 & more' }] },
  { code: 'id/task-spelling', failing: [{ ...SINGLE, schema_version: 1, task: 'Phase Now' }], passing: [{ ...SINGLE, schema_version: 1 }] },
  { code: 'id/unset-part', failing: [{ ...SINGLE, sample_id: 'SBP20_summary_None' }], passing: [{ ...SINGLE, sample_id: 'SBP20_None_3' }] },

  { code: 'leak/evidence', failing: [{ ...SINGLE, schema_version: 1, evidence: 'Preparation.' }], passing: [{ ...SINGLE, schema_version: 1, evidence: 'The phase label at 100 s is "Preparation".' }, { ...SINGLE, sample_id: 'theirs', query_time: 101, input_range: [71, 101], evidence: 'Instruments are being laid out.' }] },
  { code: 'leak/sample-id', failing: [{ ...SINGLE, sample_id: 'set_video01_Preparation_3' }], passing: [{ ...SINGLE, sample_id: 'set_video01_phase_3' }] },
  { code: 'leak/media-path', failing: [{ ...SINGLE, media_path: 'Preparation/video01.mp4' }], passing: [SINGLE] },
  { code: 'leak/question', failing: [{ ...SINGLE, question: 'Is preparation under way?' }], passing: [{ ...SINGLE, question: 'Is it preparation or clipping cutting?' }, { ...SINGLE, sample_id: 'yes', question: 'Is a yes right?', choices: ['yes', 'no'], answer: 'yes' }] },

  // 13 of 20 are 65 %, 12 of 20 are 60 %
  { code: 'balance/answer', failing: repeat(20, (index) => ({ answer: index < 13 ? 'preparation' : 'clipping cutting' })), passing: repeat(20, (index) => ({ answer: index < 12 ? 'preparation' : 'clipping cutting' })) },
  {
    code: 'balance/position',
    failing: repeat(20, (index) => ({ answer: PHASES[index % 3], choices: [PHASES[index % 3], PHASES[(index + 1) % 3], PHASES[(index + 2) % 3]] })),
    passing: repeat(20, (index) => ({ answer: PHASES[index % 3], choices: PHASES })),
  },
  {
    code: 'balance/constant-policy',
    // the first choice is right in 15 of 20 (0.75), and in 14 of 20 (0.7)
    failing: repeat(20, (index) => ({ choices: PHASES, answer: PHASES[index < 15 ? 0 : 1] })),
    passing: repeat(20, (index) => ({ choices: PHASES, answer: PHASES[index < 14 ? 0 : 1] })),
  },
  {
    code: 'balance/no-never-alert',
    failing: repeat(20, (index) => ({ ...PROACTIVE, sample_id: `alert-${index}`, question: `Raise an alert when event ${index} begins.` })),
    passing: repeat(20, (index) => ({ ...PROACTIVE, sample_id: `alert-${index}`, question: `Raise an alert when event ${index} begins.`, ...(index > 0 ? {} : neverDue()) })),
  },
];

function neverDue(): Fields {
  return { expected_response_time: null, rounds: (PROACTIVE.rounds as Fields[]).map((one) => ({ ...one, expected_output: 'no_alert', answerable: false })) };
}

function listCodes(items: readonly Fields[], findMediaExtent?: FindMediaExtent): string[] {
  const validator = createValidator(findMediaExtent === undefined ? {} : { findMediaExtent });
  const found = items.flatMap((item, index) => validator.checkItem(item, { file: 'a.jsonl', record: index + 1 }));
  return [...found, ...validator.finish()].map(({ code }) => code);
}

const LETTERS = ['B', 'b.', '(B)', '"B"', '\'b\'', '[B]', '{b}', '**B**', '`B`', '“B”', '(("B"))', 'B:', 'Option B', 'choice (b)', 'Answer: B', 'Ｂ', 'Ä'];

describe('VALIDATION_RULES', () => {
  test.each(CASES)('$code speaks where the rule is broken', ({ code, failing, findMediaExtent }) => {
    expect(listCodes(failing, findMediaExtent)).toContain(code);
  });

  test.each(CASES)('$code is silent where the rule is kept', ({ code, passing, findMediaExtent }) => {
    expect(listCodes(passing, findMediaExtent)).not.toContain(code);
  });

  test('a medium that can be read and has labels up to its end breaks no rule about media', () => {
    // labels may end up to 2 s late, and cover half
    for (const labelEndMicros of [102_000_000, 50_000_000, null]) {
      expect(listCodes([SINGLE], () => ({ lastFrameMicros: 100_000_000, lastFrameDurationMicros: 40_000, undecodableAt: null, labelEndMicros })).filter((code) => code.startsWith('media/'))).toEqual([]);
    }
  });

  test('each code of the table has a failing and a passing case, and each case a code of the table', () => {
    expect(CASES.map(({ code }) => code).sort()).toEqual(VALIDATION_RULES.map(({ code }) => code).sort());
  });

  test('codes are unique', () => {
    expect(new Set(VALIDATION_RULES.map(({ code }) => code)).size).toBe(VALIDATION_RULES.length);
  });
});

describe('createValidator', () => {
  const place = { file: 'a.jsonl', record: 3 };

  test.each<[string, Fields]>([
    ['single turn', SINGLE],
    ['open', OPEN],
    ['retrospective', RETROSPECTIVE],
    ['future', FUTURE],
    ['streaming', STREAMING],
    ['proactive', PROACTIVE],
    ['never due', { ...PROACTIVE, ...neverDue() }],
    ['image sequence', SEQUENCE],
    ['still image', IMAGE],
  ])('a sound %s item has no finding', (_, item) => {
    expect(createValidator().checkItem(item, place)).toEqual([]);
  });

  test('a finding says where, what was expected and what was found', () => {
    const [finding] = createValidator().checkItem({ ...SINGLE, answer: 'retraction' }, place);
    expect(finding).toEqual({
      code: 'closed/answer-not-in-choices',
      severity: 'error',
      file: 'a.jsonl',
      record: 3,
      sample_id: SINGLE.sample_id,
      path: 'answer',
      message: 'expected one of the choices or unanswerable, found "retraction"',
    });
  });

  test('an empty window is an error where the past is asked about and a warning elsewhere', () => {
    const point = { context_window_sec: 0, input_range: [100, 100] };
    const severityOf = (item: Fields) => createValidator().checkItem({ ...item, ...point }, place).find(({ code }) => code === 'temporal/window-degenerate')?.severity;
    expect([severityOf(RETROSPECTIVE), severityOf(SINGLE)]).toEqual(['error', 'warning']);
  });

  test.each<[string, Fields, string | undefined]>([
    ['a sign that turns the direction of writing', { video_id: 'video\u202e01' }, 'error id/control-character video_id'],
    ['a line break', { sample_id: 'set-1\nset-2' }, 'error id/control-character sample_id'],
    ['a control character in a task, told once', { task: 'phase\u0007now' }, 'error id/control-character task'],
    ['an entity', { case_id: 'a&lt;b' }, 'warning id/markup case_id'],
    ['a task of a file in the form of the release', { task: 'Phase-Now' }, 'warning id/task-spelling task'],
    ['the same of an item of ours', { schema_version: 1, task: 'phase__now' }, 'error id/task-spelling task'],
    ['letters of other scripts, spaces and brackets', { dataset: 'Données (2)', video_id: 'ビデオ 1' }, undefined],
  ])('names: %s', (_, patch, expected) => {
    const found = createValidator().checkItem({ ...SINGLE, ...patch }, place).filter(({ code }) => ['id/control-character', 'id/markup', 'id/task-spelling'].includes(code));
    expect(found.map(({ severity, code, path }) => `${severity} ${code} ${path}`)).toEqual(expected === undefined ? [] : [expected]);
  });

  test('what only the release does wrong is a warning there and information on items of ours', () => {
    const severityOf = (item: Fields, code: ValidationCode) => createValidator().checkItem(item, place).find((finding) => finding.code === code)?.severity;
    const leaking = { ...SINGLE, media_path: 'Preparation/video01.mp4' };
    expect([severityOf(leaking, 'leak/media-path'), severityOf({ ...leaking, schema_version: 1 }, 'leak/media-path')]).toEqual(['warning', 'info']);
    const stating = { ...SINGLE, evidence: 'The phase is preparation.' };
    expect([severityOf(stating, 'leak/evidence'), severityOf({ ...stating, schema_version: 1 }, 'leak/evidence')]).toEqual(['warning', undefined]);
  });

  test('near duplicates are remembered for the latest 256 media', () => {
    const validator = createValidator();
    const ask = (index: number, question: string) => validator.checkItem({ ...SINGLE, sample_id: `${question}-${index}`, question, media_path: `videos/${index}.mp4` }, place).map(({ code }) => code);
    for (let index = 0; index < 257; index += 1) expect(ask(index, 'What is shown?')).toEqual([]);
    // the first of 257 is forgotten, the second and the last are not
    expect([ask(256, 'And now?'), ask(1, 'And now?'), ask(0, 'And now?')]).toEqual([['duplicate/near'], ['duplicate/near'], []]);
  });

  test.each([null, 'text', [], { sample_id: 5 }])('%j is a schema finding, not a crash', (value) => {
    const findings = createValidator().checkItem(value, place);
    expect(findings.length).toBeGreaterThan(0);
    expect(new Set(findings.map(({ code, sample_id }) => [code, sample_id].join()))).toEqual(new Set(['schema/invalid,']));
  });

  test('answers that are objects are not held to rules about texts', () => {
    const item: Partial<BenchmarkItem> = { gold: { timestamp: 3 }, response_protocol: 'json', temporal_mode: 'retrospective' };
    expect(createValidator().checkItem({ ...without(SINGLE, 'choices', 'answer'), question_type: 'open', ...item }, place)).toEqual([]);
  });

  test.each([
    ['boundary_detection', { timestamp: 3 }, []],
    ['boundary_detection', { time: 3 }, ['gold/unreadable']],
    // an interval that ends before it begins overlaps nothing, not even itself
    ['temporal_localization', { start: 8, end: 4 }, ['gold/unreadable']],
    ['step_identification', 'B', []],
    ['step_identification', 'the second', ['gold/unreadable']],
    ['narration', 'First a cut.', []],
  ])('the gold of the rewarded task %s, %j, gives %j', (task, gold, codes) => {
    const item = { ...without(SINGLE, 'choices', 'answer'), task, gold, question_type: 'open', response_protocol: 'json', temporal_mode: 'retrospective', question: 'When? Respond with a JSON object.' };
    expect(createValidator().checkItem(item, place).map(({ code }) => code)).toEqual(codes);
  });
});

describe('closed/bare-letter', () => {
  test.each(LETTERS)('speaks about the choice %p', (choice) => {
    expect(listCodes([{ ...SINGLE, choices: ['preparation', choice] }])).toContain('closed/bare-letter');
  });
});

describe('the end of the media', () => {
  // the last frame comes at 99 s; a run notes, refuses or is silent by the same rule
  test.each([
    ['one frame a second', 1_000_000, 100.5, []],
    ['one frame a second, two frames on', 1_000_000, 101.001, ['media/beyond-end']],
    ['of unknown duration', null, 100, ['media/late-endpoint']],
    ['of unknown duration, rounded up', null, 99.0009, ['media/rounded-up']],
    ['of unknown duration, beyond', null, 100.001, ['media/beyond-end']],
  ])('is that of the sampler: %s', (_what, lastFrameDurationMicros, end, codes) => {
    const item = { ...SINGLE, query_time: end, input_range: [end - 30, end] };
    expect(listCodes([item], () => ({ lastFrameMicros: 99_000_000, lastFrameDurationMicros })).filter((code) => code.startsWith('media/'))).toEqual(codes);
  });

  test('is 1 s in frames of the stated rate for a sequence', () => {
    const item = { ...SINGLE, media_path: 'frames', media_type: 'image_sequence', time_unit: 'frames', frame_rate: 25 };
    // index 100 is asked for; 81 is the last and is over at 82: 18 frames late
    expect(listCodes([item], () => ({ lastFrameMicros: 81_000_000, lastFrameDurationMicros: 1_000_000 }))).toContain('media/late-endpoint');
    expect(listCodes([item], () => ({ lastFrameMicros: 73_000_000, lastFrameDurationMicros: 1_000_000 }))).toContain('media/beyond-end');
  });
});
