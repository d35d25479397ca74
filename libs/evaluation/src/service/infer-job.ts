import { EngineError, type ErrorCode, type EventData, isEngineError, type Prediction, SUBJECTS } from '@medstream/schema';

import { answerJob, describeBaselineReply, describeFailure } from '../answer-job.js';
import type { PlannedJob } from '../plan-run.js';
import { describeReason, failRun } from './announce-end.js';
import type { OpenRun, OpenRuns } from './open-runs.js';
import type { RunServicePorts } from './service-ports.js';

type JobData = EventData[typeof SUBJECTS.jobRequested];

/**
 * Answers one job and commits its result, then tells it. A job that has a result is only told of. Decode errors, and whatever
 * the model does, are results; a model server that is not there at all, or whose quota is used up, is thrown as transient, so
 * that the job comes again. A model that mixes pictures up ends its run. Where the limit of costs is reached the job and all
 * that are not under way are left out, and their run ends without them.
 *
 * @param signal aborted when the service gives up waiting for work in hand; nothing is committed then
 * @throws EngineError `bus/bad-event` for a job of no known run; `model/unreachable`, `store/…`, which may pass
 */
export async function inferJob(ports: RunServicePorts, runs: OpenRuns, { data, signal }: { data: JobData; signal: AbortSignal }): Promise<void> {
  const run = await findOpenRun(ports, runs, data.run_id);
  if (run === null) return;
  const planned = findJob(run, data);
  if ((await run.ledger.readResult(data.job_id)) === null) {
    try {
      if (run.budget !== null && (await run.ledger.readStop()) !== null) await run.ledger.skipJob(data.job_id);
      else await run.ledger.commitResult(await answer(run, planned, signal));
    } catch (error) {
      if (isEngineError(error, 'run/cost-limit')) await stop(run, data.job_id, error);
      else if (isEngineError(error, 'model/blind')) {
        await failRun(ports, data.run_id, describeReason(error));
        return runs.forget(data.run_id);
      } else throw error;
    }
  }
  await tellCompleted(ports, data);
}

/** The reason stands before the job is left out: no kill can hide it. */
async function stop(run: OpenRun, jobId: string, error: EngineError): Promise<void> {
  await run.ledger.commitStop(describeReason(error));
  await run.ledger.skipJob(jobId);
}

/**
 * Commits that a job was given up, so that its run comes to an end without it. What will pass (a full disk, a lock, the
 * broker) is left open: the job is asked for again when the queue is empty.
 */
export async function giveUpJob(ports: RunServicePorts, runs: OpenRuns, { data, reason }: { data: JobData; reason: { code: string; message: string } }): Promise<void> {
  if (passes(reason.code)) return;
  const run = await findOpenRun(ports, runs, data.run_id).catch(ignoreBadEvent);
  const planned = run === null ? undefined : findPlanned(run, data.job_id);
  if (run === null || planned === undefined) return;
  await run.ledger.commitResult(describeGivenUp(planned, run.plan.manifest.model, reason));
  await tellCompleted(ports, data);
}

/** Faults that pass by themselves or by an operator's hand. */
export function passes(code: string): boolean {
  return ['store/disk-full', 'store/locked', 'bus/timed-out', 'bus/unreachable', 'model/quota-used-up'].includes(code);
}

/** The run of a job; null when it has ended. @throws EngineError `bus/bad-event` */
export async function findOpenRun(ports: RunServicePorts, runs: OpenRuns, runId: string): Promise<OpenRun | null> {
  const entry = await ports.registry.read(runId);
  if (entry === null) throw new EngineError('bus/bad-event', `no run ${runId} was requested of this service`, { hint: 'publish medstream.eval.run.requested.v1 first; jobs are the engine\'s own' });
  if (entry.ended !== null) return null;
  const run = await runs.get(runId, entry.request);
  if (run === null) throw new EngineError('bus/bad-event', `the run ${runId} has no plan yet`);
  return run;
}

function findJob(run: OpenRun, { run_id: runId, job_id: jobId }: JobData): PlannedJob {
  const planned = findPlanned(run, jobId);
  if (planned === undefined) throw new EngineError('bus/bad-event', `the run ${runId} has no job ${jobId}`);
  return planned;
}

function findPlanned({ plan: { jobs } }: OpenRun, jobId: string): PlannedJob | undefined {
  const number = jobs.ids.indexOf(jobId);
  return number === undefined ? undefined : jobs.read(number);
}

async function answer(run: OpenRun, planned: PlannedJob, signal: AbortSignal): Promise<Prediction> {
  const { manifest } = run.plan;
  const answerer = await run.answerer();
  if (answerer.kind === 'baseline') return describeBaselineReply(planned, run.baseline()(planned), manifest.model);
  const sampled = await run.sample(planned, answerer, signal);
  if ('error' in sampled) return describeFailure(planned, manifest.model, sampled.error);
  const ask: typeof answerer.ask = async (request) => {
    await run.checkModel(answerer, signal);
    return answerer.ask(request);
  };
  return answerJob(planned, sampled.frames, { answerer: { ...answerer, ask }, manifest, signal });
}

async function tellCompleted(ports: RunServicePorts, { run_id: runId, out, job_id: jobId }: JobData): Promise<void> {
  await ports.publish({ type: SUBJECTS.jobCompleted, id: `job-completed/${runId}/${jobId}`, runId, data: { run_id: runId, out, job_id: jobId } });
}

function describeGivenUp(planned: PlannedJob, model: string, { code, message }: { code: string; message: string }): Prediction {
  const failure = describeFailure(planned, model, new EngineError(code as ErrorCode, message));
  return code.startsWith('model/') ? { ...failure, status: 'transport_error' } : failure;
}

function ignoreBadEvent(error: unknown): null {
  if (isEngineError(error, 'bus/bad-event')) return null;
  throw error;
}
