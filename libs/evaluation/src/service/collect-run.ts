import { type EventData, SUBJECTS } from '@medstream/schema';

import { finishRun, tellAgain } from './finish-run.js';
import { findOpenRun } from './infer-job.js';
import { type OpenRun, type OpenRuns } from './open-runs.js';
import type { RunServicePorts } from './service-ports.js';

type JobData = EventData[(typeof SUBJECTS)['jobCompleted']];

/** A count of many results takes a while: at most this share of the time goes into counting. */
const COUNTING_SHARE = 0.05;

/** Decides when to count; the last message in the queue always does. */
export interface CountingPace {
  isDue(runId: string, pendingCount: number): boolean;
  took(runId: string, milliseconds: number): void;
}

/** @param now milliseconds */
export function createCountingPace(now: () => number): CountingPace {
  const next = new Map<string, number>();
  return {
    isDue: (runId, pendingCount) => pendingCount === 0 || now() >= (next.get(runId) ?? 0),
    took: (runId, milliseconds) => void next.set(runId, now() + milliseconds / COUNTING_SHARE - milliseconds),
  };
}

export interface Collection {
  data: JobData;
  /** Messages that wait behind this one. */
  pendingCount: number;
  pace: CountingPace;
  /** Milliseconds. */
  now: () => number;
  /** Aborted when the service gives up waiting for work in hand. */
  signal: AbortSignal;
}

/**
 * Counts the distinct committed results of a run (never messages) and, when none is missing, writes the final files as the
 * command does, commits the end and tells it. Runs in one coordinator at a time: the durable hands out one message, so that
 * a run that a judge has to mark goes to a stage of its own and holds nobody here.
 */
export async function collectRun(ports: RunServicePorts, runs: OpenRuns, { data, pendingCount, pace, now, signal }: Collection): Promise<void> {
  const runId = data.run_id;
  const run = await findOpenRun(ports, runs, runId);
  if (run === null) return tellAgain(ports, runs, runId);
  if (!pace.isDue(runId, pendingCount)) return;
  const beganMs = now();
  const isComplete = await isWhole(run);
  pace.took(runId, now() - beganMs);
  if (!isComplete) return;
  if (isJudged(run)) return requestJudging(ports, run);
  await finishRun(ports, run, signal);
  runs.forget(runId);
}

/** Whether every job has a committed result, or is left out because its run was stopped. */
export async function isWhole({ plan, ledger, budget }: OpenRun): Promise<boolean> {
  const committed = new Set([...(await ledger.listJobIds()), ...(budget === null ? [] : await ledger.listSkipped())]);
  for (const jobId of plan.jobs.ids) if (!committed.has(jobId)) return false;
  return true;
}

/** No judge is called for a policy that looks at no picture. */
function isJudged({ request: { judge, model } }: OpenRun): boolean {
  return judge !== undefined && !model.startsWith('baseline:');
}

/** Asked for once: the broker drops a second request, and one that it lost comes with the next look for lost work. */
async function requestJudging(ports: RunServicePorts, { request: { run_id: runId, out } }: OpenRun): Promise<void> {
  await ports.publish({ type: SUBJECTS.judgingRequested, id: `judging-requested/${runId}`, runId, data: { run_id: runId, out } });
}
