import { EngineError, type Prediction, predictionSchema } from '@medstream/schema';

import { finaliseRun } from '../finalise-run.js';
import { RUN_FILES } from '../run-files.js';
import type { RunRecords } from '../run-state.js';
import { announceEnd } from './announce-end.js';
import { type OpenRun, type OpenRuns, parseRequest, readLedgers } from './open-runs.js';
import type { RunEnd, RunServicePorts } from './service-ports.js';

/**
 * Writes the final files of a run as the command does, with the verdicts of its judge, commits its end and tells it.
 *
 * @throws EngineError `store/locked` while another process does so
 */
export async function finishRun(ports: RunServicePorts, { request, plan }: OpenRun, signal: AbortSignal): Promise<void> {
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

/** A message of a run that has ended: whoever ended it that died may not have told it, nor tidied up. */
export async function tellAgain(ports: RunServicePorts, runs: OpenRuns, runId: string): Promise<void> {
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
