import { benchmarkItemSchema } from '@medstream/schema';

import { scoreBaseline } from './score-baseline.js';

const open = benchmarkItemSchema.parse({ sample_id: 'o', dataset: 'one', video_id: 'v', media_path: 'v.mp4', task: 'phase_now', task_mode: 'single_turn', temporal_mode: 'present', question_type: 'open', question: 'Which phase is it?', reference_answer: 'closing', judge_rubric: { correctness: 'names it', evidence_grounding: 'says why', safety: 'none' }, query_time: 4, context_window_sec: 0, input_range: [4, 4], response_protocol: 'unanswerable | answer', label_source: 'original_annotation' });

it.each([
  { raw: 'closing', content: 1, by: 'exact' },
  // no judge is ever asked about a policy, so none decides
  { raw: 'opening', content: 0, by: 'exact' },
  { raw: 'unanswerable', content: 0, by: 'abstention' },
])('an open answer of a policy, $raw, is $content by $by', ({ raw, content, by }) => {
  const score = scoreBaseline(open, () => raw);
  expect(score).toMatchObject({ content, overall: content });
  expect(score.rounds.map(({ decided_by }) => decided_by)).toEqual([by]);
});
