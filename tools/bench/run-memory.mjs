// Runs a plan of many jobs with a model in this process and a run folder on disk, and says how much memory it took.
// The heap grows as the command lets it (bin/medstream-eval.js).
//   npm run bench:run-memory [-- --jobs N --frames N --out FILE.json]     decides nothing
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { executeRun, planRun } from '@medstream/evaluation';

const { describeFolder } = await import(new URL('../../apps/inference-engine/dist/compose-run-folder.js', import.meta.url).href);
const here = dirname(fileURLToPath(import.meta.url));
const { values: flags } = parseArgs({
  options: {
    jobs: { type: 'string', default: '100000' },
    frames: { type: 'string', default: '16' },
    out: { type: 'string', default: join(here, '..', '..', 'tmp', 'bench-run-memory.json') },
  },
});
const wanted = Number(flags.jobs);
const framesOfJob = Number(flags.frames);
/** Streaming items of the paper have 3,369 rounds in 756 items; they are 14 % of all items. */
const ROUNDS = 4;
const STREAMING_EVERY = 7;
/** Jobs over one recording, which are sampled together. */
const ITEMS_OF_VIDEO = 100;
const megabytes = (bytes) => Math.round(bytes / 1e6);

const answerer = {
  kind: 'model',
  ask: async () => ({ status: 'ok', text: 'Calot triangle dissection', usage: { input_tokens: 1000, output_tokens: 4 }, latencyMs: 1, attempts: 1 }),
  checkReachable: async () => undefined,
  sampleMedia: async ({ mediaPath, jobs }) => new Map(jobs.map(({ jobId, targetsMicros }) => [jobId, { frames: targetsMicros.map((micros) => ({ requested: micros / 1e6, pts: micros / 1e6, sha256: createHash('sha256').update(`${mediaPath} ${micros}`).digest('hex') })) }])),
  readFrame: async () => ({ bytes: new Uint8Array(1), mediaType: 'image/jpeg' }),
  hasFrame: async () => true,
  cache: { get: async () => undefined, put: async () => undefined },
  endpoint: null,
};

const report = { node: process.version, load_at_start: Number(loadavg()[0].toFixed(2)), frames_of_job: framesOfJob, phases: {} };
const folder = mkdtempSync(join(tmpdir(), 'medstream-bench-run-memory-'));
try {
  note('start');
  const plan = makePlan();
  Object.assign(report, { jobs: plan.jobs.length, items: plan.items.length });
  note('planned');
  await run(plan, { resume: false, name: 'run' });
  await run(plan, { resume: true, name: 'resumed' });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
report.peak_rss_mb = Math.round(process.resourceUsage().maxRSS / 1024);
report.load_at_end = Number(loadavg()[0].toFixed(2));
const text = `${JSON.stringify(report, null, 2)}\n`;
mkdirSync(dirname(flags.out), { recursive: true });
writeFileSync(flags.out, text);
process.stdout.write(text);

/** Heap after a collection where the process may collect (node --expose-gc), and the resident size. */
function note(phase, seconds) {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  report.phases[phase] = { ...(globalThis.gc === undefined ? {} : { heap_mb: megabytes(heapUsed) }), rss_mb: megabytes(rss), ...(seconds === undefined ? {} : { seconds }) };
}

async function run(plan, { resume, name }) {
  const started = performance.now();
  let answered = 0;
  const onEvent = (event) => {
    if (event.kind !== 'answered') return;
    answered += 1;
    if (answered === plan.jobs.length) note(`${name}: all answered`);
  };
  await executeRun(plan, { folder: describeFolder(join(folder, 'run')), answerer, onEvent, startReport }, { resume, retryErrors: false, concurrency: 64 });
  note(`${name}: ended`, Number(((performance.now() - started) / 1000).toFixed(1)));
}

function startReport() {
  return { add: () => undefined, render: async () => '' };
}

function makePlan() {
  return planRun({
    items: makeItems(),
    data: [],
    model: { name: 'bench:model', settings: {}, looksAtFrames: true },
    sampling: { maxFrames: framesOfJob, image: { quality: 90, maxSide: 1024 }, decoderVersions: {} },
    selection: { limit: null, filters: [] },
    seed: 1,
    uploadsAllowed: [],
    engineVersion: 'bench',
  });
}

function makeItems() {
  const items = [];
  for (let jobs = 0; jobs < wanted; ) {
    const index = items.length;
    const isStreaming = index % STREAMING_EVERY === 0;
    items.push(isStreaming ? makeStreamingItem(index) : makeSingleItem(index));
    jobs += isStreaming ? ROUNDS : 1;
  }
  return items;
}

function makeSingleItem(index) {
  const video = `video${String(Math.floor(index / ITEMS_OF_VIDEO)).padStart(5, '0')}`;
  return {
    ...{ sample_id: `cholec80-${video}-${String(index).padStart(7, '0')}`, dataset: 'cholec80', video_id: video, media_path: `videos/${video}.mp4`, organ: 'gallbladder' },
    ...{ task: 'phase_now', task_mode: 'single_turn', temporal_mode: 'present', question_type: 'closed', question: 'Which phase of the operation is shown at the end of the window?' },
    ...{ choices: ['Preparation', 'Calot triangle dissection', 'Clipping and cutting', 'Gallbladder dissection'], answer: 'Preparation' },
    ...{ query_time: 60 + index % 1000, context_window_sec: 30, input_range: [30 + index % 1000, 60 + index % 1000], response_protocol: 'unanswerable | answer', label_source: 'original_annotation' },
  };
}

function makeStreamingItem(index) {
  const { answer, ...common } = makeSingleItem(index);
  const start = 10;
  const rounds = Array.from({ length: ROUNDS }, (_, round) => ({ round: round + 1, current_time: 60 + 20 * round, input_range: [start, 60 + 20 * round], expected_output: round < 2 ? 'unanswerable' : answer, answerable: round >= 2 }));
  return { ...common, task: 'phase_next', task_mode: 'streaming', temporal_mode: 'future', query_time: start, input_range: [start, rounds.at(-1).current_time], answer, rounds };
}
