import { EngineError, isEngineStatus, type Prediction, type RunManifest, stringifyJsonDocument, type Summary } from '@medstream/schema';

import { answerJob, describeBaselineReply, describeFailure } from './answer-job.js';
import { stopsInOrder } from './ask-model.js';
import { refuseExported } from './batch/exported-calls.js';
import { composeBaseline } from './compose-baseline.js';
import { createBoundedPool } from './bounded-pool.js';
import { createCallSlots } from './call-slots.js';
import { createEarlierCount } from './create-earlier-count.js';
import { estimateCalls } from './estimate-calls.js';
import { finaliseRun } from './finalise-run.js';
import { assertJudgeIsAnother, assertJudgeMaySee } from './judge-facts.js';
import type { JudgingOutcome } from './judging.js';
import { createModelGate } from './model-gate.js';
import { noteJudgeSpending } from './note-judge-spending.js';
import type { JobIds, JobList } from './job-list.js';
import type { PlannedJob, RunPlan } from './plan-run.js';
import type { Answerer, AskModel, RunFolder, RunPorts, SpentTotals } from './ports.js';
import { prepareRunFolder } from './prepare-run-folder.js';
import { RUN_FILES } from './run-files.js';
import { isPending, isRetriedOnRequest, openRunState, type RunState } from './run-state.js';
import { readFromFolder } from './stored-jobs.js';
import { groupByMedia, type MediaGroup, sampleGroup, type SampledJob } from './sample-jobs.js';

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
    await refuseExported(ports.folder, { pending: Array.from(pending, (number) => jobs.ids.at(number)), asksExported: options.asksExported ?? false });
    ports.onEvent({ kind: 'planned', jobs: jobs.length, pending: pending.length, estimate: spending === undefined ? null : estimateCalls(readJobs(jobs, pending), spending) });
    const retried = new Set(Array.from(pending, (number) => jobs.ids.at(number)).filter((jobId) => isRetriedOnRequest(state.standingOf(jobId))));
    const context = { manifest, state, retried, noteRetry: createRetryNote(ports.folder, manifest), onEvent: ports.onEvent, spending };
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

interface RunContext {
  manifest: RunManifest;
  state: RunState;
  /** Jobs that are asked again though they had a final reply. */
  retried: ReadonlySet<string>;
  /** Writes into the manifest that such jobs were asked again. */
  noteRetry: () => Promise<void>;
  spending: ModelAnswerer['spending'];
  onEvent: RunPorts['onEvent'];
}

/** Replies of a policy that share one flush: enough that the disk is no limit, few enough to be held. */
const COMMITTED_AT_ONCE = 1_000;

async function answerByBaseline(pending: Uint32Array, { items, jobs }: Pick<RunPlan, 'items' | 'jobs'>, context: RunContext): Promise<void> {
  const answer = composeBaseline({ items, manifest: context.manifest });
  for (let start = 0; start < pending.length; start += COMMITTED_AT_ONCE) {
    const handful = [...readJobs(jobs, pending.subarray(start, start + COMMITTED_AT_ONCE))];
    await Promise.all(handful.map((planned) => commit(describeBaselineReply(planned, answer(planned.item, planned.round?.round ?? null), context.manifest.model), context)));
  }
}

/** Jobs whose pictures are read, or whose replies are being flushed, beside those that are under way. */
const MAX_JOBS_AHEAD = 4;

type ModelAnswerer = Extract<Answerer, { kind: 'model' }>;

/**
 * One media file is decoded while the calls on the one before are under way. The first failure ends the decoding and every
 * later start; the calls under way are broken off, unless it is one of those that let them end.
 */
