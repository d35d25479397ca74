import { EngineError, isEngineStatus, type Summary } from '@medstream/schema';

import { answerByBaseline } from './answer-by-baseline.js';
import { answerByModel } from './answer-by-model.js';
import { refuseExported } from './batch/exported-calls.js';
import { createEarlierCount } from './create-earlier-count.js';
import { estimateCalls } from './estimate-calls.js';
import { finaliseRun } from './finalise-run.js';
import type { JobIds } from './job-ids.js';
import type { JobList } from './job-list.js';
import { assertJudgeIsAnother, assertJudgeMaySee } from './judge-facts.js';
import type { JudgingOutcome } from './judging.js';
import { createManifestNotes } from './manifest-notes.js';
import { noteJudgeSpending } from './note-judge-spending.js';
import type { PlannedJob, RunPlan } from './plan-run.js';
import type { RunFolder, RunPorts, SpentTotals } from './ports.js';
import { prepareRunFolder } from './prepare-run-folder.js';
import { RUN_FILES } from './run-files.js';
import { isPending, isRetriedOnRequest, openRunState, type RunState } from './run-state.js';
import { readFromFolder } from './stored-jobs.js';

export interface RunOptions {
  /** Take up a folder that holds the same plan; without it the folder has to be empty. */
  resume: boolean;
  /** With `resume`: ask again where the provider refused, blocked, broke off or sent nothing. */
  retryErrors: boolean;
  /** With `resume`: also ask what stands in batch files. Default: such a run is refused. */
  asksExported?: boolean;
  /** Model calls at a time, at least 1. */
  concurrency: number;
  signal?: AbortSignal;
}

export interface RunOutcome {
  summary: Summary;
  /** Codes of what went wrong by our fault, by job; empty when the run is complete. */
  failures: { jobId: string; code: string }[];
  /** What came of judging; null where no judge was asked. */
  judging: JudgingOutcome | null;
  /** What all calls of the run took; null where nothing is counted. */
  spent: SpentTotals | null;
}

/**
 * Runs a plan to its end or takes it up again. A run that is killed at any moment and resumed ends with the same bytes:
 * each ledger and prediction is on disk before the next step, only jobs without a final prediction are done again, and the
 * final files are written sorted, from all predictions, by temporary file and rename.
 *
 * A media file that cannot be decoded and a call that fails cost their jobs, not the run (`decode_error`,
 * `transport_error`; retried by the next resume). What concerns the machine (disk, ffmpeg) or is a defect ends the run,
 * resumable. Where the limit of costs is reached or the server takes no further call, the calls under way still end, and
 * what is pending stays pending.
 *
 * @throws EngineError `usage/output-not-empty`, `usage/bad-argument` for calls in a batch, `run/plan-changed`, `store/…` (`store/locked` for a run that services work
 *   on), `model/unreachable`, `model/missing-key`, `model/blind`, `model/quota-used-up`, `model/failing`, `run/cost-limit`;
 *   what the signal was aborted with
 */
export async function executeRun(plan: RunPlan, ports: RunPorts, options: RunOptions): Promise<RunOutcome> {
  await refuseServiceRun(ports.folder);
  assertJudge(plan, ports);
  const manifest = await prepareRunFolder(ports.folder, plan, options);
  const { items, jobs } = await readFromFolder(plan, ports.folder);
  const spending = ports.answerer.kind === 'model' ? ports.answerer.spending : undefined;
  const state = await openRunState(ports.folder, jobs.ids, spending === undefined ? undefined : createEarlierCount(jobs, spending));
  try {
    if (ports.answerer.kind === 'model' && ports.judging) await noteJudgeSpending(ports.folder, ports.judging);
    const pending = listPending(jobs.ids, state, options);
    await refuseExported(ports.folder, { pending: listIds(jobs.ids, pending), asksExported: options.asksExported ?? false });
    ports.onEvent({ kind: 'planned', jobs: jobs.length, pending: pending.length, estimate: spending === undefined ? null : estimateCalls(readJobs(jobs, pending), spending) });
    const retried = listRetried(listIds(jobs.ids, pending), state);
    const context = { manifest, state, retried, addNote: createManifestNotes(ports.folder, manifest), onEvent: ports.onEvent, spending };
    if (ports.answerer.kind === 'baseline') await answerByBaseline(pending, { items, jobs }, context);
    else await answerByModel({ jobs, pending }, ports.answerer, { ...context, ...options });
    const { summary, judging } = await finaliseRun({ plan, manifest, state, ports, signal: options.signal });
    ports.onEvent({ kind: 'done', summary });
    return { summary, failures: listFailures(jobs.ids, state), judging, spent: spending?.totals ?? null };
  } finally {
    await state.close();
  }
}

/** Before anything is spent. @throws EngineError `usage/bad-argument`, `model/upload-refused` */
function assertJudge({ items, manifest }: RunPlan, { judging = null, answerer }: RunPorts): void {
  if (judging === null || answerer.kind === 'baseline') return;
  assertJudgeIsAnother(judging, manifest.model);
  assertJudgeMaySee(items, judging);
}

/** @throws EngineError `store/locked` */
export async function refuseServiceRun(folder: RunFolder): Promise<void> {
  if (!(await folder.listNames()).includes(RUN_FILES.serviceFolder)) return;
  throw new EngineError('store/locked', 'services work on the run in this folder', {
    hint: `let them finish it (medstream-eval serve), or remove ${RUN_FILES.serviceFolder} with the results they have committed`,
  });
}

function listFailures(jobIds: Iterable<string>, state: RunState): RunOutcome['failures'] {
  const failures: RunOutcome['failures'] = [];
  for (const jobId of jobIds) {
    const standing = state.standingOf(jobId);
    if (standing === undefined) failures.push({ jobId, code: 'missing' });
    else if (isEngineStatus(standing.status)) failures.push({ jobId, code: standing.errorCode ?? standing.status });
  }
  return failures;
}

/** Numbers of the jobs that have to be asked. */
function listPending(jobIds: JobIds, state: RunState, options: RunOptions): Uint32Array {
  const numbers = new Uint32Array(jobIds.length);
  let count = 0;
  for (let number = 0; number < jobIds.length; number += 1) {
    if (!isPending(state.standingOf(jobIds.at(number)), options)) continue;
    numbers[count] = number;
    count += 1;
  }
  return numbers.slice(0, count);
}

/** Jobs that are asked again though they had a final reply. */
function listRetried(pending: Iterable<string>, state: RunState): ReadonlySet<string> {
  const retried = new Set<string>();
  for (const jobId of pending) if (isRetriedOnRequest(state.standingOf(jobId))) retried.add(jobId);
  return retried;
}

function* listIds(jobIds: JobIds, numbers: Iterable<number>): Generator<string> {
  for (const number of numbers) yield jobIds.at(number);
}

function* readJobs(jobs: JobList, numbers: Iterable<number>): Generator<PlannedJob> {
  for (const number of numbers) yield jobs.read(number);
}
