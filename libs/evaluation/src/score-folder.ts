import { type BenchmarkItem, benchmarkItemSchema, EngineError, type FrameLedger, frameLedgerSchema, type ItemScore, type Job, jobSchema, type Prediction, predictionSchema, type RunManifest, stringifyJsonDocument, type Summary } from '@medstream/schema';
import { callsOf, createMajorityCounter, createSummaryBuilder, listPolicyVerdicts, scoreItem } from '@medstream/metrics';
import { auditFrames, secondsToMicros } from '@medstream/sampling';

import type { HumanScores } from './human-scores.js';
import { startJudgingSums } from './judging-sums.js';
import type { ReportedItem, RunFolder, RunPorts } from './ports.js';
import { type RecordQueue, readInTurn } from './read-in-turn.js';
import { RUN_FILES } from './run-files.js';
import { readReply } from './score-replies.js';
import { listVerdicts, openVerdicts } from './verdict-reader.js';

/**
 * Scores the final files of a run and writes scores, summary and page. Items, jobs, predictions and frames lie in one
 * order, so that they are read side by side and never held: a run may be larger than memory. Items are read twice, the
 * first time for the commonest answers.
 *
 * @throws EngineError `store/corrupt` for files that do not belong together
 */
export async function scoreFolder({ folder, manifest, startReport, humanScores = null }: { folder: RunFolder; manifest: RunManifest; startReport: RunPorts['startReport']; humanScores?: HumanScores | null }): Promise<Summary> {
  const majority = createMajorityCounter();
  for await (const record of folder.readRecords(RUN_FILES.items)) majority.add(parseRecord(benchmarkItemSchema, record, RUN_FILES.items));
  const builder = createSummaryBuilder({ seed: manifest.seed, majority: majority.rank() });
  const page = startReport();
  const counts = { jobs: 0, audited: 0, violations: 0 };
  const isPolicy = manifest.model.startsWith('baseline:');
  const verdicts = openVerdicts(folder, manifest.judge);
  const judgingSums = startJudgingSums(manifest, humanScores);

  async function* scoreAll(): AsyncGenerator<ItemScore> {
    for await (const { item, calls } of joinRecords(folder)) {
      counts.jobs += calls.length;
      for (const { job, ledger } of calls) {
        if (ledger === undefined) continue;
        counts.audited += 1;
        if (!holdsWindow(job, ledger)) counts.violations += 1;
      }
      const replies = calls.map(({ job, prediction }) => readReply(item, job.round ?? null, prediction));
      const judged = await verdicts.take(item, replies);
      judgingSums.add(item, judged);
      const score = scoreItem({ item, replies, judge: isPolicy ? listPolicyVerdicts(item) : listVerdicts(judged) });
      builder.add(item, score);
      page.add({ item, score, replies: calls.map(({ job, prediction }): ReportedItem['replies'][number] => ({ round: job.round ?? null, ...prediction, raw: prediction?.raw ?? null })) });
      yield score;
    }
  }
  await folder.writeRecords(RUN_FILES.scores, scoreAll());
  await verdicts.finish();
  const judging = judgingSums.finish();
  const summary = { ...builder.finish({ jobs: counts.jobs, leakAudit: { jobs: counts.audited, violations: counts.violations } }), ...(judging === undefined ? {} : { judging }) };
  await folder.writeText(RUN_FILES.summary, stringifyJsonDocument(summary));
  await folder.writeText(RUN_FILES.report, await page.render({ manifest, summary }));
  return summary;
}

/** An item with its calls, as a run folder holds them. */
export interface JoinedItem {
  item: BenchmarkItem;
  /** In order of time. */
  calls: { job: Job; prediction: Prediction | undefined; ledger: FrameLedger | undefined }[];
}

/**
 * Reads items, jobs, predictions and frames side by side.
 *
 * @throws EngineError `store/corrupt` for files that do not belong together
 */
export async function* joinRecords(folder: RunFolder): AsyncGenerator<JoinedItem> {
  const [jobs, predictions, ledgers] = [RUN_FILES.jobs, RUN_FILES.predictions, RUN_FILES.frames].map((name) => readInTurn(folder.readRecords(name))) as [RecordQueue, RecordQueue, RecordQueue];
  // checked when they were read the first time, and the folder is locked
  for await (const record of folder.readRecords(RUN_FILES.items)) {
    const item = record as BenchmarkItem;
    const calls: JoinedItem['calls'] = [];
    for (const { round } of callsOf(item).calls) {
      const job = await jobs.take();
      if (job === undefined) throw refuseOrder(RUN_FILES.jobs);
      const parsed = parseRecord(jobSchema, job, RUN_FILES.jobs);
      if (parsed.sample_id !== item.sample_id || (parsed.round ?? null) !== round) throw refuseOrder(RUN_FILES.jobs);
      const [prediction, ledger] = [await takeOf(predictions, parsed.job_id), await takeOf(ledgers, parsed.job_id)];
      calls.push({
        job: parsed,
        prediction: prediction === undefined ? undefined : parseRecord(predictionSchema, prediction, RUN_FILES.predictions),
        ledger: ledger === undefined ? undefined : parseRecord(frameLedgerSchema, ledger, RUN_FILES.frames),
      });
      // asked again: kept, and not what is scored
      while (isRepeat(await jobs.peek(), parsed)) {
        const { job_id: jobId } = parseRecord(jobSchema, await jobs.take(), RUN_FILES.jobs);
        for (const queue of [predictions, ledgers]) await takeOf(queue, jobId);
      }
    }
    yield { item, calls };
  }
  for (const [queue, name] of [[jobs, RUN_FILES.jobs], [predictions, RUN_FILES.predictions], [ledgers, RUN_FILES.frames]] as const) {
    if ((await queue.peek()) !== undefined) throw refuseOrder(name);
  }
}

function isRepeat(record: unknown, { sample_id: sampleId, round }: Job): boolean {
  const next = record as Partial<Job> | undefined;
  return next?.repeat !== undefined && next.sample_id === sampleId && next.round === round;
}

async function takeOf(queue: RecordQueue, jobId: string): Promise<unknown> {
  const next = await queue.peek();
  return (next as { job_id?: unknown } | undefined)?.job_id === jobId ? queue.take() : undefined;
}

function holdsWindow(job: Job, { frames }: FrameLedger): boolean {
  return auditFrames({ endMicros: secondsToMicros(job.input_range[1]), ptsMicros: frames.map(({ pts }) => secondsToMicros(pts)) }) === null;
}

interface RecordSchema<Value> {
  safeParse(record: unknown): { success: true; data: Value } | { success: false; error: { issues: { message: string }[] } };
}

function parseRecord<Value>(schema: RecordSchema<Value>, record: unknown, name: string): Value {
  const parsed = schema.safeParse(record);
  if (parsed.success) return parsed.data;
  throw new EngineError('store/corrupt', `${name} holds a record that cannot be read: ${parsed.error.issues[0]?.message}`, { hint: 'the file was changed from outside; start the run again in a new folder' });
}

function refuseOrder(name: string): EngineError {
  return new EngineError('store/corrupt', `${name} does not hold the records of this run in the order of its plan`, { hint: 'the file was changed from outside; start the run again in a new folder' });
}
