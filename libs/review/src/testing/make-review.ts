import { type BenchmarkItem, benchmarkItemSchema } from '@medstream/schema';

import type { ReviewPicture, ReviewPorts } from '../export-review.js';

/** A closed present item; the rest as a test says. */
export function makeItem(id: string, facts: Record<string, unknown> = {}): BenchmarkItem {
  return benchmarkItemSchema.parse({
    sample_id: id,
    dataset: 'secretset',
    video_id: 'video01',
    case_id: `secretcase/${id}`,
    media_path: 'video01.mp4',
    task: 'tool_present',
    task_mode: 'single_turn',
    temporal_mode: 'present',
    question_type: 'closed',
    question: 'Which tool is in use?',
    choices: ['grasper', 'hook', 'clipper'],
    answer: 'hook',
    query_time: 10,
    context_window_sec: 4,
    input_range: [6, 10],
    response_protocol: 'unanswerable | answer',
    evidence: 'the label says hook',
    label_source: 'model_assisted',
    ...facts,
  });
}

/** Facts of an open item with this reference. */
export function openFacts(reference: string): Record<string, unknown> {
  return { question_type: 'open', choices: undefined, answer: undefined, reference_answer: reference, judge_rubric: { correctness: 'c', evidence_grounding: 'e', safety: 's' } };
}

/** Facts of a streaming item asked at 4, 6, 8, 10 s, with the evidence from 8 s on. */
export function streamingFacts(mode: 'future' | 'proactive'): Record<string, unknown> {
  const [before, from] = mode === 'future' ? ['unanswerable', 'hook'] : ['no_alert', 'alert: the hook is there'];
  return {
    task_mode: 'streaming',
    temporal_mode: mode,
    ...(mode === 'proactive' ? { ...openFacts('alert'), response_protocol: 'no_alert | uncertain | alert: <reason>' } : {}),
    query_time: 2,
    context_window_sec: 0,
    input_range: [2, 10],
    rounds: [4, 6, 8, 10].map((time, index) => ({ round: index + 1, current_time: time, input_range: [2, time], expected_output: time < 8 ? before : from, answerable: time >= 8 })),
    expected_response_time: 8,
    tolerance_sec: 2,
  };
}

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** A picture at each end of the window. */
export function makePictures(ends: readonly number[]): ReviewPicture[] {
  return ends.map((pts, index) => ({ sha256: String(index % 10).repeat(64), address: PIXEL, pts }));
}

/** Pictures of every window. */
export const somePictures: ReviewPorts = { readPictures: async (_, { startMicros, endMicros }) => makePictures([startMicros / 1e6, endMicros / 1e6]) };
