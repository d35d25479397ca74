import { isEngineError } from '@medstream/schema';

import { announceEnd, describeReason, failRun } from './announce-end.js';
import { type OpenRuns, parseRequest } from './open-runs.js';
import type { RunEnd, RunServicePorts } from './service-ports.js';
import { takeUpRun } from './take-up-run.js';

/**
 * Brings back what the broker lost (reliability.md, rule 1): ends that were not told are told, and when the queue is empty
 * every open run gets its missing jobs asked for again. While anything is queued or in work nothing counts as lost.
 */
export async function reconcileRuns(ports: RunServicePorts, runs: OpenRuns): Promise<void> {
  const waiting: string[] = [];
  for (const runId of await ports.registry.listOpen()) {
    const entry = await ports.registry.read(runId);
    if (entry === null) continue;
    if (entry.ended === null) {
      waiting.push(runId);
      continue;
    }
    await (await ports.openFolder(parseRequest(entry.request))).ledger.remove();
    await announceEnd(ports, runId, entry.ended as RunEnd);
    runs.forget(runId);
  }
  if (waiting.length === 0) return;
  const { isIdle, mark } = await ports.readQueue();
  if (!isIdle) return;
  for (const runId of waiting) await bringBack(ports, runId, mark);
}

async function bringBack(ports: RunServicePorts, runId: string, mark: string): Promise<void> {
  const entry = await ports.registry.read(runId);
  if (entry === null || entry.ended !== null) return;
  try {
    await takeUpRun(ports, parseRequest(entry.request), mark);
  } catch (error) {
    if (isEngineError(error, 'store/locked')) return;
    if (!isEngineError(error) || error.retryVerdict !== 'permanent') throw error;
    await failRun(ports, runId, describeReason(error));
  }
}
