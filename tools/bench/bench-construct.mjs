// Parses and constructs 80 videos of cholec80 size, in one thread and in as many as `build` would start, against a pandas script
// that only reads the same files, in turns.
//   npm run bench:construct [-- --videos N --rounds N --threads N --python FILE --out FILE.json]     needs python3 with pandas; decides nothing
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { medianOf, runMeasured, writeResult } from './run-measured.mjs';
import { writeCholec80Labels } from './write-cholec80-labels.mjs';

const { values: flags } = parseArgs({ options: { videos: { type: 'string', default: '80' }, rounds: { type: 'string', default: '5' }, threads: { type: 'string', default: String(availableParallelism()) }, python: { type: 'string' }, out: { type: 'string' } } });
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const root = mkdtempSync(join(tmpdir(), 'medstream-bench-construct-'));
try {
  const rows = writeCholec80Labels(root, { videos: Number(flags.videos) });
  // the system's own where another comes first on the path: Debian's package is for that one
  const candidates = flags.python === undefined ? ['python3', '/usr/bin/python3'] : [flags.python];
  const python = candidates.find((name) => spawnSync(name, ['-c', 'import pandas']).status === 0);
  const hasPandas = python !== undefined;
  if (!hasPandas) process.stderr.write(`${candidates.join(', ')}: no pandas (Debian: apt-get install python3-pandas): only this engine is measured\n`);
  const threads = Number(flags.threads);
  const construct = (count) => runMeasured(process.execPath, [here('./construct-videos.mjs'), root, String(count)]);
  const read = () => runMeasured(python, [here('./read-labels-pandas.py'), root]);
  // the files are in memory for whoever comes second, so all are run once unmeasured
  const { output } = await construct(threads);
  const pandas = hasPandas ? JSON.parse((await read()).output) : null;
  if (pandas !== null && pandas.rows !== rows.phase + rows.tool) throw new Error(`pandas read ${pandas.rows} rows of ${rows.phase + rows.tool}`);
  const contestants = [['one', () => construct(1)], ...(threads > 1 ? [['several', () => construct(threads)]] : []), ...(hasPandas ? [['pandas', read]] : [])];
  const rounds = [];
  for (let round = 0; round < Number(flags.rounds); round += 1) {
    const runs = {};
    // each comes first in its turn
    for (let turn = 0; turn < contestants.length; turn += 1) {
      const [name, run] = contestants[(round + turn) % contestants.length];
      runs[name] = await run();
    }
    rounds.push(runs);
  }
  const describe = (name) => {
    const runs = rounds.map((each) => each[name]);
    return { seconds: round(medianOf(runs.map(({ seconds }) => seconds))), cpu_seconds: round(medianOf(runs.map(({ cpuSeconds }) => cpuSeconds))), peak_rss_mb: Math.max(...runs.map(({ peakMb }) => peakMb)) };
  };
  const compare = (name) => (hasPandas ? { ratio_to_pandas: round(medianOf(rounds.map((each) => each[name].seconds / each.pandas.seconds))), cpu_ratio_to_pandas: round(medianOf(rounds.map((each) => each[name].cpuSeconds / each.pandas.cpuSeconds))) } : {});
  const result = {
    ...JSON.parse(output),
    phase_rows: rows.phase,
    tool_rows: rows.tool,
    rounds: rounds.length,
    parse_and_construct_1_thread: { ...describe('one'), ...compare('one') },
    ...(threads > 1 ? { [`parse_and_construct_${threads}_threads`]: { ...describe('several'), ...compare('several') } } : {}),
    pandas_reads_only: hasPandas ? { version: pandas.pandas, ...describe('pandas') } : null,
    node: process.version,
    cpus: cpus().length,
    load_1_min: round(loadavg()[0]),
  };
  await writeResult(result, flags.out);
} finally {
  rmSync(root, { recursive: true, force: true });
}

function round(value) {
  return Number(value.toFixed(2));
}
