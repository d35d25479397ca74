import { type BenchmarkItem, EngineError, type FrameLedger, type Job, type Prediction } from '@medstream/schema';
import { callsOf } from '@medstream/metrics';

import { readItem, readJob, readLedger, readPrediction } from './own-records.js';
import type { RunFolder } from './ports.js';
import { type BatchQueue, queueBatches, readBatches } from './read-batches.js';
import { RUN_FILES } from './run-files.js';

/** An item with its calls, as a run folder holds them. */
export interface JoinedItem {
  item: BenchmarkItem;
  /** In order of time; those of one question follow each other. */
  calls: JoinedCall[];
}

export interface JoinedCall {
  job: Job;
  prediction: Prediction | undefined;
  ledger: FrameLedger | undefined;
}

/**
 * Reads items, jobs, predictions and frames side by side.
 *
 * @throws EngineError `store/corrupt` for files that do not belong together
 */
export async function* joinRecords(folder: Pick<RunFolder, 'readRecords' | 'readBatches'>): AsyncGenerator<JoinedItem> {
  const open = (name: string): BatchQueue => queueBatches(readBatches(folder, name));
  const [jobs, predictions, ledgers] = [open(RUN_FILES.jobs), open(RUN_FILES.predictions), open(RUN_FILES.frames)];
  for await (const batch of readBatches(folder, RUN_FILES.items)) {
    for (const record of batch) {
      const item = readItem(record);
      const calls: JoinedCall[] = [];
      for (const { round } of callsOf(item).calls) {
        for (let repeat = 0; ; repeat += 1) {
          if (jobs.mustWait()) await jobs.fill();
          if (jobs.head() === undefined) throw refuseOrder(RUN_FILES.jobs);
          const job = readJob(jobs.head());
          jobs.drop();
          if (job.sample_id !== item.sample_id || (job.round ?? null) !== round || (job.repeat ?? 0) !== repeat) throw refuseOrder(RUN_FILES.jobs);
          if (predictions.mustWait()) await predictions.fill();
          if (ledgers.mustWait()) await ledgers.fill();
          const [prediction, ledger] = [takeOf(predictions, job.job_id), takeOf(ledgers, job.job_id)];
          calls.push({ job, prediction: prediction === undefined ? undefined : readPrediction(prediction), ledger: ledger === undefined ? undefined : readLedger(ledger) });
          if (jobs.mustWait()) await jobs.fill();
          if (!isRepeat(jobs.head(), job)) break;
        }
      }
      yield { item, calls };
    }
  }
  for (const [queue, name] of [[jobs, RUN_FILES.jobs], [predictions, RUN_FILES.predictions], [ledgers, RUN_FILES.frames]] as const) {
    if (queue.mustWait()) await queue.fill();
    if (queue.head() !== undefined) throw refuseOrder(name);
  }
}

function isRepeat(record: unknown, { sample_id: sampleId, round }: Job): boolean {
  const next = record as Partial<Job> | undefined;
  return next?.repeat !== undefined && next.sample_id === sampleId && next.round === round;
}

function takeOf(queue: BatchQueue, jobId: string): unknown {
  const next = queue.head();
  if ((next as { job_id?: unknown } | undefined)?.job_id !== jobId) return undefined;
  queue.drop();
  return next;
}

function refuseOrder(name: string): EngineError {
  return new EngineError('store/corrupt', `${name} does not hold the records of this run in the order of its plan`, { hint: 'the file was changed from outside; start the run again in a new folder' });
}
