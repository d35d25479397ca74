// node run-in-process.mjs ITEMS RUN FRAMES: plans the items and runs them, or takes the run up, with a model in this process. Prints phases.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';

import { createItemList, executeRun, planRun } from '@medstream/evaluation';
import { indexBenchmarkItems } from '@medstream/store';

const { describeFolder } = await import(new URL('../../apps/inference-engine/dist/compose-run-folder.js', import.meta.url).href);
const [file, folder, frames] = process.argv.slice(2);
const phases = {};
const started = performance.now();
const note = (phase) => void (phases[phase] = { rss_mb: Math.round(process.memoryUsage.rss() / 1e6), seconds: Number(((performance.now() - started) / 1000).toFixed(1)) });

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

const indexed = await indexBenchmarkItems([file], { onProblem: ({ message }) => { throw new Error(message); } });
note('read');
const plan = planRun({
  items: createItemList(indexed.length, (index) => indexed.read(index)),
  data: [],
  model: { name: 'bench:model', settings: {}, looksAtFrames: true },
  sampling: { maxFrames: Number(frames), image: { quality: 90, maxSide: 1024 }, decoderVersions: {} },
  selection: { limit: null, filters: [] },
  seed: 1,
  uploadsAllowed: [],
  engineVersion: 'bench',
});
note('planned');
let pending = null;
const onEvent = (event) => {
  if (event.kind === 'planned') pending = event.pending;
  if (event.kind === 'answered' && (pending -= 1) === 0) note('answered');
};
await executeRun(plan, { folder: describeFolder(folder), answerer, onEvent, startReport: () => ({ add: () => undefined, render: async () => '' }) }, { resume: existsSync(folder), retryErrors: false, concurrency: 64 });
note('ended');
process.stdout.write(JSON.stringify({ jobs: plan.jobs.length, phases }));
