import { EngineError, type FrameRecord, type PredictionStatus, type RunManifest } from '@medstream/schema';

import { answerJob } from '../answer-job.js';
import { refuseServiceRun } from '../execute-run.js';
import type { PlannedJob } from '../plan-run.js';
import type { Answerer, ModelReply, ReplyCache, RunFolder } from '../ports.js';
import { readRunPlan } from '../read-run-plan.js';
import { RUN_FILES } from '../run-files.js';
import { isPending, openRunState, type RunState } from '../run-state.js';
import { holdsWindow } from '../sample-jobs.js';
import { type BatchReply, batchReplySchema } from './batch-lines.js';
import { readExported, writeExported } from './exported-calls.js';
import { hashFrames, readRequestName } from './request-name.js';

/** A file of replies or of errors. */
export interface BatchFile {
  /** For messages. */
  name: string;
  records: AsyncIterable<unknown>;
}

export interface ImportPorts {
  folder: RunFolder;
  files: readonly BatchFile[];
  cache: ReplyCache;
  /** The model that the run asks, with the address its replies are kept under. @throws EngineError for one whose replies cannot be read */
  composeReader: (manifest: RunManifest) => { endpoint: string | null; readReply: (reply: BatchReply) => Promise<ModelReply> };
}

/** A line that was not recorded. */
export interface BatchProblem {
  kind: 'bad-record' | 'unknown' | 'duplicate' | 'not-exported' | 'other-pictures';
  file: string;
  /** 1-based. */
  record: number;
  message: string;
}

export interface ImportedBatch {
  /** Replies recorded now, by status. */
  statuses: Partial<Record<PredictionStatus, number>>;
  recorded: number;
  /** Lines of calls that had a final reply before: the same file again, or the run went on meanwhile. */
  answered: number;
  /** Recorded calls that failed by no fault of the model; the run asks them again. */
  failed: number;
  /** Calls without a final reply now. */
  pending: number;
  /** Of these, calls that stand in a batch file and had no line so far. */
  waiting: number;
  problems: BatchProblem[];
  /** Problems beyond those listed. */
  furtherProblems: number;
}

/** Problems told one by one. */
const MAX_PROBLEMS = 100;

/**
 * Records the replies of a batch in its run, each once, on the same way as a reply that was just asked for: read, typed,
 * kept in the cache, with the frames of its ledger. The first line of a call with a final reply stands, and a call keeps it.
 * What is missing or failed is asked by `run --resume`. A call with a line is no longer waited for, whatever the line says.
 *
 * @throws EngineError `usage/bad-argument` for a folder without a run, `store/…`, `input/…` for a file that is not JSON
 */
export async function importBatch({ folder, files, cache, composeReader }: ImportPorts, { signal }: { signal: AbortSignal }): Promise<ImportedBatch> {
  await refuseServiceRun(folder);
  const manifestText = await folder.readText(RUN_FILES.manifest);
  if (manifestText === null) throw new EngineError('usage/bad-argument', 'the folder does not hold a run', { hint: 'name the folder that `medstream-eval batch export` planned the run in' });
  const { jobs, manifest } = await readRunPlan(folder, manifestText);
  const { endpoint, readReply } = composeReader(manifest);
  const state = await openRunState(folder, jobs.ids);
  const outcome: ImportedBatch = { statuses: {}, recorded: 0, answered: 0, failed: 0, pending: 0, waiting: 0, problems: [], furtherProblems: 0 };
  const exported = await readExported(folder);
  const places = new Map<string, string>();
  const recorded = new Map<string, PredictionStatus>();
  const note = (problem: BatchProblem): void => {
    if (outcome.problems.length < MAX_PROBLEMS) outcome.problems.push(problem);
    else outcome.furtherProblems += 1;
  };
  try {
    for (const { name: file, records } of files) {
      let record = 0;
      for await (const value of records) {
        signal.throwIfAborted();
        record += 1;
        const parsed = batchReplySchema.safeParse(value);
        if (!parsed.success) {
          note({ kind: 'bad-record', file, record, message: `${parsed.error.issues[0]?.path.join('.') ?? ''}: ${parsed.error.issues[0]?.message}` });
          continue;
        }
        const { custom_id: name } = parsed.data;
        const { jobId: id, frames: asked } = readRequestName(name) ?? { jobId: name, frames: '' };
        const [job, earlier] = [jobs.ids.indexOf(id), places.get(id)];
        if (job === undefined || asked === '') note({ kind: 'unknown', file, record, message: `the custom_id ${JSON.stringify(name)} names no call of this run` });
        else if (earlier !== undefined && !isPending(state.standingOf(id), { retryErrors: false })) note({ kind: 'duplicate', file, record, message: `the call ${id} stands in ${earlier}, too; that line counts` });
        else if (!isPending(state.standingOf(id), { retryErrors: false })) {
          places.set(id, `${file}, record ${record}`);
          outcome.answered += 1;
          exported.delete(id);
        } else {
          const planned = jobs.read(job);
          const frames = await findFrames(planned, state);
          if (frames === null) note({ kind: 'not-exported', file, record, message: `the call ${id} was never exported from this folder: which frames were sent is not known` });
          else if (hashFrames(frames) !== asked) note({ kind: 'other-pictures', file, record, message: `the reply is to other pictures than the call ${id} has now: its video changed, and it was exported again` });
          else {
            places.set(id, `${file}, record ${record}`);
            await recordReply(planned, frames, parsed.data);
            exported.delete(id);
          }
        }
      }
    }
    const pending = new Set([...jobs.ids].filter((jobId) => isPending(state.standingOf(jobId), { retryErrors: false })));
    const waiting = new Set([...exported].filter((jobId) => pending.has(jobId)));
    await writeExported(folder, waiting);
    [outcome.pending, outcome.waiting, outcome.recorded] = [pending.size, waiting.size, recorded.size];
    for (const status of recorded.values()) outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
    outcome.failed = outcome.statuses.transport_error ?? 0;
    return outcome;
  } finally {
    await state.close();
  }

  async function recordReply(planned: PlannedJob, frames: FrameRecord[], reply: BatchReply): Promise<void> {
    const answerer = describeAnswerer({ endpoint, cache, ask: () => readReply(reply) });
    const prediction = await answerJob(planned, frames, { answerer, manifest, asksAgain: true, signal });
    await state.commitPrediction(prediction);
    recorded.set(planned.job.job_id, prediction.status);
  }
}

/** The frames that were sent, held to the prefix guard again; null where the folder does not know them. */
async function findFrames(planned: PlannedJob, state: Pick<RunState, 'readLedger'>) {
  const ledger = await state.readLedger(planned.job.job_id);
  if (ledger === undefined || ledger.frames.length === 0) return null;
  if (holdsWindow(planned, ledger.frames)) return ledger.frames;
  throw new EngineError('media/future-frame', `the ledger of ${planned.job.job_id} holds a frame beyond the end of its window`);
}

/** A model whose reply is there already: nothing is decoded or sent. */
function describeAnswerer({ endpoint, cache, ask }: { endpoint: string | null; cache: ReplyCache; ask: () => Promise<ModelReply> }): Extract<Answerer, { kind: 'model' }> {
  const refuse = async (): Promise<never> => Promise.reject(new EngineError('defect/broken-promise', 'an import looked for media'));
  return { kind: 'model', ask, cache, endpoint, checkReachable: async () => undefined, sampleMedia: refuse, hasFrame: refuse, readFrame: async () => ({ bytes: new Uint8Array(), mediaType: 'image/jpeg' }) };
}
