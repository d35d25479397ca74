import { type BenchmarkItem, RESPONSE_PROTOCOLS } from '@medstream/schema';

import { answerKindOf } from './answer-kind.js';
import { createBaseline } from './baselines.js';
import { markSetTasks } from './mark-set-tasks.js';
import { parseReply } from './parse-reply.js';
import { scoreBaseline } from './score-baseline.js';

const base: BenchmarkItem = {
  sample_id: 'a',
  dataset: 'set',
  video_id: 'one',
  media_path: 'one.mp4',
  task: 'findings_visible',
  task_mode: 'single_turn',
  temporal_mode: 'present',
  question_type: 'closed',
  question: 'Which findings are visible?',
  choices: ['Polyp', 'Ulcer', 'Blood'],
  answer: ['Polyp', 'Ulcer'],
  query_time: 6,
  context_window_sec: 6,
  input_range: [0, 6],
  response_protocol: RESPONSE_PROTOCOLS.answer,
  label_source: 'original_annotation',
};
const items = Array.from({ length: 20 }, (_, index): BenchmarkItem => ({ ...base, sample_id: String(index), ...(index < 4 ? { answer: 'unanswerable' } : {}) }));

describe('markSetTasks', () => {
  it('makes the items of one task alike, whatever their answers', () => {
    const marked = markSetTasks(items);
    expect(new Set(marked.map(answerKindOf))).toEqual(new Set(['choice_set']));
    expect(marked.map(({ sample_id }) => sample_id)).toEqual(items.map(({ sample_id }) => sample_id));
    expect(new Set(marked.map((item) => parseReply({ raw: 'ulcer; polyp', item }).status))).toEqual(new Set(['ok']));
  });

  it('leaves tasks without sets, other data sets and open items alone', () => {
    const others: BenchmarkItem[] = [
      { ...base, dataset: 'other', answer: 'Polyp' },
      { ...base, task: 'finding_class', answer: 'unanswerable' },
      { ...base, question_type: 'open', choices: undefined, answer: undefined, reference_answer: 'unanswerable' },
    ];
    expect(markSetTasks([...items, ...others]).slice(items.length)).toEqual(others);
  });
});

describe('majority over a task with sets and abstentions', () => {
  it('is right on the share of the commonest answer, not on all', () => {
    const marked = markSetTasks(items);
    const majority = createBaseline('majority', { items: marked, seed: 1 });
    const scores = marked.map((item) => scoreBaseline(item, majority).overall as number);
    // 16 of 20 answers are [Polyp, Ulcer]: 16 / 20
    expect(scores.reduce((sum, score) => sum + score, 0) / scores.length).toBe(0.8);
  });

  it('does not look at the kind of an item\'s own answer even where nothing is marked', () => {
    const majority = createBaseline('majority', { items, seed: 1 });
    expect(new Set(items.map((item) => majority(item, null))).size).toBe(1);
  });
});