async function answerByModel({ jobs, pending }: { jobs: JobList; pending: Uint32Array }, answerer: ModelAnswerer, context: RunContext & RunOptions): Promise<void> {
  const [ending, breaking] = [new AbortController(), new AbortController()];
  const outside = context.signal === undefined ? [] : [context.signal];
  const signal = AbortSignal.any([...outside, breaking.signal]);
  const asking = AbortSignal.any([signal, ending.signal]);
  const sampleNext = (group: MediaGroup): Promise<SampledJob[]> => sampleAhead(group, answerer, { ...context, signal: AbortSignal.any([...outside, ending.signal]) });
  const end = (error: unknown): void => {
    ending.abort(error);
    if (!stopsInOrder(error)) breaking.abort(error);
  };
  const pool = createBoundedPool(context.concurrency + Math.min(context.concurrency, MAX_JOBS_AHEAD), end);
  const openSlot = createCallSlots(context.concurrency);
  const groups = groupByMedia(jobs, pending);
  const ready = createModelGate({ onNote: (text) => context.onEvent({ kind: 'note', text }) });
  const ask: AskModel = async (request) => {
    await ready(answerer, signal);
    return answerer.ask(request);
  };
  let ahead: Promise<SampledJob[]> | null = null;
  try {
    for (let group = groups.next().value; group !== undefined; ) {
      const sampled = await (ahead ?? sampleNext(group));
      group = groups.next().value;
      ahead = group === undefined ? null : sampleNext(group);
      for (const job of sampled) {
        await pool.start(async () => {
          if ('error' in job) return commit(describeFailure(job.planned, context.manifest.model, job.error), context);
          const slot = openSlot();
          const beforeAsking = async (): Promise<void> => {
            await slot.take(asking);
            ending.signal.throwIfAborted();
          };
          try {
            await answerJob(job.planned, job.frames, { answerer: { ...answerer, ask }, manifest: context.manifest, asksAgain: context.retried.has(job.planned.job.job_id), beforeAsking, commit: (prediction) => commit(prediction, context, () => slot.giveBack()), signal });
          } catch (error) {
            // before the slot goes to the next, which is not to ask any more
            end(error);
            throw error;
          } finally {
            slot.giveBack();
          }
        });
      }
    }
    await pool.drain();
  } catch (error) {
    end(error);
    await Promise.allSettled([ahead, pool.drain()]);
    // the first failure, not what it broke off
    throw ending.signal.reason;
  }
}

/** Begins to sample; a failure is reported where the result is awaited, not before. */
function sampleAhead(group: MediaGroup, answerer: ModelAnswerer, context: RunContext & { signal: AbortSignal }): Promise<SampledJob[]> {
  const { state, signal, onEvent } = context;
  const sampled = (async () => {
    signal.throwIfAborted();
    const jobs = await sampleGroup(group, { answerer, state, signal });
    signal.throwIfAborted();
    onEvent({ kind: 'decoded', mediaPath: group.mediaPath, jobs: jobs.length, failed: jobs.filter((job) => 'error' in job).length });
    return jobs;
  })();
  sampled.catch(() => undefined);
  return sampled;
}

/** The note stands in the manifest before the first reply that replaces another is on disk: no kill can hide it. */
async function commit(prediction: Prediction, { state, retried, noteRetry, onEvent, spending }: RunContext, onWritten?: () => void): Promise<void> {
  if (retried.has(prediction.job_id)) await noteRetry();
  await state.commitPrediction(prediction, onWritten);
  onEvent({ kind: 'answered', jobId: prediction.job_id, status: prediction.status, isCached: prediction.cached, spent: spending?.totals ?? null });
}

const RETRY_NOTE = 'refused, blocked, empty and truncated replies were asked for again (--retry-errors)';

/** Adds the note once, to the manifest in hand and to the one on disk. */
function createRetryNote(folder: RunFolder, manifest: RunManifest): () => Promise<void> {
  let noted: Promise<void> | null = manifest.off_protocol.includes(RETRY_NOTE) ? Promise.resolve() : null;
  return () => {
    if (noted === null) {
      manifest.off_protocol = [...manifest.off_protocol, RETRY_NOTE];
      noted = folder.writeText(RUN_FILES.manifest, stringifyJsonDocument(manifest));
    }
    return noted;
  };
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
  return Uint32Array.from(Array.from(jobIds, (_, number) => number).filter((number) => isPending(state.standingOf(jobIds.at(number)), options)));
}

function* readJobs(jobs: JobList, numbers: Iterable<number>): Generator<PlannedJob> {
  for (const number of numbers) yield jobs.read(number);
}
