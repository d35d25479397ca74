import { EngineError, type FrameLedger, frameLedgerSchema, isEngineStatus, type Prediction, predictionSchema, type PredictionStatus } from '@medstream/schema';

import type { PlannedJob } from './plan-run.js';
import type { AppendLog, RunFolder } from './ports.js';
import { RUN_FILES } from './run-files.js';

/** What is committed so far, and where the next results are appended. */
export interface RunState {
  predictions: Map<string, Prediction>;
  ledgers: Map<string, FrameLedger>;
  commitPrediction(prediction: Prediction): Promise<void>;
  commitLedger(ledger: FrameLedger): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reads the final files of an earlier finish and, over them, the logs of work since; a later record of a job replaces an
 * earlier one. Either source may be missing: a kill can come at any moment.
 *
 * @throws EngineError `store/corrupt` for a record that is none of this run's
 */
export async function openRunState(folder: RunFolder, jobs: readonly PlannedJob[]): Promise<RunState> {
  const { predictions, ledgers } = await readFinalState(folder, jobs);
  const jobIds = listJobIds(jobs);
  const predictionsLog = await folder.openLog(RUN_FILES.predictionsLog);
  const framesLog = await folder.openLog(RUN_FILES.framesLog);
  for (const record of predictionsLog.records) predictions.set(...readPrediction(RUN_FILES.predictionsLog, record, jobIds));
  for (const record of framesLog.records) ledgers.set(...readLedger(RUN_FILES.framesLog, record, jobIds));
  const commit = async (log: AppendLog, record: unknown, remember: () => void): Promise<void> => {
    await log.append(record);
    remember();
  };
  return {
    predictions,
    ledgers,
    commitPrediction: (prediction) => commit(predictionsLog, prediction, () => predictions.set(prediction.job_id, prediction)),
    commitLedger: (ledger) => commit(framesLog, ledger, () => ledgers.set(ledger.job_id, ledger)),
    close: async () => {
      await predictionsLog.close();
      await framesLog.close();
    },
  };
}

/** What the final files of a run hold; nothing where it was never finished. @throws EngineError `store/corrupt` */
export async function readFinalState(folder: RunFolder, jobs: readonly PlannedJob[]): Promise<Pick<RunState, 'predictions' | 'ledgers'>> {
  const jobIds = listJobIds(jobs);
  const predictions = new Map<string, Prediction>();
  const ledgers = new Map<string, FrameLedger>();
  for await (const record of folder.readRecords(RUN_FILES.predictions)) predictions.set(...readPrediction(RUN_FILES.predictions, record, jobIds));
  for await (const record of folder.readRecords(RUN_FILES.frames)) ledgers.set(...readLedger(RUN_FILES.frames, record, jobIds));
  return { predictions, ledgers };
}

/** Statuses that `--retry-errors` asks again besides those that are our fault: no usable reply came from the provider. */
const retriedOnRequest: readonly PredictionStatus[] = ['refused', 'blocked', 'empty', 'truncated'];

/** True when a job has to be asked (again). */
export function isPending(prediction: Pick<Prediction, 'status'> | undefined, { retryErrors }: { retryErrors: boolean }): boolean {
  if (prediction === undefined || isEngineStatus(prediction.status)) return true;
  return retryErrors && isRetriedOnRequest(prediction);
}

/** True for a reply that the protocol takes as it came; asking again departs from it. */
export function isRetriedOnRequest(prediction: Pick<Prediction, 'status'> | undefined): boolean {
  return prediction !== undefined && retriedOnRequest.includes(prediction.status);
}

function listJobIds(jobs: readonly PlannedJob[]): Set<string> {
  return new Set(jobs.map(({ job }) => job.job_id));
}

function readPrediction(name: string, record: unknown, jobIds: ReadonlySet<string>): [string, Prediction] {
  return readEntry(name, predictionSchema.safeParse(record), jobIds);
}

function readLedger(name: string, record: unknown, jobIds: ReadonlySet<string>): [string, FrameLedger] {
  return readEntry(name, frameLedgerSchema.safeParse(record), jobIds);
}

type Parsed<Value> = { success: true; data: Value } | { success: false; error: { issues: { message: string }[] } };

function readEntry<Value extends { job_id: string }>(name: string, parsed: Parsed<Value>, jobIds: ReadonlySet<string>): [string, Value] {
  if (parsed.success && jobIds.has(parsed.data.job_id)) return [parsed.data.job_id, parsed.data];
  const reason = parsed.success ? `holds the job ${parsed.data.job_id}, which is not in the plan` : `holds a record that cannot be read: ${parsed.error.issues[0]?.message}`;
  throw new EngineError('store/corrupt', `${name} ${reason}`, { hint: 'the file was changed from outside; start the run again in a new folder' });
}
