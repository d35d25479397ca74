import { EngineError, type FrameLedger, frameLedgerSchema, isEngineStatus, type Prediction, predictionSchema, type PredictionStatus } from '@medstream/schema';

import type { JobIds } from './job-ids.js';
import { createNumberedPlaces, openRecordIndex, type RecordIndex } from './record-index.js';
import type { RunFolder } from './ports.js';
import { RUN_FILES } from './run-files.js';

/** How a job stands: all that is held of its prediction. */
export interface JobStanding {
  status: PredictionStatus;
  /** Of what went wrong, where something did. */
  errorCode: string | null;
}

/** Records of a run by job, read when they are asked for; undefined where there is none. */
export interface RunRecords {
  readPrediction(jobId: string): Promise<Prediction | undefined>;
  readLedger(jobId: string): Promise<FrameLedger | undefined>;
}

/** What is committed so far, and where the next results are appended. Holds a few words for each job, never its records. */
export interface RunState extends RunRecords {
  standingOf(jobId: string): JobStanding | undefined;
  /** Whether the frames of a job are known. */
  hasLedger(jobId: string): boolean;
  /** On disk when it resolves. @param onWritten told when the prediction outlives this process, if not yet a power cut */
  commitPrediction(prediction: Prediction, onWritten?: () => void): Promise<void>;
  commitLedger(ledger: FrameLedger): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reads the final files of an earlier finish and, over them, the logs of work since; a later record of a job replaces an
 * earlier one. Either source may be missing: a kill can come at any moment.
 *
 * @param onEarlier told of each prediction with the number of its job, also of one that a later record replaces
 * @throws EngineError `store/corrupt` for a record that is none of this run's
 */
export async function openRunState(folder: RunFolder, jobs: JobIds, onEarlier: (prediction: Prediction, job: number) => void = () => undefined): Promise<RunState> {
  const standings = createStandings(jobs.length);
  const predictions = await openRecordIndex(folder, { final: RUN_FILES.predictions, log: RUN_FILES.predictionsLog, makePlaces: () => createNumberedPlaces(jobs.length) }, (name, record) => {
    const prediction = readEntry(name, predictionSchema.safeParse(record), jobs);
    const job = jobs.indexOf(prediction.job_id) as number;
    standings.set(job, describeStanding(prediction));
    onEarlier(prediction, job);
    return job;
  });
  const ledgers = await openLedgers(folder, jobs).catch(async (error: unknown) => {
    await predictions.close();
    throw error;
  });
  const find = async (index: RecordIndex<number>, jobId: string): ReturnType<RecordIndex['read']> => {
    const job = jobs.indexOf(jobId);
    return job === undefined ? undefined : index.read(job);
  };
  return {
    standingOf: (jobId) => standings.get(jobs.indexOf(jobId)),
    hasLedger: (jobId) => {
      const job = jobs.indexOf(jobId);
      return job !== undefined && ledgers.has(job);
    },
    readPrediction: async (jobId) => readEntryIfAny(await find(predictions, jobId), predictionSchema, jobs),
    readLedger: async (jobId) => readEntryIfAny(await find(ledgers, jobId), frameLedgerSchema, jobs),
    commitPrediction: async (prediction, onWritten) => {
      const job = numberOf(prediction, jobs);
      await predictions.append(job, prediction, onWritten);
      standings.set(job, describeStanding(prediction));
    },
    commitLedger: (ledger) => ledgers.append(numberOf(ledger, jobs), ledger),
    close: async () => {
      await predictions.close();
      await ledgers.close();
    },
  };
}

function openLedgers(folder: RunFolder, jobs: JobIds): Promise<RecordIndex<number>> {
  return openRecordIndex(folder, { final: RUN_FILES.frames, log: RUN_FILES.framesLog, makePlaces: () => createNumberedPlaces(jobs.length) }, (name, record) => numberOf(readEntry(name, frameLedgerSchema.safeParse(record), jobs), jobs));
}

/** @throws EngineError `defect/broken-promise` for a record of no job */
function numberOf({ job_id: jobId }: { job_id: string }, jobs: JobIds): number {
  const job = jobs.indexOf(jobId);
  if (job === undefined) throw new EngineError('defect/broken-promise', `the job ${jobId} is not in the plan`);
  return job;
}

/** How each job stands: two bytes each, since there are few ways to stand. */
function createStandings(jobs: number): { get(job: number | undefined): JobStanding | undefined; set(job: number, standing: JobStanding): void } {
  const kinds: JobStanding[] = [];
  // 0 is a job that was not answered: kinds are kept one higher
  const standings = new Uint16Array(jobs);
  return {
    get: (job) => (job === undefined ? undefined : kinds[(standings[job] as number) - 1]),
    set(job, standing) {
      if (!kinds.includes(standing)) kinds.push(standing);
      standings[job] = kinds.indexOf(standing) + 1;
    },
  };
}

/** One object for each way to stand, so that a hundred thousand jobs share a handful. */
const sharedStandings = new Map<string, JobStanding>();

function describeStanding({ status, error }: Prediction): JobStanding {
  const errorCode = error?.code ?? null;
  const key = `${status} ${errorCode ?? ''}`;
  const standing = sharedStandings.get(key) ?? { status, errorCode };
  sharedStandings.set(key, standing);
  return standing;
}

/** Statuses that `--retry-errors` asks again besides those that are our fault: no usable reply came from the provider. */
const retriedOnRequest: readonly PredictionStatus[] = ['refused', 'blocked', 'empty', 'truncated'];

/** True when a job has to be asked (again). */
export function isPending(standing: JobStanding | undefined, { retryErrors }: { retryErrors: boolean }): boolean {
  if (standing === undefined || isEngineStatus(standing.status)) return true;
  return retryErrors && isRetriedOnRequest(standing);
}

/** True for a reply that the protocol takes as it came; asking again departs from it. */
export function isRetriedOnRequest(standing: JobStanding | undefined): boolean {
  return standing !== undefined && retriedOnRequest.includes(standing.status);
}

type Parsed<Value> = { success: true; data: Value } | { success: false; error: { issues: { message: string }[] } };

function readEntry<Value extends { job_id: string }>(name: string, parsed: Parsed<Value>, jobs: JobIds): Value {
  if (parsed.success && jobs.indexOf(parsed.data.job_id) !== undefined) return parsed.data;
  const reason = parsed.success ? `holds the job ${parsed.data.job_id}, which is not in the plan` : `holds a record that cannot be read: ${parsed.error.issues[0]?.message}`;
  throw new EngineError('store/corrupt', `${name} ${reason}`, { hint: 'the file was changed from outside; start the run again in a new folder' });
}

function readEntryIfAny<Value extends { job_id: string }>(found: { name: string; record: unknown } | undefined, schema: { safeParse(record: unknown): Parsed<Value> }, jobs: JobIds): Value | undefined {
  return found === undefined ? undefined : readEntry(found.name, schema.safeParse(found.record), jobs);
}
