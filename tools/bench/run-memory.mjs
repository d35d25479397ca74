// Says how much memory runs of growing size take: the command against a model server on this machine, and the run loop in a
// process of its own with 16 frames a call and streaming items. No flags of node: as a user starts it.
//   npm run bench:run-memory [-- --jobs N,N,… --command-jobs N,N,… --frames N --out FILE.json]     decides nothing
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { encodePlainPicture } from '@medstream/media';

import { writeRunItems } from './run-items.mjs';
import { runMeasured, writeResult } from './run-measured.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const bin = join(here, '..', '..', 'apps', 'inference-engine', 'bin', 'medstream-eval.js');
const { values: flags } = parseArgs({
  options: {
    jobs: { type: 'string', default: '10000,100000' },
    'command-jobs': { type: 'string', default: '10000,100000' },
    frames: { type: 'string', default: '16' },
    out: { type: 'string', default: join(here, '..', '..', 'tmp', 'bench-run-memory.json') },
  },
});
const sizesOf = (text) => text.split(',').filter((size) => size !== '').map(Number);
const folder = mkdtempSync(join(tmpdir(), 'medstream-bench-run-memory-'));
const server = spawn(process.execPath, [join(here, 'overhead-server.mjs'), '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const baseUrl = `http://127.0.0.1:${String((await once(server.stdout, 'data'))[0]).trim()}/v1`;
const result = { node: process.version, frames_of_job: Number(flags.frames), load_at_start: Number(loadavg()[0].toFixed(2)), in_process: {}, command: {} };
try {
  for (const jobs of sizesOf(flags.jobs)) result.in_process[jobs] = await measureInProcess(jobs);
  for (const jobs of sizesOf(flags['command-jobs'])) result.command[jobs] = await measureCommand(jobs);
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
result.load_at_end = Number(loadavg()[0].toFixed(2));
await writeResult(result, flags.out);

async function measureInProcess(jobs) {
  const work = join(folder, `process-${jobs}`);
  const items = `${work}.jsonl`;
  await writeRunItems(items, { jobs });
  const run = () => runMeasured(process.execPath, [join(here, 'run-in-process.mjs'), items, work, flags.frames]);
  const measured = { run: describe(await run()), resumed: describe(await run()) };
  rmSync(work, { recursive: true });
  return measured;
}

/** The server answers at once: what is measured is the engine. */
async function measureCommand(jobs) {
  const work = join(folder, `command-${jobs}`);
  mkdirSync(work);
  const [items, out] = [join(work, 'items.jsonl'), join(work, 'run')];
  writeFileSync(join(work, 'still.png'), (await encodePlainPicture({ red: 200, green: 60, blue: 60 })).bytes);
  await writeRunItems(items, { jobs, stillPath: 'still.png' });
  const evaluate = async (...args) => describe(await runMeasured(process.execPath, [bin, ...args]));
  const run = ['run', '--data', items, '--media-root', work, '--model', 'openai:bench', '--base-url', baseUrl, '--out', out, '--cache', join(work, 'cache'), '--concurrency', '32', '--no-canary'];
  const measured = {
    plan: await evaluate('plan', '--data', items, '--model', 'openai:bench', '--base-url', baseUrl),
    run: await evaluate(...run),
    resumed: await evaluate(...run, '--resume'),
    score: await evaluate('score', out),
  };
  rmSync(work, { recursive: true });
  return measured;
}

function describe({ seconds, peakMb, cpuSeconds, output }) {
  const printed = /^\{"jobs"/.test(output) ? JSON.parse(output) : {};
  return { peak_rss_mb: peakMb, cpu_seconds: cpuSeconds, seconds: Number(seconds.toFixed(1)), ...printed };
}
