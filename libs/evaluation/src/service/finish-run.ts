import { EngineError, isEngineError, type Prediction, predictionSchema, type Summary } from '@medstream/schema';

import { finaliseRun, type FinishedRun } from '../finalise-run.js';
import { noteJudgeSpending } from '../note-judge-spending.js';
import type { SpentTotals } from '../ports.js';
import { RUN_FILES } from '../run-files.js';
import type { RunRecords } from '../run-state.js';
import { announceEnd, describeReason } from './announce-end.js';
import { readLedgers } from './keep-samples.js';
import { type OpenRun, type OpenRuns, parseRequest } from './open-runs.js';
import type { RunEnd, RunServicePorts, StopReason } from './service-ports.js';

/**
 * Writes the final files of a run as the command does, with the verdicts of its judge, commits its end and tells it.
 *
 * @throws EngineError `store/locked` while another process does so
 */
export async function finishRun(ports: RunServicePorts, { request, plan, budget }: OpenRun, signal: AbortSignal): Promise<void> {
  const { run_id: runId } = request;
  const end = await ports.withLock(request, async ({ folder, ledger }) => {
    const ledgers = readLedgers(await ledger.readFrames());
    const state: RunRecords = { readPrediction: async (jobId) => readPrediction(await ledger.readResult(jobId), jobId), readLedger: async (jobId) => ledgers.get(jobId) };
    const bill = budget === null ? null : await budget.readTotals();
    // what died with its worker may have been billed
    const judging = await ports.composeJudging(request, bill === null ? 0 : bill.spentUsd + bill.reservedUsd);
    const finished = { plan, manifest: plan.manifest, state, signal };
    const { summary, judge, stop } = await finishJudged(finished, { folder, startReport: ports.startReport, judging });
    const stopped = budget === null ? null : ((await ledger.readStop()) ?? stop);
    const data = {
      run_id: runId,
      summary: await ports.describeFile(request, RUN_FILES.summary),
      report: await ports.describeFile(request, RUN_FILES.report),
      incomplete: summary.incomplete || stopped !== null,
      ...(bill === null ? {} : { spent: { cost_usd: bill.spentUsd + (judge?.costUsd ?? 0), calls: bill.calls + (judge?.calls ?? 0) } }),
      ...(stopped === null ? {} : { stopped: { ...stopped } }),
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

/** Where the limit of costs is reached while the judge marks, the run ends without its verdicts; those that are kept are paid for once. */
async function finishJudged(finished: Omit<FinishedRun, 'ports'>, ports: FinishedRun['ports']): Promise<{ summary: Summary; judge: SpentTotals | null; stop: StopReason | null }> {
  const judging = ports.judging ?? null;
  const spending = judging?.source.kind === 'model' ? judging.source.spending : undefined;
  try {
    if (judging !== null && spending !== undefined) await noteJudgeSpending(ports.folder, judging);
    const { summary } = await finaliseRun({ ...finished, ports });
    return { summary, judge: spending?.totals ?? null, stop: null };
  } catch (error) {
    if (!isEngineError(error, 'run/cost-limit')) throw error;
    const { summary } = await finaliseRun({ ...finished, ports: { ...ports, judging: null } });
    return { summary, judge: spending?.totals ?? null, stop: describeReason(error) };
  }
}

/** A message of a run that has ended: whoever ended it that died may not have told it, nor tidied up. */
export async function tellAgain(ports: RunServicePorts, runs: OpenRuns, runId: string): Promise<void> {
  const entry = await ports.registry.read(runId);
  if (entry === null) return;
  if (!entry.isAnnounced) await announceEnd(ports, runId, entry.ended as RunEnd);
  await (await ports.openFolder(parseRequest(entry.request))).ledger.remove();
  runs.forget(runId);
}

/** Undefined for a job that was left out. */
function readPrediction(value: unknown, jobId: string): Prediction | undefined {
  if (value === null) return undefined;
  const parsed = predictionSchema.safeParse(value);
  if (parsed.success && parsed.data.job_id === jobId) return parsed.data;
  throw new EngineError('store/corrupt', `the committed result of ${jobId} cannot be read`, { hint: 'the file was changed from outside; send the request again into a new folder' });
}
