import { type BenchmarkItem, benchmarkItemSchema, createSeededRandom, type RunManifest } from '@medstream/schema';
import { callsOf, expectedOutput, formatAsReply, scoreItem, summariseScores } from '@medstream/metrics';

import { createDetailsCollector } from '../details/run-details.js';
import type { ReportRun } from '../report-run.js';

const PHASES = ['Preparation', 'Calot triangle dissection', 'Clipping and cutting', 'Gallbladder dissection'];

/** What a test says of a generated run; the rest is filled in. */
export interface RunFacts {
  items: number;
  model?: string;
  /** Share of right replies; default 0.6. */
  skill?: number;
  seed?: number;
  maxItems?: number;
  /** What a wrong reply says. */
  wrong?: string;
}

/** A scored run over generated items of all modes: the figures are those of the library. */
export function makeRun({ items: count, model = 'demo:one', skill = 0.6, seed = 1, maxItems, wrong = 'uncertain' }: RunFacts): Required<Pick<ReportRun, 'manifest' | 'summary' | 'details'>> {
  const random = createSeededRandom(seed, `report/${model}`);
  const items = Array.from({ length: count }, (_, index) => makeItem(index));
  const collector = createDetailsCollector(maxItems === undefined ? {} : { maxItems });
  const scores = items.map((item, itemIndex) => {
    const replies = callsOf(item).calls.map(({ round }, index) => {
      const raw = random.nextUnit() < skill ? formatAsReply(expectedOutput(item, round === null ? null : index) ?? '') : wrong;
      return { round, status: 'ok' as const, raw, frames: [String((7 * itemIndex + index) % 10).repeat(64)], latency_ms: 400 + random.nextIndex(900), usage: { input_tokens: 800 + random.nextIndex(200), output_tokens: 4 }, cached: false };
    });
    const score = scoreItem({ item, replies });
    collector.add({ item, score, replies });
    return score;
  });
  const jobs = items.reduce((sum, item) => sum + callsOf(item).calls.length, 0);
  return { manifest: makeManifest(model, items.length, jobs), summary: summariseScores({ items, scores, jobs, seed: 1, leakAudit: { jobs, violations: 0 } }), details: collector.finish() };
}

function makeItem(index: number): BenchmarkItem {
  const answer = PHASES[index % PHASES.length] as string;
  const dataset = ['Cholec80', 'HeiChole', 'Kvasir-Capsule', 'PitVis'][index % 4] as string;
  const organ = ['gallbladder', 'gallbladder', 'small bowel', 'pituitary'][index % 4] as string;
  const common = {
    sample_id: `item-${String(index).padStart(5, '0')}`,
    dataset,
    organ,
    video_id: `video${index % 40}`,
    case_id: `${dataset}/video${index % 40}`,
    media_path: `${dataset}/video${index % 40}.mp4`,
    label_source: ['original_annotation', 'directory_label', 'model_assisted'][index % 3],
    question_type: 'closed',
    choices: PHASES,
    answer,
    response_protocol: 'unanswerable | answer',
    tolerance_sec: 2,
  };
  const times = [10, 20, 30, 40, 50].map((time) => time + (index % 3));
  const from = 1 + (index % 5);
  const makeRounds = (silent: string, due: string) => times.map((time, round) => ({ round: round + 1, current_time: time, input_range: [0, time], expected_output: round < from ? silent : due, answerable: round >= from }));
  const streaming = { task_mode: 'streaming', query_time: 0, context_window_sec: 0, input_range: [0, times.at(-1)] };
  switch (index % 8) {
    case 0:
      return benchmarkItemSchema.parse({ ...common, ...streaming, task: 'phase_next', temporal_mode: 'future', question: 'Which phase comes next?', rounds: makeRounds('unanswerable', answer) });
    case 1:
      return benchmarkItemSchema.parse({ ...common, ...streaming, task: 'tool_alert', temporal_mode: 'proactive', question_type: 'open', question: 'Warn when a clip applier appears.', choices: undefined, answer: undefined, reference_answer: 'alert: clip applier', response_protocol: 'no_alert | uncertain | alert: <reason>', rounds: makeRounds('no_alert', 'alert: clip applier appears') });
    default: {
      const isPast = index % 8 < 4;
      const windowSec = [8, 30, 120][index % 3] as number;
      return benchmarkItemSchema.parse({ ...common, task: isPast ? 'phase_before' : 'phase_now', task_mode: 'single_turn', temporal_mode: isPast ? 'retrospective' : 'present', question: isPast ? 'Which phase was shown before?' : 'Which phase is shown?', query_time: 200, context_window_sec: windowSec, input_range: [200 - windowSec, 200] });
    }
  }
}

function makeManifest(model: string, items: number, jobs: number): RunManifest {
  return {
    schema_version: 1,
    protocol: 'medstream-1',
    versions: { engine: '0.1.0', ffmpeg: '5.1' },
    model,
    model_settings: { temperature: 0, max_output_tokens: 512 },
    judge: null,
    seed: 1,
    sampling: { period_sec: 2, max_frames: null, image: 'JPEG quality 90' },
    off_protocol: [],
    data: [{ file: 'items.jsonl', sha256: 'a'.repeat(64), items }],
    items,
    jobs,
    plan_parts: {},
    plan_hash: 'b'.repeat(64),
    uploads_allowed: [],
  };
}
