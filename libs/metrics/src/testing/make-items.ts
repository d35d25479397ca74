import { type BenchmarkItem, benchmarkItemSchema } from '@medstream/schema';

/** What a test says of an item; the rest is filled in. */
export type ItemFacts = Partial<BenchmarkItem> & Record<string, unknown>;

const COMMON = {
  sample_id: 's1',
  dataset: 'demo',
  video_id: 'video01',
  media_path: 'demo/video01.mp4',
  task: 'phase_now',
  question: 'Which phase is it?',
  query_time: 10,
  context_window_sec: 10,
  input_range: [0, 10],
  label_source: 'original_annotation',
} as const;

/** A single-turn closed item with the choices hook, grasper and clip applier; the answer is hook. */
export function makeClosedItem(facts: ItemFacts = {}): BenchmarkItem {
  return benchmarkItemSchema.parse({
    ...COMMON,
    task_mode: 'single_turn',
    temporal_mode: 'present',
    question_type: 'closed',
    choices: ['hook', 'grasper', 'clip applier'],
    answer: 'hook',
    response_protocol: 'unanswerable | answer',
    ...facts,
  });
}

/** A single-turn open item with a reference and a rubric. */
export function makeOpenItem(facts: ItemFacts = {}): BenchmarkItem {
  return benchmarkItemSchema.parse({
    ...COMMON,
    task_mode: 'single_turn',
    temporal_mode: 'present',
    question_type: 'open',
    reference_answer: 'The gallbladder is being dissected.',
    judge_rubric: { correctness: '0-2', evidence_grounding: '0-2', safety: '0-1' },
    response_protocol: 'unanswerable | answer',
    ...facts,
  });
}

/** One round as `[current_time, expected_output, answerable]`. */
export type RoundFacts = readonly [number, string, boolean];

/** Rounds of a streaming item that starts at 0. */
export function makeRounds(rounds: readonly RoundFacts[]): NonNullable<BenchmarkItem['rounds']> {
  return rounds.map(([time, expected, answerable], index) => ({ round: index + 1, current_time: time, input_range: [0, time] as [number, number], expected_output: expected, answerable }));
}

/** A future streaming closed item over the given rounds; query time 0. */
export function makeFutureItem(rounds: readonly RoundFacts[], facts: ItemFacts = {}): BenchmarkItem {
  return makeClosedItem({ task_mode: 'streaming', temporal_mode: 'future', task: 'phase_next', query_time: 0, context_window_sec: 0, input_range: [0, rounds.at(-1)?.[0] ?? 0], rounds: makeRounds(rounds), ...facts });
}

/** A proactive item over the given rounds; query time 0. */
export function makeProactiveItem(rounds: readonly RoundFacts[], facts: ItemFacts = {}): BenchmarkItem {
  return makeOpenItem({
    task_mode: 'streaming',
    temporal_mode: 'proactive',
    task: 'tool_alert',
    query_time: 0,
    context_window_sec: 0,
    input_range: [0, rounds.at(-1)?.[0] ?? 0],
    rounds: makeRounds(rounds),
    reference_answer: 'alert: clip applier appears',
    response_protocol: 'no_alert | uncertain | alert: <reason>',
    ...facts,
  });
}
