import { BASELINE_NAMES, createBaseline } from '@medstream/metrics';
import { listEvidenceWindows } from '@medstream/sampling';
import { type BenchmarkItem, RESPONSE_PROTOCOLS } from '@medstream/schema';

import { scoreReplies } from './score-replies.js';

const rubric = { correctness: 'a', evidence_grounding: 'b', safety: 'c' };
const base = {
  dataset: 'set',
  video_id: 'one',
  media_path: 'one.mp4',
  task: 'phase_now',
  task_mode: 'single_turn',
  temporal_mode: 'present',
  question: 'Which phase is shown?',
  query_time: 6,
  context_window_sec: 6,
  input_range: [0, 6],
  response_protocol: RESPONSE_PROTOCOLS.answer,
  label_source: 'original_annotation',
} as const;
const rounds = (expected: readonly string[]): BenchmarkItem['rounds'] =>
  expected.map((expected_output, index) => ({ round: index + 1, current_time: 8 + 2 * index, input_range: [6, 8 + 2 * index], expected_output, answerable: index > 0 }));
const streaming = { task_mode: 'streaming', input_range: [6, 10] } as const;

/** Closed, open and streaming items whose commonest answer is not the answer of all. */
const items = [
  { ...base, sample_id: 'a', question_type: 'closed', choices: ['Cutting', 'Washing'], answer: 'Washing' },
  { ...base, sample_id: 'b', question_type: 'closed', choices: ['Cutting', 'Washing'], answer: 'Cutting' },
  { ...base, sample_id: 'c', question_type: 'open', reference_answer: 'Washing', judge_rubric: rubric },
  { ...base, sample_id: 'd', question_type: 'open', reference_answer: 'Packing', judge_rubric: rubric },
  { ...base, ...streaming, sample_id: 'e', question_type: 'open', temporal_mode: 'future', reference_answer: 'Packing', judge_rubric: rubric, rounds: rounds(['unanswerable', 'Packing']) },
  { ...base, ...streaming, sample_id: 'f', question_type: 'open', temporal_mode: 'future', reference_answer: 'Cutting', judge_rubric: rubric, rounds: rounds(['unanswerable', 'Cutting']) },
  { ...base, ...streaming, sample_id: 'g', question_type: 'open', temporal_mode: 'proactive', response_protocol: RESPONSE_PROTOCOLS.alert, reference_answer: 'alert: smoke', judge_rubric: rubric, rounds: rounds(['no_alert', 'alert: smoke']) },
] as unknown as BenchmarkItem[];

describe('scoreReplies', () => {
  it.each([...BASELINE_NAMES])('gives the run of baseline:%s the figures of its row in every table', (name) => {
    const answer = createBaseline(name, { items, seed: 1 });
    const predictions = items.flatMap((item) =>
      listEvidenceWindows(item).map(({ round }) => ({ sample_id: item.sample_id, ...(round === null ? {} : { round }), status: 'ok' as const, raw: answer(item, round) })),
    );
    const { summary } = scoreReplies({ items, predictions, jobs: predictions.length, seed: 1, leakAudit: { jobs: 0, violations: 0 }, isPolicy: true });
    const row = summary.baselines[name];
    expect(summary.unscored).toEqual({});
    expect({ value: summary.overall.value, n: summary.overall.n }).toEqual({ value: row?.overall.value, n: row?.overall.n });
    for (const [mode, figures] of Object.entries(summary.modes)) expect(figures.content.value).toBe(row?.modes[mode]?.content.value);
  });

  it('leaves an open answer of a model to a judge', () => {
    const predictions = [{ sample_id: 'd', status: 'ok' as const, raw: 'Washing' }];
    const { summary } = scoreReplies({ items: items.slice(3, 4), predictions, jobs: 1, seed: 1, leakAudit: { jobs: 0, violations: 0 }, isPolicy: false });
    expect(summary.unscored).toEqual({ no_judge: 1 });
  });
});
