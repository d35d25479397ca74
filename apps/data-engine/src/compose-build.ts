import { buildBenchmark, type BuildPorts, type BuildSource, runVideoStages } from '@medstream/building';
import { stringifyJsonDocument } from '@medstream/schema';
import { findOverlaps } from '@medstream/sources';
import { lockFolder } from '@medstream/store';
import { watchInterrupts } from '@medstream/store/interrupts';

import { EMPTY_CONFIG, readBuildConfig } from './build-config.js';
import type { BuildFlags } from './commands/build.js';
import { composeOutputFolder } from './compose-output-folder.js';
import { composeStages, type StageOptions, type StageSettings } from './compose-stages.js';
import { readEnvironment } from './config.js';
import { openBuildSource } from './open-build-source.js';
import { createInputReader } from './read-video-inputs.js';
import { reportBuildAsJson, reportBuildAsText } from './report-build.js';
import { resolveBuild } from './resolve-build.js';
import { createBuildProgress } from './show-build-progress.js';
import { listMediaVersions, listVersions } from './versions.js';
import { openVideoWorkerPool } from './video-worker-pool.js';

/** Runs the command `build` from flags to report; returns what it ends with. */
export async function runBuild(flags: BuildFlags): Promise<number> {
  const config = flags.config === undefined ? EMPTY_CONFIG : await readBuildConfig(flags.config);
  const resolved = await resolveBuild(flags, config);
  const { ffmpegPath, cacheFolder } = readEnvironment();
  const settings: StageSettings = { ffmpegPath, cacheFolder };
  const progress = await createBuildProgress(process.stderr);
  const interruption = watchInterrupts(() => progress.note('stopping; again to stop at once'));
  const runner = openRunner(settings, { workers: resolved.workers, signal: interruption.signal, onLookedThrough: progress.lookedThrough });
  // a thread is ended at once: its video is built anew when the build goes on
  interruption.signal.addEventListener('abort', () => void runner.close());
  const lock = await lockFolder(flags.out);
  try {
    const ports: BuildPorts = {
      listVideos: listVideosOf,
      findOverlaps,
      describeInputs: createInputReader(),
      runVideo: runner.run,
      output: composeOutputFolder(flags.out),
      report: progress.report,
    };
    const options = { ...resolved, versions: listVersions(), mediaVersions: await listMediaVersions(settings), signal: interruption.signal };
    const report = await buildBenchmark(ports, options);
    progress.stop();
    if (flags.json === true) process.stdout.write(stringifyJsonDocument(reportBuildAsJson(report)));
    process.stderr.write(reportBuildAsText(report, flags.out));
    return report.exitCode;
  } finally {
    progress.stop();
    interruption.stop();
    await runner.close();
    await lock.release();
  }
}

/** Lists the videos of a source below its folders. */
export async function listVideosOf(source: BuildSource): ReturnType<BuildPorts['listVideos']> {
  return openBuildSource(source).listVideos(source.root, { mediaRoot: source.mediaRoot });
}

interface Runner {
  run: BuildPorts['runVideo'];
  close: () => Promise<void>;
}

/** One video at a time needs no thread. */
function openRunner(settings: StageSettings, { workers, signal, onLookedThrough }: Required<StageOptions> & { workers: number }): Runner {
  if (workers > 1) return openVideoWorkerPool(settings, workers, onLookedThrough);
  const stages = composeStages(settings, { signal, onLookedThrough });
  return { run: (task) => runVideoStages(stages, task), close: async () => undefined };
}
