import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { createMediaReader, DEFAULT_PICTURE_FORMAT, findFfmpeg } from '@medstream/media';
import { openBlobStore } from '@medstream/store';

// node sample-jobs.mjs CLIP JOBS.json: samples all jobs as a run does, with a new store; prints what it took as JSON
const [clip, jobsFile] = process.argv.slice(2);
const jobs = JSON.parse(readFileSync(jobsFile, 'utf8'));
const store = mkdtempSync(join(tmpdir(), 'medstream-bench-store-'));
try {
  const ffmpeg = await findFfmpeg({ ffmpegPath: process.env.FFMPEG_PATH });
  const blobs = openBlobStore(store);
  const reader = createMediaReader({ ffmpeg, saveFrame: (bytes) => blobs.put(bytes) });
  const started = performance.now();
  const results = await reader.sampleMedia({ root: dirname(clip), mediaPath: basename(clip), mediaType: 'video', timeUnit: 'seconds', image: DEFAULT_PICTURE_FORMAT, jobs });
  const failed = [...results.values()].find((result) => 'error' in result);
  if (failed !== undefined) throw failed.error;
  const ledgers = [...results.values()].map(({ frames }) => frames);
  const report = {
    seconds: (performance.now() - started) / 1000,
    frames: ledgers.reduce((sum, { length }) => sum + length, 0),
    different: new Set(ledgers.flat().map(({ pts }) => pts)).size,
    // kibibytes on every system Node runs on
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
    cpuSeconds: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
} finally {
  rmSync(store, { recursive: true, force: true });
}
