import { BASELINE_NAMES, createBaseline } from '@medstream/metrics';
import { listEvidenceWindows } from '@medstream/sampling';
import { type BenchmarkItem, RESPONSE_PROTOCOLS, type RunManifest, type Summary } from '@medstream/schema';

import { RUN_FILES } from './run-files.js';
import { scoreFolder } from './score-folder.js';
import { MemoryRunFolder } from './testing/memory-run-folder.js';

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

/** The summary of a run of `baseline:NAME`, or of another model that says the same. */
async function summariseRun(name: string, { model = `baseline:${name}`, asked = items }: { model?: string; asked?: readonly BenchmarkItem[] } = {}): Promise<Summary> {
  const answer = createBaseline(name, { items, seed: 1 });
  const folder = new MemoryRunFolder();
  const jobs = asked.flatMap((item) =>
    listEvidenceWindows(item).map(({ round }, index) => ({ job_id: `${item.sample_id}${index}`, sample_id: item.sample_id, ...(round === null ? {} : { round }), media_path: item.media_path, input_range: item.input_range, targets: [], prompt_hash: 'a'.repeat(64) })),
  );
  await folder.writeRecords(RUN_FILES.items, asked);
  await folder.writeRecords(RUN_FILES.jobs, jobs);
  await folder.writeRecords(
    RUN_FILES.predictions,
    jobs.map(({ job_id, sample_id, round }) => {
      const raw = answer(asked.find((item) => item.sample_id === sample_id) as BenchmarkItem, round ?? null);
      return { job_id, sample_id, ...(round === undefined ? {} : { round }), status: 'ok', raw, frames: [], model, attempts: 1, latency_ms: null, usage: null, cached: false };
    }),
  );
  return scoreFolder({ folder, manifest: { model, judge: null, seed: 1 } as RunManifest, startReport: () => ({ add: () => undefined, render: async () => '' }) });
}

describe('the run of a policy', () => {
  it.each([...BASELINE_NAMES])('baseline:%s has the figures of its row in every table', async (name) => {
    const summary = await summariseRun(name);
    const row = summary.baselines[name];
    expect(summary.unscored).toEqual({});
    expect({ value: summary.overall.value, n: summary.overall.n }).toEqual({ value: row?.overall.value, n: row?.overall.n });
    for (const [mode, figures] of Object.entries(summary.modes)) expect(figures.content.value).toBe(row?.modes[mode]?.content.value);
  });

  it('needs no judge, where the open answer of a model waits for one', async () => {
    const asked = items.filter(({ sample_id }) => sample_id === 'c');
    expect((await summariseRun('majority', { asked })).unscored).toEqual({});
    expect((await summariseRun('majority', { asked, model: 'demo:test' })).unscored).toEqual({ no_judge: 1 });
  });
});
