import { stat } from 'node:fs/promises';

import { type JudgedScoring, readHumanScores, RUN_FILES, type ScoredOutcome, scoreOutsidePredictions, scoreRun } from '@medstream/evaluation';
import { type BenchmarkItem, EngineError } from '@medstream/schema';
import { listItemFiles, readJsonRecords } from '@medstream/store';

import type { CommandContext } from './command-context.js';
import { composeJudge } from './compose-judge.js';
import { assertFolder, startReport } from './compose-run.js';
import { type LockedRunFolder, openRunFolder } from './compose-run-folder.js';
import { createJudgeProgress } from './judge-progress.js';
import type { JudgeSettings } from './judge-settings.js';
import { streamItems } from './load-items.js';
import { DEFAULT_SEED } from './run-settings.js';

/** How replies are judged, if at all. */
export interface JudgeRequest {
  judge: JudgeSettings | null;
  /** Marks of people. */
  humanScores: string | undefined;
  retryErrors: boolean;
  /** Of the judge; null: no limit. */
  maxCostUsd: number | null;
  cache: string | undefined;
  allowUpload: readonly string[];
}

/** Scores a finished run again, in place. */
export async function scoreFolder(run: string, request: JudgeRequest, context: CommandContext): Promise<ScoredOutcome> {
  await assertFolder(run, 'RUN');
  const judged = await composeJudged(request, context);
  return withFolder(run, (folder) => scoreRun({ folder, startReport, ...judged }));
}

/** The signal is asked for only with a judge: scoring alone is quick, and obeys none. */
async function composeJudged({ judge, humanScores, retryErrors, maxCostUsd, cache, allowUpload }: JudgeRequest, context: CommandContext): Promise<JudgedScoring> {
  if (humanScores !== undefined) await assertFile(humanScores, '--human-scores');
  const people = humanScores === undefined ? null : await readHumanScores(humanScores, readPredictions(humanScores));
  if (judge === null) return { humanScores: people };
  const onEvent = createJudgeProgress({ print: context.printNote, now: Date.now });
  const judging = composeJudge(judge, { environment: context.environment, cache, allowUpload, asksAgain: retryErrors, whenUnreachable: 'throw', limit: { maxCostUsd }, onEvent });
  return { judging, humanScores: people, signal: context.signal };
}

/** Scores predictions made elsewhere into a folder of their own. */
export async function scorePredictions(request: { data: string[]; predictions: string; out: string }, judge: JudgeRequest, context: CommandContext): Promise<ScoredOutcome> {
  await assertFile(request.predictions, '--predictions');
  if (judge.judge?.showsFrames === true) throw new EngineError('usage/bad-argument', 'which frames stand behind predictions made elsewhere is not known, so a judge cannot be shown them', { hint: 'leave out --judge-frames' });
  const judged = await composeJudged(judge, context);
  // before a folder is made
  await listItemFiles(request.data);
  return withFolder(request.out, async (folder) => {
    const hasScores = await assertReplaceable(folder, request.out);
    return scoreOutsidePredictions({
      items: streamItems(request.data, context.printNote),
      predictions: { name: request.predictions, records: readPredictions(request.predictions) },
      seed: DEFAULT_SEED,
      folder,
      startReport,
      ...(hasScores ? { onSorted: () => assertSameItems(folder, request.out) } : {}),
      ...judged,
    });
  });
}

async function assertFile(file: string, flag: string): Promise<void> {
  if ((await stat(file).catch(() => null)) === null) throw new EngineError('usage/missing-root', `the file ${file} of ${flag} does not exist`, { hint: 'check the path' });
}

const REPLACING_HINT = 'name an empty or a new folder with --out; only earlier scores of the same items are replaced';

/** Earlier scores of predictions made elsewhere give way to new ones of the same items, and nothing else does. Says whether there are some. */
async function assertReplaceable(folder: LockedRunFolder, out: string): Promise<boolean> {
  // verdicts alone: judging was broken off before the first scores, and each verdict names the answer it belongs to
  const passing: readonly string[] = [RUN_FILES.judgements, RUN_FILES.judgementsLog, RUN_FILES.sortedItems, RUN_FILES.sortedPredictions];
  const own: readonly string[] = [RUN_FILES.scores, RUN_FILES.summary, RUN_FILES.report, ...passing];
  const names = await folder.listNames();
  if (names.every((name) => passing.includes(name))) return false;
  const foreign = names.find((name) => !own.includes(name)) ?? (names.includes(RUN_FILES.scores) ? undefined : names[0]);
  if (foreign !== undefined) throw new EngineError('usage/output-not-empty', `the folder ${out} holds "${foreign}"`, { hint: REPLACING_HINT });
  return true;
}

/** Both lie in order of sample_id. */
async function assertSameItems(folder: LockedRunFolder, out: string): Promise<void> {
  const scores = folder.readRecords(RUN_FILES.scores)[Symbol.asyncIterator]();
  const takeId = async (): Promise<unknown> => {
    const next = await scores.next();
    return next.done === true ? undefined : (next.value as { sample_id?: unknown }).sample_id;
  };
  const refuse = (): EngineError => new EngineError('usage/output-not-empty', `the folder ${out} holds scores of other items`, { hint: REPLACING_HINT });
  for await (const item of folder.readRecords(RUN_FILES.sortedItems)) if ((await takeId()) !== (item as BenchmarkItem).sample_id) throw refuse();
  if ((await takeId()) !== undefined) throw refuse();
}

async function* readPredictions(file: string): AsyncGenerator<unknown> {
  for await (const { value } of readJsonRecords(file)) yield value;
}

async function withFolder<Result>(path: string, work: (folder: LockedRunFolder) => Promise<Result>): Promise<Result> {
  const folder = await openRunFolder(path);
  try {
    return await work(folder);
  } finally {
    await folder.release();
  }
}
