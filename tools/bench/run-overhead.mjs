// Says what a run takes for a call beyond what the server takes: against a loop of bare fetch calls that send bodies of the
// same length to the same server, in turns.
//   npm run bench:run-overhead [-- --jobs N --frames N --picture-kb N --delay-ms N --rounds N --concurrency N,N,… --out FILE.json]     decides nothing
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { executeRun, planRun } from '@medstream/evaluation';
import { createModel, createRateControl } from '@medstream/models';
import { openBlobStore, openReplyCache } from '@medstream/store';

import { medianOf, writeResult } from './run-measured.mjs';

const { describeFolder } = await import(new URL('../../apps/inference-engine/dist/compose-run-folder.js', import.meta.url).href);
const here = dirname(fileURLToPath(import.meta.url));
const { values: flags } = parseArgs({
  options: {
    jobs: { type: 'string', default: '1000' },
    frames: { type: 'string', default: '4' },
    'picture-kb': { type: 'string', default: '40' },
    'delay-ms': { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '1,8,32' },
    out: { type: 'string', default: join(here, '..', '..', 'tmp', 'bench-run-overhead.json') },
  },
});
const [jobs, frames, pictureBytes, delayMs, rounds] = ['jobs', 'frames', 'picture-kb', 'delay-ms', 'rounds'].map((name) => Number(flags[name]) * (name === 'picture-kb' ? 1024 : 1));

const folder = mkdtempSync(join(tmpdir(), 'medstream-bench-run-overhead-'));
const server = spawn(process.execPath, [join(here, 'overhead-server.mjs'), String(delayMs)], { stdio: ['ignore', 'pipe', 'inherit'] });
const baseUrl = `http://127.0.0.1:${String((await once(server.stdout, 'data'))[0]).trim()}/v1`;
const result = { node: process.version, jobs, frames_of_job: frames, picture_kb: pictureBytes / 1024, server_ms: delayMs, rounds, load_at_start: Number(loadavg()[0].toFixed(2)), concurrency: {} };
try {
  const blobs = openBlobStore(join(folder, 'frames'));
  const pictures = await Promise.all(Array.from({ length: frames }, () => blobs.put(randomBytes(pictureBytes))));
  let runs = 0;
  for (const concurrency of flags.concurrency.split(',').map(Number)) {
    const [bare, engine] = [[], []];
    // the first of each is not counted: code is compiled and connections are opened
    for (let round = 0; round <= rounds; round += 1) {
      bare.push(await measure(() => askBarely(concurrency)));
      engine.push(await measure((clock) => askByEngine({ clock, concurrency, blobs, pictures, out: join(folder, `run-${(runs += 1)}`) })));
    }
    const [bareMs, engineMs] = [bare, engine].map((measured) => medianOf(measured.slice(1).map(({ wallMs }) => wallMs)) / jobs);
    const [bareCpuMs, engineCpuMs] = [bare, engine].map((measured) => medianOf(measured.slice(1).map(({ cpuMs }) => cpuMs)) / jobs);
    const round2 = (value) => Number(value.toFixed(2));
    result.concurrency[concurrency] = { bare_ms_a_call: round2(bareMs), engine_ms_a_call: round2(engineMs), overhead_ms_a_call: round2(engineMs - bareMs), rest_ms_a_call: round2(medianOf(engine.slice(1).map(({ restMs }) => restMs)) / jobs), bare_cpu_ms: round2(bareCpuMs), engine_cpu_ms: round2(engineCpuMs) };
  }
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
await writeResult(result, flags.out);

/** `work` is told how to begin and to end what counts; the rest of a run is its plan, scores and page. */
async function measure(work) {
  const began = performance.now();
  let [started, cpu, ended] = [began, process.cpuUsage(), null];
  const begin = () => void ([started, cpu] = [performance.now(), process.cpuUsage()]);
  const end = () => {
    const { user, system } = process.cpuUsage(cpu);
    ended = { wallMs: performance.now() - started, cpuMs: (user + system) / 1000 };
  };
  await work({ begin, end });
  if (ended === null) end();
  return { ...ended, restMs: performance.now() - began - ended.wallMs };
}

/** The least that asks the same: a body with pictures of the same length for every call, and its reply parsed. */
async function askBarely(concurrency) {
  const picture = randomBytes(pictureBytes);
  let left = jobs;
  const askOn = async () => {
    while (left > 0) {
      left -= 1;
      const content = [{ type: 'text', text: 'x'.repeat(900) }, ...Array.from({ length: frames }, () => ({ type: 'image_url', image_url: { url: `data:image/jpeg;base64,${picture.toString('base64')}` } }))];
      const response = await fetch(`${baseUrl}/chat/completions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ model: 'm', temperature: 0, max_tokens: 512, messages: [{ role: 'user', content }] }) });
      await response.json();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, askOn));
}

/** A whole run without its decoding; what counts are ledgers, calls, cache and results on the disk. */
async function askByEngine({ clock, concurrency, blobs, pictures, out }) {
  const model = createModel('openai:m', { baseUrl, decodeImage: async () => Promise.reject(new Error('decodes nothing')), rateControl: createRateControl({ maxInFlight: concurrency, startInFlight: concurrency }) });
  const cache = openReplyCache(join(out, '..', `cache-${concurrency}-${out.split('-').at(-1)}`));
  const answerer = {
    kind: 'model',
    ask: (request) => model.generate(request),
    checkReachable: (signal) => model.checkReachable(signal),
    sampleMedia: async ({ jobs: sampled }) => new Map(sampled.map(({ jobId, targetsMicros }) => [jobId, { frames: targetsMicros.map((micros, index) => ({ requested: micros / 1e6, pts: micros / 1e6, sha256: pictures[index % pictures.length] })) }])),
    readFrame: async (sha256) => ({ bytes: await blobs.get(sha256), mediaType: 'image/jpeg' }),
    hasFrame: (sha256) => blobs.has(sha256),
    cache,
    endpoint: model.endpoint,
  };
  const plan = planRun({
    items: Array.from({ length: jobs }, (_, index) => makeItem(index)),
    data: [],
    model: { name: model.name, settings: { ...model.settings }, looksAtFrames: true },
    sampling: { maxFrames: frames, image: { quality: 90, maxSide: 1024 }, decoderVersions: {} },
    selection: { limit: null, filters: [] },
    seed: 1,
    uploadsAllowed: [],
    engineVersion: 'bench',
  });
  let left = jobs;
  const onEvent = ({ kind }) => {
    if (kind === 'planned') clock.begin();
    if (kind === 'answered' && (left -= 1) === 0) clock.end();
  };
  await executeRun(plan, { folder: describeFolder(out), answerer, onEvent, startReport: () => ({ add: () => undefined, render: async () => '' }) }, { resume: false, retryErrors: false, concurrency });
}

function makeItem(index) {
  return {
    ...{ sample_id: `item-${String(index).padStart(6, '0')}`, dataset: 'set', video_id: 'one', media_path: 'one.mp4', task: 'phase_now', task_mode: 'single_turn', temporal_mode: 'present', question_type: 'closed' },
    ...{ question: `Which phase of the operation is shown in view ${index}?`, choices: ['Cutting', 'Washing'], answer: 'Washing', query_time: 60, context_window_sec: 30, input_range: [30, 60] },
    ...{ response_protocol: 'unanswerable | answer', label_source: 'original_annotation' },
  };
}
