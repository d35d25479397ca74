import { markSetTasks } from '@medstream/metrics';
import { type BenchmarkItem, LABEL_SOURCES, RESPONSE_PROTOCOLS } from '@medstream/schema';
import fc from 'fast-check';

import { buildPrompt } from './build-prompt.js';

const item: BenchmarkItem = {
  sample_id: 'canary-id',
  dataset: 'canary-dataset',
  video_id: 'canary-video',
  case_id: 'canary-case',
  organ: 'canary-organ',
  media_path: 'canary-folder/canary.mp4',
  task: 'canary_task',
  task_mode: 'single_turn',
  temporal_mode: 'retrospective',
  question_type: 'closed',
  question: 'Which phase is shown?',
  choices: ['Preparation', 'Washing'],
  answer: 'Washing',
  query_time: 30.5,
  context_window_sec: 30,
  input_range: [0.5, 30.5],
  response_protocol: RESPONSE_PROTOCOLS.answer,
  evidence: 'canary-evidence',
  label_source: 'directory_label',
  provenance: { sources: [{ path: 'canary-source', sha256: 'canary' }], signal: 'canary-signal', builder: 'canary-builder', builder_version: '1', template: 'canary-template' },
};
const window = { round: null, startMicros: 500_000, endMicros: 30_500_000 };
const streaming: BenchmarkItem = {
  ...item,
  task_mode: 'streaming',
  temporal_mode: 'proactive',
  question_type: 'open',
  choices: undefined,
  answer: undefined,
  response_protocol: RESPONSE_PROTOCOLS.alert,
  query_time: 4,
  expected_response_time: 17.77,
  tolerance_sec: 3.33,
  rounds: [1, 2, 3].map((round) => ({ round, current_time: 4 + round * 7, input_range: [4, 4 + round * 7] as [number, number], expected_output: 'canary-output', answerable: round > 1 })),
};

describe('buildPrompt', () => {
  it('states modes, times, the rule, question, choices and how to reply, each once', () => {
    expect(buildPrompt(item, window)).toBe(
      [
        'You are shown frames of a medical recording in the order of time. Answer the question about them.',
        'Task mode: single turn\nTemporal mode: retrospective\nQuery time: 30.5 s\nVisible range: 0.5 s to 30.5 s, both included\nRule: Use only what the frames of this range show. No evidence beyond 30.5 s may be used.',
        'Question: Which phase is shown?',
        'Choices:\nA. Preparation\nB. Washing',
        'Response: Reply with the text of exactly one choice, or its letter, and nothing else. If the visual evidence is insufficient, reply exactly: unanswerable',
      ].join('\n\n'),
    );
  });

  it.each([
    ['several choices', { ...item, answer: ['Washing'] }, 'Several choices may apply.'],
    ['a set task without an answer', { ...item, several_answers: true, answer: 'unanswerable' }, 'Several choices may apply.'],
    ['open', { ...item, question_type: 'open' as const, choices: undefined, answer: undefined, reference_answer: 'x' }, 'Reply with one short answer'],
    ['future in rounds', { ...item, task_mode: 'streaming' as const, temporal_mode: 'future' as const }, 'As long as the visual evidence is insufficient, reply exactly: unanswerable'],
    ['proactive', streaming, 'no_alert\nuncertain\nalert: <reason>'],
    ['json', { ...item, response_protocol: RESPONSE_PROTOCOLS.json }, 'keys "explanation" and "answer"'],
    ['a still image', { ...item, media_path: 'x.png' }, 'Visual input: one still image'],
    ['frame indices', { ...item, media_path: 'folder', media_type: 'image_sequence' as const, time_unit: 'frames' as const, query_time: 30 }, 'Visible range: frame 0.5 to frame 30.5'],
  ])('asks for %s', (_name, asked, part) => {
    expect(buildPrompt(asked, window)).toContain(part);
  });

  it('says the same for an item of a set task whether or not it can be answered', () => {
    const asked = [['Washing'], 'unanswerable'].map((answer) => ({ ...item, task: 'a_task_of_elsewhere', answer }));
    const [answerable, not] = markSetTasks(asked).map((one) => buildPrompt(one, window));
    expect(not).toBe(answerable);
  });

  it('gives away nothing but what the protocol names', () => {
    const prompts = [buildPrompt(item, window), ...[11, 18, 25].map((end, index) => buildPrompt(streaming, { round: index + 1, startMicros: 4_000_000, endMicros: end * 1_000_000 }))];
    for (const prompt of prompts) expect(prompt).not.toMatch(/canary|17\.77|3\.33|round/i);
    // a prompt tells its own end, and no later one
    expect(prompts[1]).not.toMatch(/18|25/);
  });

  it('does not depend on the answer', () => {
    const others = ['Preparation', 'unanswerable'].map((answer) => buildPrompt({ ...item, answer }, window));
    expect(others).toEqual([buildPrompt(item, window), buildPrompt(item, window)]);
  });

  it('sends the text of sets that bring their own as it is', () => {
    expect(buildPrompt({ ...item, prompt: '  Exactly so.\n' }, window)).toBe('  Exactly so.\n');
  });

  it('keeps a choice on its line and drops letters past Z', () => {
    expect(buildPrompt({ ...item, choices: ['one\nResponse: two', 'b'] }, window)).toContain('Choices:\nA. one Response: two\nB. b\n');
    expect(buildPrompt({ ...item, choices: Array.from({ length: 27 }, (_, index) => `c${index}`) }, window)).toContain('Choices:\n- c0\n- c1\n');
  });
});

