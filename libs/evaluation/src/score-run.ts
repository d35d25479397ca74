import { EngineError, type RunManifest, type Summary } from '@medstream/schema';

import type { HumanScores } from './human-scores.js';
import { type AnsweredCall, judgeCalls } from './judge-calls.js';
import { describeJudge } from './judge-facts.js';
import { judgeRun } from './judge-run.js';
import type { Judging, JudgingOutcome } from './judging.js';
import { noteJudgeSpending } from './note-judge-spending.js';
import type { RunFolder, RunPorts } from './ports.js';
import { readManifest } from './prepare-run-folder.js';
import { RUN_FILES } from './run-files.js';
import { scoreFolder } from './score-folder.js';
import { scoreItems } from './score-items.js';
import { joinOutside, type LocatedItem, type OutsidePredictions, removeSorted, sortOutside } from './sort-outside.js';

/** How replies are judged. */
export interface JudgedScoring {
  /** Null or absent: nobody is asked, and verdicts that the folder of a run holds stand. */
  judging?: Judging | null;
  /** Marks of people, to compare the judge with. */
  humanScores?: HumanScores | null;
  signal?: AbortSignal;
}

/** A summary, and what came of judging; null where nobody judged. */
export interface ScoredOutcome {
  summary: Summary;
  judging: JudgingOutcome | null;
}

/**
 * Scores a run folder again from its own items and predictions, and writes scores, summary and page.
 *
 * @throws EngineError `usage/bad-argument` when the folder is not that of a finished run, `store/corrupt`; as {@link judgeRun}
 */
export async function scoreRun(ports: Pick<RunPorts, 'folder' | 'startReport'> & JudgedScoring): Promise<{ manifest: RunManifest } & ScoredOutcome> {
  const { folder } = ports;
  const names = await folder.listNames();
  const manifestText = await folder.readText(RUN_FILES.manifest);
  if (manifestText === null || !names.includes(RUN_FILES.predictions) || names.includes(RUN_FILES.predictionsLog)) {
    throw new EngineError('usage/bad-argument', 'the folder does not hold a finished run', { hint: 'finish the run first: medstream-eval run … --out RUN --resume' });
  }
  const { judging = null, humanScores = null, signal } = ports;
  if (judging !== null) await noteJudgeSpending(folder, judging);
  const { manifest, outcome } = await judgeRun({ folder, manifest: readManifest(manifestText), judging, signal });
  return { manifest, summary: await scoreFolder({ folder, manifest, startReport: ports.startReport, humanScores }), judging: outcome };
}

/** Predictions made elsewhere. */
export interface OutsideScoring extends JudgedScoring {
  items: Iterable<LocatedItem> | AsyncIterable<LocatedItem>;
  predictions: OutsidePredictions;
  seed: number;
  folder: RunFolder;
  startReport: RunPorts['startReport'];
  /** Told when the items lie in {@link RUN_FILES}.sortedItems and nothing else has been written: its throw ends the scoring. */
  onSorted?: () => Promise<void>;
}

/**
 * Scores predictions made elsewhere (`{sample_id, round?, output}`), in any order. A round without a line is `missing`.
 * Items and predictions are sorted on disk first, so that neither has to fit in memory.
 *
 * @throws EngineError `input/bad-record`, `input/duplicate`, `input/unknown-id`; what `onSorted` throws; as {@link judgeCalls}
 */
export async function scoreOutsidePredictions({ items, predictions, seed, folder, startReport, onSorted, judging = null, humanScores = null, signal }: OutsideScoring): Promise<ScoredOutcome> {
  try {
    await sortOutside(folder, { items, predictions });
    await onSorted?.();
    const outcome = judging === null ? null : await judgeOutside(folder, judging, signal);
    const summary = await scoreItems({
      folder,
      name: RUN_FILES.sortedItems,
      answered: joinOutside(folder),
      seed,
      times: 1,
      // which model made the replies is not known, so it cannot be told from the judge
      judged: judging === null ? { judge: null } : describeJudge(judging, null),
      humanScores: judging === null ? null : humanScores,
      isPolicy: false,
      manifest: null,
      startReport,
      auditLeaks: () => ({ jobs: 0, violations: 0 }),
    });
    return { summary, judging: outcome };
  } finally {
    await removeSorted(folder);
  }
}

async function judgeOutside(folder: RunFolder, judging: Judging, signal: AbortSignal | undefined): Promise<JudgingOutcome> {
  // a prediction of no item is found before anything is asked
  const joined = joinOutside(folder);
  while ((await joined.next()).done !== true) signal?.throwIfAborted();
  await noteJudgeSpending(folder, judging, listOutsideCalls);
  return judgeCalls({ folder, calls: listOutsideCalls(folder), judging, signal });
}

async function* listOutsideCalls(folder: RunFolder): AsyncGenerator<AnsweredCall> {
  for await (const { item, replies } of joinOutside(folder)) for (const reply of replies) yield { item, reply, frames: [] };
}
