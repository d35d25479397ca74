import { benchmarkItemSchema } from '@medstream/schema';

import { createBaseline } from './baselines.js';
import { estimateFigure } from './bootstrap.js';
import { createPolicyRows, SUMMARY_BASELINES } from './policy-rows.js';
import { rankMajorityAnswers } from './rank-majority-answers.js';
import { scoreBaseline } from './score-baseline.js';

const SEED = 3;
/** 12 cases in two data sets; the organ is known of the first alone. */
const items = Array.from({ length: 36 }, (_, index) =>
  benchmarkItemSchema.parse({ sample_id: `s${String(index).padStart(2, '0')}`, dataset: index % 3 === 0 ? 'one' : 'two', ...(index % 3 === 0 ? { organ: 'eye' } : {}), video_id: 'v', case_id: `c${index % 12}`, media_path: 'v.mp4', task: index % 3 === 0 ? 'now' : 'next', task_mode: 'single_turn', temporal_mode: 'present', question_type: 'closed', question: 'Which?', choices: ['hook', 'clip', 'bag'], answer: ['hook', 'clip', 'unanswerable', 'hook'][index % 4], query_time: 4, context_window_sec: 0, input_range: [4, 4], response_protocol: 'unanswerable | answer', label_source: index % 3 === 0 ? 'original_annotation' : 'hybrid' }),
);
const majority = rankMajorityAnswers(items);

describe('policies by data set, organ, task and label source', () => {
  const rows = createPolicyRows({ seed: SEED, majority });
  for (const item of items) rows.add(item, null);
  const { baselines } = rows.finish();

  it.each(SUMMARY_BASELINES)('%s: each figure is the mean of its items alone, with an interval of its own', (name) => {
    const baseline = createBaseline(name, { seed: SEED, majority });
    const slices = [['datasets', 'one', 'one'], ['datasets', 'two', 'two'], ['organs', 'eye', 'one'], ['organs', 'unknown', 'two'], ['tasks', 'now', 'one'], ['tasks', 'next', 'two'], ['label_sources', 'original_annotation', 'one'], ['label_sources', 'hybrid', 'two']] as const;
    for (const [slice, key, dataset] of slices) {
      const own = items.filter((item) => item.dataset === dataset);
      for (const figure of ['content', 'overall'] as const) {
        const observations = own.map((item) => ({ caseId: item.case_id ?? '', value: scoreBaseline(item, baseline)[figure] ?? 0 }));
        const { value, n, ci95 } = estimateFigure(observations, { seed: SEED, path: `baselines/${name}/${slice}/${key}/${figure}` });
        expect(baselines[name]?.[slice]?.[key]?.[figure]).toMatchObject({ value, n, ci95, bounds: [value, value] });
      }
    }
  });

  it('first-choice is right where the first choice is: 6 of 12 and 12 of 24', () => {
    // answers go round hook, clip, unanswerable, hook by index, each as often in both sets
    expect(baselines['first-choice']?.datasets?.['one']?.content).toMatchObject({ value: 0.5, n: 12 });
    expect(baselines['first-choice']?.datasets?.['two']?.content).toMatchObject({ value: 0.5, n: 24 });
  });
});

describe('skill', () => {
  it('is against the policy that the tables show as the best, over the items that the model has a score for', () => {
    // first-choice is right on hook, 18 of 36; abstain on unanswerable, 9 of 36; majority gives hook; a tie with first-choice, which comes first
    const rows = createPolicyRows({ seed: SEED, majority });
    // the model has a score where the answer is unanswerable, and is right there half the time: abstain alone scores 1 on these
    let turn = 0;
    for (const item of items) rows.add(item, item.answer === 'unanswerable' ? (turn += 1) % 2 : null);
    const { skill } = rows.finish();
    // (5/9 - 0) / (1 - 0)
    expect(skill).toMatchObject({ value: 5 / 9, n: 9, note: expect.stringContaining('against first-choice at 0.0000') as string });
  });
});
