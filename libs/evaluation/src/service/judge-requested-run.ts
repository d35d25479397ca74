import type { EventData, SUBJECTS } from '@medstream/schema';

import { isWhole } from './collect-run.js';
import { finishRun, tellAgain } from './finish-run.js';
import { findOpenRun } from './infer-job.js';
import type { OpenRuns } from './open-runs.js';
import type { RunServicePorts } from './service-ports.js';

export interface JudgingDelivery {
  data: EventData[typeof SUBJECTS.judgingRequested];
  /** Aborted when the service gives up waiting for work in hand. */
  signal: AbortSignal;
}

/**
 * Has a run marked whose replies are all there, and ends it. Several runs are at it at a time, each under the lock of its
 * folder; a message that comes again finds the verdicts that were kept and asks only for the rest.
 *
 * @throws EngineError `store/locked` while another process marks the same run: the message comes again and finds it ended
 */
export async function judgeRequestedRun(ports: RunServicePorts, runs: OpenRuns, { data: { run_id: runId }, signal }: JudgingDelivery): Promise<void> {
  const run = await findOpenRun(ports, runs, runId);
  if (run === null) return tellAgain(ports, runs, runId);
  // a message from before the queue was rebuilt: who collects the missing results asks for the judge again
  if (!(await isWhole(run))) return;
  await finishRun(ports, run, signal);
  runs.forget(runId);
}
