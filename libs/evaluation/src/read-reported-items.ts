import { type BenchmarkItem, EngineError, type ItemScore, itemScoreSchema, type Prediction } from '@medstream/schema';
import { combineRepeats } from '@medstream/metrics';

import type { ReportedItem, RunFolder } from './ports.js';
import { readInTurn } from './read-in-turn.js';
import { RUN_FILES } from './run-files.js';

/**
 * Reads what a page is told of a scored run from its folder, item by item in order of sample_id: items, scores and
 * predictions lie in one order and are read side by side. Nothing for a folder without items: predictions made elsewhere.
 *
 * @throws EngineError `store/corrupt` for files that do not belong together
 */
export async function* readReportedItems(folder: RunFolder): AsyncGenerator<ReportedItem> {
  const [scores, predictions] = [readInTurn(folder.readRecords(RUN_FILES.scores)), readInTurn(folder.readRecords(RUN_FILES.predictions))];
  for await (const record of folder.readRecords(RUN_FILES.items)) {
    const item = record as BenchmarkItem;
    const repeats = await takeScores(scores, item.sample_id);
    yield { item, score: combineRepeats(repeats), ...(repeats.length === 1 ? {} : { repeats }), replies: await takeReplies(predictions, item.sample_id) };
  }
}

async function takeScores(scores: ReturnType<typeof readInTurn>, sampleId: string): Promise<ItemScore[]> {
  const taken: ItemScore[] = [];
  for (;;) {
    const next = (await scores.peek()) as Partial<ItemScore> | undefined;
    if (next?.sample_id !== sampleId || (next.repeat ?? 0) !== taken.length) break;
    const score = itemScoreSchema.safeParse(next);
    if (!score.success) break;
    taken.push(score.data);
    await scores.take();
  }
  if (taken.length > 0) return taken;
  throw new EngineError('store/corrupt', `${RUN_FILES.scores} does not hold the scores of this run in the order of its items`, { hint: 'score the run again: medstream-eval score RUN' });
}

async function takeReplies(predictions: ReturnType<typeof readInTurn>, sampleId: string): Promise<ReportedItem['replies']> {
  const replies: ReportedItem['replies'][number][] = [];
  for (;;) {
    const next = (await predictions.peek()) as Prediction | undefined;
    if (next?.sample_id !== sampleId) return replies;
    await predictions.take();
    replies.push({ ...next, round: next.round ?? null });
  }
}
