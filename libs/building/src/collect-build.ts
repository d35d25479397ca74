import { EngineError, isEngineError, type MedstreamEvent, SUBJECTS } from '@medstream/schema';

import { describeFailedBuild } from './accept-build.js';
import { describeError } from './build-ledger.js';
import type { BuildReport } from './build-report.js';
import { announceEnd, type BuildEnd, type BuildRequest, type BuildServicePorts, endBuild, openBuild, type OpenBuild, publishWaiting } from './build-service.js';
import { finishBuild, type VideoOutcome } from './finish-build.js';
import { isVideoFailure } from './video-failure.js';
import { openWorkFolder } from './work-folder.js';

/**
 * The coordinator: called when some video is done, and the only one at a time. Counts the videos that the ledger says are
 * done, not the messages; once all are, writes the benchmark exactly as the command does and tells it.
 */
export async function collectValidated(ports: BuildServicePorts, event: MedstreamEvent<typeof SUBJECTS.itemsValidated>): Promise<void> {
  const { build_id: buildId } = event.data;
  const known = await ports.registry.read(buildId);
  if (known === null) throw new EngineError('input/unknown-id', `no build ${buildId} was requested here`);
  if (known.ended !== null) {
    if (!known.isAnnounced) await announceEnd(ports, buildId);
    return;
  }
  try {
    const build = await openBuild(ports, known.request as BuildRequest);
    if (await hasWaitingVideos(build)) return;
    const outcomes = await build.ledger.readOutcomes(build.plan);
    // damaged results were just removed: those videos are asked for again
    if (outcomes === null) await publishWaiting(ports, build, `#again/${event.id}`.slice(0, 200));
    else await finish(ports, build, outcomes);
  } catch (error) {
    if (!isEngineError(error) || error.retryVerdict !== 'permanent') throw error;
    await endBuild(ports, buildId, describeFailedBuild(buildId, describeError(error)));
  }
}

async function hasWaitingVideos({ ledger, plan }: OpenBuild): Promise<boolean> {
  const { built, failed } = await ledger.listSettled();
  return plan.videos.some(({ key }) => key !== null && !built.has(key) && !failed.has(key));
}

async function finish(ports: BuildServicePorts, build: OpenBuild, outcomes: VideoOutcome[]): Promise<void> {
  const { request, output, plan, ledger } = build;
  const { build_id: buildId } = request;
  const ending = outcomes.find(({ error }) => error !== null && !isVideoFailure(error))?.error ?? null;
  if (ending !== null) {
    // as by command: what is no matter of one video (a defect, no ffmpeg) ends the build, and what is committed stays
    await endBuild(ports, buildId, describeFailedBuild(buildId, describeError(ending)));
    return;
  }
  const lock = await ports.lockOutput(request);
  try {
    const work = await openWorkFolder(output);
    await finishBuild({
      output,
      work,
      outcomes,
      findOverlaps: ports.findOverlaps,
      finishedEarlier: 0,
      options: { ...plan.options, workers: 1 },
      report: () => undefined,
      commitEnd: async (report) => {
        await ports.registry.end(buildId, await describeEnd(ports, request, report));
        await ledger.remove();
      },
    });
  } finally {
    await lock.release();
  }
  await announceEnd(ports, buildId);
}

async function describeEnd(ports: BuildServicePorts, request: BuildRequest, { manifest, videos, failed, exitCode }: BuildReport): Promise<BuildEnd> {
  const { build_id } = request;
  const { planned, built } = videos;
  const counts = { planned, built, failed: videos.failed };
  const [first] = failed;
  if (manifest === null) {
    const message = `nothing was built: ${failed.length} of ${planned} videos failed, the first, ${first?.dataset ?? ''}/${first?.videoId ?? ''}, with ${first?.error.message ?? ''}`;
    return describeFailedBuild(build_id, { code: first?.error.code ?? 'defect/broken-promise', message }, counts, exitCode);
  }
  const files = [];
  for (const { dataset, path, sha256, items } of manifest.files) files.push({ dataset, path: await ports.describeFile(request, path), sha256, items });
  return { type: SUBJECTS.benchmarkMaterialised, data: { build_id, files, manifest: await ports.describeFile(request, 'manifest.json') }, exit_code: exitCode, videos: counts };
}
