import { EngineError, type PredictionStatus, type RunManifest } from '@medstream/schema';

import { answerJob } from '../answer-job.js';
import { refuseServiceRun } from '../execute-run.js';
import type { Answerer, ModelReply, ReplyCache, RunFolder } from '../ports.js';
import { readRunPlan } from '../read-run-plan.js';
import { RUN_FILES } from '../run-files.js';
import { isPending, openRunState } from '../run-state.js';
import type { BatchReply } from './batch-lines.js';
import { decideLine, type LineFate, type LineProblem } from './decide-line.js';
import { readExported, writeExported } from './exported-calls.js';

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
export interface BatchProblem extends LineProblem {
  file: string;
  /** 1-based. */
  record: number;
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
  try {
    for (const { name: file, records } of files) {
      let record = 0;
      for await (const value of records) {
        signal.throwIfAborted();
        record += 1;
        await takeLine(await decideLine(value, { jobs, state, places }), { file, record });
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

  async function takeLine(fate: LineFate, place: { file: string; record: number }): Promise<void> {
    if (fate.kind === 'problem') {
      if (outcome.problems.length < MAX_PROBLEMS) outcome.problems.push({ ...fate.problem, ...place });
      else outcome.furtherProblems += 1;
      return;
    }
    const jobId = fate.kind === 'answered' ? fate.jobId : fate.planned.job.job_id;
    places.set(jobId, `${place.file}, record ${place.record}`);
    if (fate.kind === 'answered') outcome.answered += 1;
    else recorded.set(jobId, await recordReply(fate));
    exported.delete(jobId);
  }

  async function recordReply({ planned, frames, reply }: Extract<LineFate, { kind: 'record' }>): Promise<PredictionStatus> {
    const answerer = describeAnswerer({ endpoint, cache, ask: async () => dropEnd(await readReply(reply)) });
    const prediction = await answerJob(planned, frames, { answerer, manifest, asksAgain: true, signal });
    await state.commitPrediction(prediction);
    return prediction.status;
  }
}

/** A line is past: the quota that it met ends nothing now, and the lines behind it are paid for. */
function dropEnd({ endsRun: _, ...reply }: ModelReply): ModelReply {
  return reply;
}

/** A model whose reply is there already: nothing is decoded or sent. */
function describeAnswerer({ endpoint, cache, ask }: { endpoint: string | null; cache: ReplyCache; ask: () => Promise<ModelReply> }): Extract<Answerer, { kind: 'model' }> {
  const refuse = async (): Promise<never> => Promise.reject(new EngineError('defect/broken-promise', 'an import looked for media'));
  return { kind: 'model', ask, cache, endpoint, checkReachable: async () => undefined, sampleMedia: refuse, hasFrame: refuse, readFrame: async () => ({ bytes: new Uint8Array(), mediaType: 'image/jpeg' }) };
}
