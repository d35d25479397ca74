import { type BenchmarkItem, RESPONSE_PROTOCOLS } from '@medstream/schema';

import { estimateJudging } from './estimate-judging.js';
import { planRun } from './plan-run.js';

const base: BenchmarkItem = {
  sample_id: '',
  dataset: 'set',
  video_id: 'one',
  media_path: 'one.mp4',
  task: 'phase_now',
  task_mode: 'single_turn',
  temporal_mode: 'present',
  question_type: 'open',
  question: 'What is seen?',
  reference_answer: 'the hook dissects',
  query_time: 4,
  context_window_sec: 4,
  input_range: [0, 4],
  response_protocol: RESPONSE_PROTOCOLS.answer,
  label_source: 'original_annotation',
};
const closed: Partial<BenchmarkItem> = { question_type: 'closed', choices: ['hook', 'clip'], answer: 'hook', reference_answer: undefined };
const rounds = [2, 4].map((current_time, index) => ({ round: index + 1, current_time, input_range: [0, current_time] as [number, number], expected_output: index === 0 ? 'no_alert' : 'alert: washing', answerable: index === 1 }));
const ITEMS: BenchmarkItem[] = [
  { ...base, sample_id: 'a-open' },
  { ...base, ...closed, sample_id: 'b-closed' },
  // an answer where none can be given is wrong without a judge
  { ...base, sample_id: 'c-unanswerable', reference_answer: 'unanswerable' },
  // the reason of the alert that is right to raise, not of the one that is too early
  { ...base, sample_id: 'd-alert', task: 'phase_alert', task_mode: 'streaming', temporal_mode: 'proactive', response_protocol: RESPONSE_PROTOCOLS.alert, reference_answer: undefined, query_time: 0, context_window_sec: 0, rounds },
];

function estimate(options: { repeats?: number; times?: number; showsFrames?: boolean } = {}) {
  const { repeats = 1, times = 1, showsFrames = false } = options;
  const seen: { prompt: string; images: number }[] = [];
  const { jobs } = planRun({ items: ITEMS, data: [], model: { name: 'fake:model', settings: {}, looksAtFrames: true }, sampling: { maxFrames: null, image: { quality: 90, maxSide: 1024 }, decoderVersions: {} }, selection: { limit: null, filters: [] }, repeats: times, seed: 1, uploadsAllowed: [], engineVersion: '0' });
  const spending = {
    estimate: ({ prompt, images }: { prompt: string; images: readonly unknown[] }) => {
      seen.push({ prompt, images: images.length });
      return { inputTokens: 1_000, outputTokens: 10, costUsd: 0.5 };
    },
  };
  return { seen, total: estimateJudging(jobs, { repeats, showsFrames, spending }) };
}

describe('estimateJudging', () => {
  it('bounds the answers that may need a verdict, each with a repair', () => {
    // a, b and round 2 of d; two turns each
    expect(estimate().total).toEqual({ answers: 3, closed: 1, calls: 6, inputTokens: 6_000, outputTokens: 60, costUsd: 3 });
  });

  it('takes a reply as long as allowed, and shows frames only where they are shown', () => {
    const { seen } = estimate();
    expect(seen.every(({ prompt, images }) => prompt.includes('x'.repeat(2_048)) && images === 0)).toBe(true);
    // 0, 2 and 4 s
    expect(estimate({ showsFrames: true }).seen.map(({ images }) => images)).toEqual([3, 3, 3]);
  });

  it('counts every verdict on every repeat', () => {
    expect(estimate({ repeats: 2, times: 3 }).total).toMatchObject({ answers: 9, calls: 36, costUsd: 18 });
  });
});
