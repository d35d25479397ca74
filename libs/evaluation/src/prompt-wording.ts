import { type BenchmarkItem, hashJson, RESPONSE_PROTOCOLS } from '@medstream/schema';

import { buildPrompt, PROMPT_VERSION } from './build-prompt.js';

const example: BenchmarkItem = {
  sample_id: 'wording',
  dataset: 'wording',
  video_id: 'wording',
  media_path: 'wording.mp4',
  task: 'wording',
  task_mode: 'single_turn',
  temporal_mode: 'present',
  question_type: 'closed',
  question: 'question',
  choices: ['one', 'two'],
  answer: 'one',
  query_time: 4,
  context_window_sec: 4,
  input_range: [0, 4],
  response_protocol: RESPONSE_PROTOCOLS.answer,
  label_source: 'original_annotation',
};

/** One item of every kind that the wording tells apart. */
const examples: BenchmarkItem[] = [
  example,
  { ...example, answer: ['one'] },
  { ...example, task_mode: 'streaming', temporal_mode: 'future' },
  { ...example, question_type: 'open', choices: undefined },
  { ...example, question_type: 'open', choices: undefined, task_mode: 'streaming', temporal_mode: 'proactive', response_protocol: RESPONSE_PROTOCOLS.alert },
  { ...example, response_protocol: RESPONSE_PROTOCOLS.json },
  { ...example, media_path: 'wording.png' },
  { ...example, media_path: 'wording', time_unit: 'frames' },
];

/** SHA-256 of what models read apart from the items: changes with the wording even where its version was forgotten. */
export function hashPromptWording(): string {
  return hashJson([PROMPT_VERSION, ...examples.map((item) => buildPrompt(item, { round: null, startMicros: 0, endMicros: 4_000_000 }))]);
}
