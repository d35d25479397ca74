import { type BenchmarkItem, EngineError, type ItemScore, itemScoreSchema, type Prediction } from '@medstream/schema';

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
    const score = itemScoreSchema.safeParse(await scores.take());
    if (!score.success || score.data.sample_id !== item.sample_id) throw new EngineError('store/corrupt', `${RUN_FILES.scores} does not hold the scores of this run in the order of its items`, { hint: 'score the run again: medstream-eval score RUN' });
    yield { item, score: score.data satisfies ItemScore, replies: await takeReplies(predictions, item.sample_id) };
  }
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
