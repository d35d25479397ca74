import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { findFfmpeg } from '@medstream/media';

import { CLIP, prepareClip, prepareLongClip } from './bench-clip.mjs';
import { countDecoded, listFrames, listSpans, planJob, planMixedJobs, planSpreadJobs } from './frames-work.mjs';
import { measureProcess } from './measure-process.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: {
    // runs of everything in turn; figures are medians of them
    pairs: { type: 'string', default: '5' },
    // PyAV takes two minutes for the jobs of the first work
    'pyav-pairs': { type: 'string' },
    // every n-th job only, its time scaled by what the windows last: PyAV's time is a sum over jobs
    'pyav-every': { type: 'string', default: '4' },
    only: { type: 'string', default: 'mixed,window,spread' },
    python: { type: 'string', default: '/usr/bin/python3' },
    out: { type: 'string', default: join(here, '..', '..', 'tmp', 'bench-frames.json') },
  },
});
const pairCount = Number(values.pairs);
const pyavPairs = Number(values['pyav-pairs'] ?? values.pairs);
const parts = values.only.split(',');

const { path: ffmpeg, version } = await findFfmpeg({ ffmpegPath: process.env.FFMPEG_PATH });
const clip = prepareClip(ffmpeg);
const pyav = findPyav();
if (pyav === null) console.error('PyAV is absent, so nothing is compared with it: apt-get install -y --no-install-recommends python3-av');

const report = { ffmpeg: version, node: process.version, pyav, pairs: pairCount, cores: availableParallelism(), processor: cpus()[0]?.model ?? 'unknown', loadAtStart: loadavg()[0], results: {} };

if (parts.includes('mixed')) {
  const jobs = planMixedJobs(CLIP.durationSec);
  const frames = listFrames(jobs, CLIP.fps);
  const spans = listSpans(frames, CLIP.gop);
  const work = { jobs: jobs.length, jobFrames: jobs.reduce((sum, { targetsMicros }) => sum + targetsMicros.length, 0), different: frames.length, decoded: countDecoded(spans) };
  report.results.mixed = { ...work, ...measurePairs({ jobs, spans, clip, pyavEvery: Number(values['pyav-every']) }) };
}
if (parts.includes('window')) {
  const jobs = [planJob('window', 600.4e6, 900.4e6)];
  report.results.window = measurePairs({ jobs, spans: listSpans(listFrames(jobs, CLIP.fps), CLIP.gop), clip });
}
if (parts.includes('spread')) {
  // 120 windows need as many pictures of two hours as of half an hour, and take as long; 1,000 need six times as many
  const long = prepareLongClip(ffmpeg, clip);
  report.results.spread = [];
  const works = [
    { windows: 120, clip, durationSec: CLIP.durationSec },
    { windows: 120, clip: long, durationSec: CLIP.durationSec * 4 },
    { windows: 1000, clip: long, durationSec: CLIP.durationSec * 4 },
  ];
  for (const { windows, clip: file, durationSec } of works) {
    const jobs = planSpreadJobs(windows, durationSec);
    const spans = listSpans(listFrames(jobs, CLIP.fps), CLIP.gop);
    const pairs = windows < 1000 ? Math.min(pairCount, 3) : pairCount;
    report.results.spread.push({ windows, durationSec, decoded: countDecoded(spans), ...measurePairs({ jobs, spans, clip: file, pairs, pyavPairs: windows < 1000 ? 0 : 1, pyavEvery: 20 }) });
  }
}
report.loadAtEnd = loadavg()[0];
mkdirSync(dirname(values.out), { recursive: true });
writeFileSync(values.out, `${JSON.stringify(report, null, 2)}\n`);
console.log(JSON.stringify(report, null, 2));

/** Runs in turn, so that what else the machine does falls on all. */
function measurePairs({ jobs, spans, clip, pairs: count = pairCount, pyavPairs: pyavCount = pyavPairs, pyavEvery = 1 }) {
  const pairs = [];
  for (let run = 0; run < Math.max(count, pyavCount); run += 1) {
    const pair = { load: loadavg()[0] };
    if (run < count) {
      pair.floor = timeFloor(clip, spans);
      pair.total = sample(clip, jobs);
    }
    if (pyav !== null && run < pyavCount) pair.pyav = timePyav(clip, jobs, pyavEvery);
    pairs.push(pair);
    console.error(JSON.stringify(pair));
  }
  const ratios = (of, to, what) => median(pairs.filter((pair) => pair[of] !== undefined && pair[to] !== undefined).map((pair) => pair[of][what] / pair[to][what]));
  const medianOf = (name, what) => median(pairs.map((pair) => pair[name]?.[what]).filter((value) => value !== undefined));
  return {
    pairs,
    seconds: { total: medianOf('total', 'seconds'), floor: medianOf('floor', 'seconds'), pyav: medianOf('pyav', 'seconds') },
    cpuSeconds: { total: medianOf('total', 'cpuSeconds'), floor: medianOf('floor', 'cpuSeconds'), pyav: medianOf('pyav', 'cpuSeconds') },
    peakMegabytes: medianOf('total', 'peakMegabytes'),
    totalToFloor: { seconds: ratios('total', 'floor', 'seconds'), cpuSeconds: ratios('total', 'floor', 'cpuSeconds') },
    pyavToTotal: { seconds: ratios('pyav', 'total', 'seconds'), cpuSeconds: ratios('pyav', 'total', 'cpuSeconds') },
  };
}

function sample(file, jobs) {
  const { output, seconds, cpuSeconds } = measureProcess(process.execPath, [join(here, 'sample-jobs.mjs'), file, writeWork(jobs)]);
  return { seconds, cpuSeconds, peakMegabytes: JSON.parse(output).peakMegabytes };
}

function timeFloor(file, spans) {
  const { seconds, cpuSeconds } = measureProcess(process.execPath, [join(here, 'run-floor.mjs'), writeWork({ ffmpeg, clip: file, spans, fps: CLIP.fps })]);
  return { seconds, cpuSeconds };
}

function timePyav(file, allJobs, pyavEvery) {
  const jobs = allJobs.filter((_, index) => index % pyavEvery === 0);
  const lengthOf = (list) => list.reduce((sum, { targetsMicros }) => sum + targetsMicros.at(-1) - targetsMicros[0], 0);
  const { output, seconds, cpuSeconds } = measureProcess(values.python, [join(here, 'sample-jobs-pyav.py'), file, writeWork(jobs)]);
  const asked = jobs.reduce((sum, { targetsMicros }) => sum + targetsMicros.length, 0);
  const { frames } = JSON.parse(output);
  if (frames !== asked) throw new Error(`PyAV gave ${frames} of ${asked} frames`);
  const scale = lengthOf(allJobs) / lengthOf(jobs);
  return { seconds: seconds * scale, cpuSeconds: cpuSeconds * scale };
}

function writeWork(work) {
  const file = join(tmpdir(), 'medstream-bench', `work-${process.pid}.json`);
  writeFileSync(file, JSON.stringify(work));
  return file;
}

function findPyav() {
  const child = spawnSync(values.python, ['-c', 'import av; print(av.__version__)'], { encoding: 'utf8' });
  return child.status === 0 ? child.stdout.trim() : null;
}

/** Null of nothing. */
function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  if (sorted.length === 0) return null;
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
