import { EngineError, type EventData, type Prediction, predictionSchema, type SUBJECTS } from '@medstream/schema';

import { finaliseRun } from '../finalise-run.js';
import { RUN_FILES } from '../run-files.js';
import type { RunRecords } from '../run-state.js';
import { announceEnd } from './announce-end.js';
import { findOpenRun } from './infer-job.js';
import { type OpenRun, type OpenRuns, parseRequest, readLedgers } from './open-runs.js';
import type { RunEnd, RunServicePorts } from './service-ports.js';

type JobData = EventData[typeof SUBJECTS.jobCompleted];

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
 * command does, commits the end and tells it. Runs in one coordinator at a time: the durable hands out one message.
 */
export async function collectRun(ports: RunServicePorts, runs: OpenRuns, { data, pendingCount, pace, now, signal }: Collection): Promise<void> {
  const runId = data.run_id;
  const run = await findOpenRun(ports, runs, runId);
  if (run === null) return tellAgain(ports, runs, runId);
  if (!pace.isDue(runId, pendingCount)) return;
  const beganMs = now();
  const committed = new Set(await run.ledger.listJobIds());
  pace.took(runId, now() - beganMs);
  for (const jobId of run.plan.jobs.ids) if (!committed.has(jobId)) return;
  await finish(ports, run, signal);
  runs.forget(runId);
}

async function finish(ports: RunServicePorts, { request, plan }: OpenRun, signal: AbortSignal): Promise<void> {
  const { run_id: runId } = request;
  const end = await ports.withLock(request, async ({ folder, ledger }) => {
    const ledgers = readLedgers(await ledger.readFrames());
    const state: RunRecords = { readPrediction: async (jobId) => readPrediction(await ledger.readResult(jobId), jobId), readLedger: async (jobId) => ledgers.get(jobId) };
    const judging = await ports.composeJudging(request);
    const { summary } = await finaliseRun({ plan, manifest: plan.manifest, state, ports: { folder, startReport: ports.startReport, judging }, signal });
    const data = {
      run_id: runId,
      summary: await ports.describeFile(request, RUN_FILES.summary),
      report: await ports.describeFile(request, RUN_FILES.report),
      incomplete: summary.incomplete,
    };
    const committed = await ports.registry.end(runId, { kind: 'completed', data } satisfies RunEnd);
    // until the end is committed a new start has to find the results
    await ledger.remove();
    ports.onEvent(request, { kind: 'done', summary });
    return committed as RunEnd;
  });
  // with the folder tidy and free: whoever hears it may want to work there
  await announceEnd(ports, runId, end);
}

/** A message of a run that has ended: a coordinator that died may not have told it, nor tidied up. */
async function tellAgain(ports: RunServicePorts, runs: OpenRuns, runId: string): Promise<void> {
  const entry = await ports.registry.read(runId);
  if (entry === null) return;
  if (!entry.isAnnounced) await announceEnd(ports, runId, entry.ended as RunEnd);
  await (await ports.openFolder(parseRequest(entry.request))).ledger.remove();
  runs.forget(runId);
}

function readPrediction(value: unknown, jobId: string): Prediction {
  const parsed = predictionSchema.safeParse(value);
  if (parsed.success && parsed.data.job_id === jobId) return parsed.data;
  throw new EngineError('store/corrupt', `the committed result of ${jobId} cannot be read`, { hint: 'the file was changed from outside; send the request again into a new folder' });
}
