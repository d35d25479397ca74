import { isEngineError } from '@medstream/schema';

import { startBuild } from './accept-build.js';
import { openBuildLedger } from './build-ledger.js';
import { announceEnd, type BuildRequest, type BuildServicePorts } from './build-service.js';

/** What a reconcile pass remembers from one time to the next: how much of each build was done, and since when. */
export type BuildProgress = Map<string, { settled: number; sinceMs: number }>;

export interface ReconcileOptions {
  /** Becomes part of the message ids; services that look at the same time use the same, so that the broker stores one. */
  round: string;
  /** Whether the broker holds no work at all: then what is not done is lost to it. */
  isQueueIdle: boolean;
  nowMs: number;
  /** A build that moves by nothing for so long is asked for again though the broker holds work (of other builds, perhaps). */
  stalledAfterMs: number;
  progress: BuildProgress;
}

/**
 * Makes the broker disposable (reliability.md, rule 1): every build that was taken up and has not ended is looked at in
 * the ledger, and what the broker lost of it is asked for again; an end that was not told is told.
 *
 * @returns the builds that were asked for again
 */
export async function reconcileBuilds(ports: BuildServicePorts, options: ReconcileOptions): Promise<string[]> {
  const revived: string[] = [];
  const open = await ports.registry.listOpen();
  for (const buildId of options.progress.keys()) if (!open.includes(buildId)) options.progress.delete(buildId);
  for (const buildId of open) {
    try {
      if (await reviveBuild(ports, buildId, options)) revived.push(buildId);
    } catch (error) {
      // one build must not keep the others from being looked at; the next pass looks again
      ports.note('a build could not be looked at', { build_id: buildId, code: isEngineError(error) ? error.code : 'defect/broken-promise', reason: (error as Error).message });
    }
  }
  return revived;
}

async function reviveBuild(ports: BuildServicePorts, buildId: string, options: ReconcileOptions): Promise<boolean> {
  const known = await ports.registry.read(buildId);
  if (known === null) return false;
  if (known.ended !== null) {
    await announceEnd(ports, buildId);
    return true;
  }
  const request = known.request as BuildRequest;
  if (!options.isQueueIdle && !(await isStalled(ports, request, options))) return false;
  await startBuild(ports, request, `#${options.round}`);
  return true;
}

async function isStalled(ports: BuildServicePorts, request: BuildRequest, { progress, nowMs, stalledAfterMs }: ReconcileOptions): Promise<boolean> {
  const { built, failed } = await openBuildLedger(await ports.openOutput(request), request.build_id).listSettled();
  const settled = built.size + failed.size;
  const before = progress.get(request.build_id);
  if (before?.settled !== settled) {
    progress.set(request.build_id, { settled, sinceMs: nowMs });
    return false;
  }
  if (nowMs - before.sinceMs < stalledAfterMs) return false;
  progress.set(request.build_id, { settled, sinceMs: nowMs });
  return true;
}
