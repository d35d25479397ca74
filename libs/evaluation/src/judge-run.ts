import { type BenchmarkItem, type RunManifest, stringifyJsonDocument } from '@medstream/schema';

import { type AnsweredCall, judgeCalls } from './judge-calls.js';
import { joinRecords } from './join-records.js';
import { assertJudgeIsAnother, assertJudgeMaySee, describeJudging } from './judge-facts.js';
import type { Judging, JudgingOutcome } from './judging.js';
import type { RunFolder } from './ports.js';
import { readRepeat } from './read-reply.js';
import { RUN_FILES } from './run-files.js';

export interface JudgeRunOptions {
  folder: RunFolder;
  manifest: RunManifest;
  /** Null: nobody is asked, and what the folder holds of the judge of its manifest stands. */
  judging: Judging | null;
  signal?: AbortSignal;
}

/**
 * Judges the final predictions of a run, and says so in its manifest. No judge is called for a policy that looks at no
 * picture (metrics.md section 2).
 *
 * @returns the manifest to score by, and what came of judging; null where nobody judged
 * @throws EngineError as {@link judgeCalls}, `usage/bad-argument` for a judge that is the tested model, `model/upload-refused`
 */
export async function judgeRun({ folder, manifest, judging, signal }: JudgeRunOptions): Promise<{ manifest: RunManifest; outcome: JudgingOutcome | null }> {
  if (judging === null || manifest.model.startsWith('baseline:')) return { manifest, outcome: null };
  assertJudgeIsAnother(judging, manifest.model);
  if (judging.frames !== null) assertJudgeMaySee(await listTerms(folder), judging);
  const outcome = await judgeCalls({ folder, calls: listRunCalls(folder), judging, signal });
  const judged = describeJudging(manifest, judging);
  await folder.writeText(RUN_FILES.manifest, stringifyJsonDocument(judged));
  return { manifest: judged, outcome };
}

/** The answered calls of a run's final files, in the order in which they are scored. */
export async function* listRunCalls(folder: RunFolder): AsyncGenerator<AnsweredCall> {
  for await (const { item, calls } of joinRecords(folder)) {
    for (const { job, prediction, ledger } of calls) yield { item, reply: readRepeat(item, job, prediction), frames: ledger?.frames ?? [] };
  }
}

/** One item for each data set and licence: the terms are theirs, and a run may be larger than memory. */
async function listTerms(folder: RunFolder): Promise<BenchmarkItem[]> {
  const items = new Map<string, BenchmarkItem>();
  for await (const record of folder.readRecords(RUN_FILES.items)) {
    const item = record as BenchmarkItem;
    items.set(JSON.stringify([item.dataset, item.provenance?.licence]), item);
  }
  return [...items.values()];
}
