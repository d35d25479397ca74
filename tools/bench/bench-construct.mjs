// Parses and constructs 80 videos of cholec80 size against a pandas script that only reads the same files, in pairs.
//   npm run bench:construct [-- --videos N --pairs N --python FILE --out FILE.json]     needs python3 with pandas; decides nothing
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { medianOf, runMeasured, writeResult } from './run-measured.mjs';
import { writeCholec80Labels } from './write-cholec80-labels.mjs';

const { values: flags } = parseArgs({ options: { videos: { type: 'string', default: '80' }, pairs: { type: 'string', default: '5' }, python: { type: 'string' }, out: { type: 'string' } } });
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const root = mkdtempSync(join(tmpdir(), 'medstream-bench-construct-'));
try {
  const rows = writeCholec80Labels(root, { videos: Number(flags.videos) });
  // the system's own where another comes first on the path: Debian's package is for that one
  const candidates = flags.python === undefined ? ['python3', '/usr/bin/python3'] : [flags.python];
  const python = candidates.find((name) => spawnSync(name, ['-c', 'import pandas']).status === 0);
  const hasPandas = python !== undefined;
  if (!hasPandas) process.stderr.write(`${candidates.join(', ')}: no pandas (Debian: apt-get install python3-pandas): only this engine is measured\n`);
  const construct = () => runMeasured(process.execPath, [here('./construct-videos.mjs'), root]);
  const read = () => runMeasured(python, [here('./read-labels-pandas.py'), root]);
  // the files are in memory for whoever comes second, so both are run once unmeasured
  const { output } = await construct();
  const pandas = hasPandas ? JSON.parse((await read()).output) : null;
  const pairs = [];
  for (let pair = 0; pair < Number(flags.pairs); pair += 1) {
    // within a pair now one, now the other comes first
    const isOursFirst = pair % 2 === 0;
    const first = isOursFirst || !hasPandas ? await construct() : await read();
    const second = !hasPandas ? null : isOursFirst ? await read() : await construct();
    pairs.push(isOursFirst || !hasPandas ? { ours: first, theirs: second } : { ours: second, theirs: first });
  }
  if (pandas !== null && pandas.rows !== rows.phase + rows.tool) throw new Error(`pandas read ${pandas.rows} rows of ${rows.phase + rows.tool}`);
  const describe = (runs) => ({ seconds: round(medianOf(runs.map(({ seconds }) => seconds))), cpu_seconds: round(medianOf(runs.map(({ cpuSeconds }) => cpuSeconds))), peak_rss_mb: Math.max(...runs.map(({ peakMb }) => peakMb)) });
  const result = {
    ...JSON.parse(output),
    phase_rows: rows.phase,
    tool_rows: rows.tool,
    pairs: pairs.length,
    parse_and_construct: describe(pairs.map(({ ours }) => ours)),
    pandas_reads_only: hasPandas ? { version: pandas.pandas, ...describe(pairs.map(({ theirs }) => theirs)) } : null,
    ratio_median_of_pairs: hasPandas ? round(medianOf(pairs.map(({ ours, theirs }) => ours.seconds / theirs.seconds))) : null,
    cpu_ratio_median_of_pairs: hasPandas ? round(medianOf(pairs.map(({ ours, theirs }) => ours.cpuSeconds / theirs.cpuSeconds))) : null,
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