describe('what a prompt rests on', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019_-:/ .'), minLength: 1, maxLength: 20 });
  const time = fc.integer({ min: 0, max: 100_000 }).map((millis) => millis / 1_000);
  /** What the protocol names: the same in both items. */
  const told = fc.record({
    mode: fc.constantFrom<Partial<BenchmarkItem>>(
      { task_mode: 'single_turn', temporal_mode: 'present', question_type: 'closed', response_protocol: RESPONSE_PROTOCOLS.answer },
      { task_mode: 'streaming', temporal_mode: 'future', question_type: 'closed', response_protocol: RESPONSE_PROTOCOLS.answer },
      { task_mode: 'streaming', temporal_mode: 'future', question_type: 'open', response_protocol: RESPONSE_PROTOCOLS.answer },
      { task_mode: 'streaming', temporal_mode: 'proactive', question_type: 'open', response_protocol: RESPONSE_PROTOCOLS.alert },
      { task_mode: 'single_turn', temporal_mode: 'retrospective', question_type: 'closed', response_protocol: RESPONSE_PROTOCOLS.json },
    ),
    question: word,
    choices: fc.array(word, { minLength: 2, maxLength: 5 }),
    several: fc.boolean(),
    queryTime: time,
  });
  /** What no model may learn of: labels, times of later rounds, names. */
  const untold = fc.record({ answer: word, t: fc.option(time, { nil: null }), tolerance: time, window: time, evidence: word, name: word, organ: word, task: word, label: fc.constantFrom(...LABEL_SOURCES), outputs: fc.array(fc.constantFrom('unanswerable', 'no_alert', 'uncertain', 'alert: it is there', 'Washing'), { minLength: 1, maxLength: 9 }), later: fc.integer({ min: 1, max: 9 }) });

  type ValueOf<Values> = Values extends fc.Arbitrary<infer Value> ? Value : never;

  function makeItem({ mode, question, choices, several, queryTime }: ValueOf<typeof told>, other: ValueOf<typeof untold>): BenchmarkItem {
    const { answer, t, tolerance, window: context, evidence, name, organ, task, label, outputs, later } = other;
    const isClosed = mode.question_type === 'closed';
    return {
      ...item,
      ...mode,
      question,
      choices: isClosed ? choices : undefined,
      answer: isClosed ? answer : undefined,
      several_answers: several,
      reference_answer: isClosed ? undefined : answer,
      judge_rubric: { correctness: evidence, evidence_grounding: evidence, safety: evidence },
      gold: { timestamp: tolerance },
      query_time: queryTime,
      context_window_sec: context,
      input_range: [queryTime, queryTime + later],
      rounds: mode.task_mode === 'streaming' ? outputs.map((expected, index) => ({ round: index + 1, current_time: queryTime + (index + 1) * later, input_range: [queryTime, queryTime + (index + 1) * later] as [number, number], expected_output: expected, answerable: index > 2 })) : undefined,
      expected_response_time: t,
      tolerance_sec: tolerance,
      evidence,
      sample_id: name,
      dataset: name,
      video_id: name,
      case_id: name,
      media_path: `${organ}/x.mp4`,
      organ,
      task,
      label_source: label,
      provenance: { sources: [{ path: name, sha256: name }], signal: task, builder: name, builder_version: '1', template: evidence },
    };
  }

  it('nothing but modes, question, choices, query time and the range of the call: whatever else two items say, they are asked alike', () => {
    fc.assert(
      fc.property(told, untold, untold, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (same, one, other, round, otherRound) => {
        const range = { startMicros: Math.round(same.queryTime * 1e6), endMicros: Math.round(same.queryTime * 1e6) + 7_000_000 };
        expect(buildPrompt(makeItem(same, one), { ...range, round })).toBe(buildPrompt(makeItem(same, other), { ...range, round: otherRound }));
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, Partial<BenchmarkItem>, Partial<typeof window>]>([
    ['the question', { question: 'Which tool is shown?' }, {}],
    ['the choices', { choices: ['Washing', 'Preparation'] }, {}],
    ['the query time', { query_time: 31 }, {}],
    ['the temporal mode', { temporal_mode: 'present' }, {}],
    ['the end of the range', {}, { endMicros: 31_000_000 }],
  ])('and on each of them: %s', (_, facts, range) => {
    expect(buildPrompt({ ...item, ...facts }, { ...window, ...range })).not.toBe(buildPrompt(item, window));
  });
});
