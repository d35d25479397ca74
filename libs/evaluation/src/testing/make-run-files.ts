import { type BenchmarkItem, createSeededRandom, type Job, type Prediction, RESPONSE_PROTOCOLS, type RunManifest, stringifyJsonLine } from '@medstream/schema';

import { RUN_FILES } from '../run-files.js';

const HASH = 'a'.repeat(64);
const CHOICES = ['Cutting', 'Washing', 'Packing'];

/** The texts of the final files of a run over drawn items of every kind, in order, with replies right, wrong, unreadable and missing. Of eight cases: no interval is estimable, so that a test takes no time over them. */
export function makeRunFiles(count: number, seed = 1): Map<string, string> {
  const random = createSeededRandom(seed, 'testing/run-files');
  const [items, jobs, predictions]: [BenchmarkItem[], Job[], Prediction[]] = [[], [], []];
  for (let index = 0; index < count; index += 1) {
    const item = makeItem(`s${String(index).padStart(6, '0')}`, (bound) => random.nextIndex(bound));
    items.push(item);
    for (const round of item.rounds ?? [null]) {
      const place = { job_id: `job-${jobs.length}`, sample_id: item.sample_id, ...(round === null ? {} : { round: round.round }) };
      jobs.push({ ...place, media_path: item.media_path, input_range: round?.input_range ?? item.input_range, targets: [0, 2], prompt_hash: HASH });
      const right = round?.expected_output ?? item.reference_answer ?? String(item.answer);
      const raw = random.pick([right, right, 'Washing', 'unanswerable', 'no such words', `<think>${index}</think>${right}`]);
      if (random.nextIndex(20) === 0) continue;
      predictions.push({ ...place, status: 'ok', raw, value: raw, frames: [HASH], model: 'demo:test', attempts: 1, latency_ms: 800, usage: { input_tokens: 900, output_tokens: null }, cached: false });
    }
  }
  const manifest: RunManifest = {
    schema_version: 1,
    protocol: 'medstream-1',
    versions: {},
    model: 'demo:test',
    model_settings: {},
    judge: null,
    seed: 1,
    sampling: { period_sec: 2, max_frames: null, image: 'none' },
    off_protocol: [],
    data: [],
    items: items.length,
    jobs: jobs.length,
    plan_parts: {},
    plan_hash: HASH,
    uploads_allowed: [],
  };
  const write = (records: readonly unknown[]): string => records.map((record) => `${stringifyJsonLine(record)}\n`).join('');
  return new Map([
    [RUN_FILES.manifest, stringifyJsonLine(manifest)],
    [RUN_FILES.items, write(items)],
    [RUN_FILES.jobs, write(jobs)],
    [RUN_FILES.predictions, write(predictions)],
    [RUN_FILES.frames, ''],
  ]);
}

function makeItem(sampleId: string, draw: (bound: number) => number): BenchmarkItem {
  const dataset = `set${draw(5)}`;
  const item = {
    sample_id: sampleId,
    dataset,
    video_id: `video${draw(9)}`,
    case_id: `case${draw(8)}`,
    organ: `organ${draw(3)}`,
    media_path: `${dataset}/video.mp4`,
    task: `task_${draw(3)}`,
    task_mode: 'single_turn',
    temporal_mode: draw(2) === 0 ? 'present' : 'retrospective',
    question_type: 'closed',
    question: 'Which phase is it?',
    choices: CHOICES,
    answer: CHOICES[draw(3)] ?? 'Cutting',
    query_time: 60,
    context_window_sec: 30,
    input_range: [30, 60],
    response_protocol: RESPONSE_PROTOCOLS.answer,
    label_source: 'original_annotation',
  } as const satisfies BenchmarkItem;
  const kind = draw(5);
  if (kind === 0) return { ...item, question_type: 'open', choices: undefined, answer: undefined, reference_answer: `The surgeon is ${item.answer}.` };
  if (kind < 3) return item;
  const [silent, due] = kind === 3 ? ['unanswerable', item.answer] : ['no_alert', 'alert: smoke'];
  const [rounds, from] = [2 + draw(3), draw(5)];
  const streaming: BenchmarkItem = {
    ...item,
    task_mode: 'streaming',
    temporal_mode: 'future',
    query_time: 0,
    context_window_sec: 0,
    input_range: [0, 10 * rounds],
    rounds: Array.from({ length: rounds }, (_, index) => ({ round: index + 1, current_time: 10 * (index + 1), input_range: [0, 10 * (index + 1)], expected_output: index < from ? silent : due, answerable: index >= from })),
  };
  if (kind === 3) return streaming;
  return { ...streaming, temporal_mode: 'proactive', question_type: 'open', choices: undefined, answer: undefined, reference_answer: 'alert: smoke', response_protocol: RESPONSE_PROTOCOLS.alert };
}
