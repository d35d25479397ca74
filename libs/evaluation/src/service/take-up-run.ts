import { EngineError, type FrameLedger, isEngineStatus, SUBJECTS } from '@medstream/schema';

import { createEarlierCount } from '../create-earlier-count.js';
import { refuseExported } from '../batch/exported-calls.js';
import type { RunPlan } from '../plan-run.js';
import type { RunFolder } from '../ports.js';
import { prepareRunFolder } from '../prepare-run-folder.js';
import { readRunPlan } from '../read-run-plan.js';
import { RUN_FILES } from '../run-files.js';
import { isPending, openRunState } from '../run-state.js';
import { openBudget } from './open-runs.js';
import type { OpenedFolder, RequestedRun, RunLedger, RunServicePorts } from './service-ports.js';

/**
 * Makes sure that a run has its plan in its folder and that each job without a committed result is asked for; where all
 * have one, that somebody collects them.
 *
 * @param mark makes the messages pass de-duplication, for work that was published before and is lost; null at first
 * @throws EngineError for all that is wrong with the request or its folder
 */
export async function takeUpRun(ports: RunServicePorts, request: RequestedRun, mark: string | null): Promise<void> {
  const plan = await ports.withLock(request, async ({ folder, ledger }) => {
    const stored = await readPlan(request, { folder, ledger });
    const found = stored ?? (await planAnew(ports, request, folder));
    await ledger.open();
    await keepEarlierWork(folder, ledger, found);
    await noteEarlierSpending(ports, request, { folder, ledger, plan: found });
    return found;
  });
  const { ledger } = await ports.openFolder(request);
  const committed = new Set([...(await ledger.listJobIds()), ...(request.max_cost === undefined ? [] : await ledger.listSkipped())]);
  const pending = [...plan.jobs.ids].filter((jobId) => !committed.has(jobId));
  ports.onEvent(request, { kind: 'planned', jobs: plan.jobs.length, pending: pending.length, estimate: null });
  await publishJobs(ports, request, { jobIds: pending, mark });
  if (pending.length === 0 && plan.jobs.length > 0) await publishCompleted(ports, request, { jobId: plan.jobs.ids.at(plan.jobs.length - 1), mark: mark ?? 'resumed' });
}

/** The plan of a run that was taken up before; anything else in the folder is planned anew and compared. */
async function readPlan({ run_id: runId }: RequestedRun, { folder, ledger }: OpenedFolder): Promise<RunPlan | null> {
  const owner = await ledger.readOwner();
  if (owner === null) return null;
  if (owner !== runId) throw new EngineError('store/locked', `the run ${owner} is at work in this folder`, { hint: 'name another folder with out, or wait until it has ended' });
  const manifestText = await folder.readText(RUN_FILES.manifest);
  return manifestText === null ? null : readRunPlan(folder, manifestText);
}

async function planAnew(ports: RunServicePorts, request: RequestedRun, folder: RunFolder): Promise<RunPlan> {
  const plan = await ports.planRequest(request);
  const manifest = await prepareRunFolder(folder, plan, { resume: true });
  if ((await folder.listNames()).includes(RUN_FILES.exported)) await refuseBatch(folder, plan);
  return { ...plan, manifest };
}

/** @throws EngineError `usage/bad-argument` for calls that stand in batch files */
async function refuseBatch(folder: RunFolder, { jobs }: RunPlan): Promise<void> {
  const state = await openRunState(folder, jobs.ids);
  try {
    await refuseExported(folder, { pending: [...jobs.ids].filter((jobId) => isPending(state.standingOf(jobId), { retryErrors: false })), asksExported: false });
  } finally {
    await state.close();
  }
}

/** A folder may hold an earlier run of the same plan: what is final in it is not asked again. */
async function keepEarlierWork(folder: RunFolder, ledger: RunLedger, plan: RunPlan): Promise<void> {
  const names = await folder.listNames();
  if (![RUN_FILES.predictions, RUN_FILES.frames, RUN_FILES.predictionsLog, RUN_FILES.framesLog].some((name) => names.includes(name))) return;
  const state = await openRunState(folder, plan.jobs.ids);
  try {
    const frames: FrameLedger[] = [];
    for (const jobId of plan.jobs.ids) {
      const found = await state.readLedger(jobId);
      if (found !== undefined) frames.push(found);
    }
    if (frames.length > 0) await ledger.commitFrames('earlier', frames);
    for (const jobId of plan.jobs.ids) {
      const prediction = await state.readPrediction(jobId);
      if (prediction !== undefined && !isEngineStatus(prediction.status)) await ledger.commitResult(prediction);
    }
  } finally {
    await state.close();
  }
}

/** What an earlier run in the folder cost counts towards the limit. */
async function noteEarlierSpending(ports: RunServicePorts, request: RequestedRun, { folder, ledger, plan }: OpenedFolder & { plan: RunPlan }): Promise<void> {
  const budget = openBudget(request, ledger);
  if (budget === null || !(await folder.listNames()).some((name) => name === RUN_FILES.predictions || name === RUN_FILES.predictionsLog)) return;
  const answerer = await ports.composeAnswerer(request, plan);
  const spending = answerer.kind === 'model' ? answerer.spending : undefined;
  if (spending === undefined) return;
  const state = await openRunState(folder, plan.jobs.ids, createEarlierCount(plan.jobs, spending));
  await state.close();
  const { calls, costUsd } = spending.totals;
  if (costUsd !== null) await budget.noteEarlier({ calls, spentUsd: costUsd });
}

/** Publishes at once in handfuls: the broker confirms each, and waiting for one at a time would take long. */
const PUBLISHED_AT_ONCE = 32;

async function publishJobs(ports: RunServicePorts, request: RequestedRun, { jobIds, mark }: { jobIds: readonly string[]; mark: string | null }): Promise<void> {
  const { run_id: runId, out } = request;
  for (let start = 0; start < jobIds.length; start += PUBLISHED_AT_ONCE) {
    const handful = jobIds.slice(start, start + PUBLISHED_AT_ONCE).map(async (jobId) => {
      const id = `job-requested/${runId}/${jobId}`;
      await ports.publish({ type: SUBJECTS.jobRequested, id, runId, data: { run_id: runId, out, job_id: jobId }, ...(mark === null ? {} : { messageId: `${id}/${mark}` }) });
    });
    await Promise.all(handful);
  }
}

async function publishCompleted(ports: RunServicePorts, request: RequestedRun, { jobId, mark }: { jobId: string; mark: string }): Promise<void> {
  const { run_id: runId, out } = request;
  const id = `job-completed/${runId}/${jobId}`;
  await ports.publish({ type: SUBJECTS.jobCompleted, id, runId, data: { run_id: runId, out, job_id: jobId }, messageId: `${id}/${mark}` });
}
