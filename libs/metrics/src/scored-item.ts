import { type BenchmarkItem, caseIdOf, EngineError, type Figure, type ItemScore } from '@medstream/schema';

import { estimateFigure } from './bootstrap.js';
import { scoreItem } from './score-item.js';

/** An item with its score and the case it belongs to. */
export interface ScoredItem {
  item: BenchmarkItem;
  score: ItemScore;
  caseId: string;
}

/** Mean of what `pick` takes from each score; scores from which it takes null are outside the figure's n. */
export type Estimator = (scored: readonly ScoredItem[], path: string, pick: (score: ItemScore) => number | null | undefined) => Figure;

/** Makes the estimator of a summary: one seed, a generator for each figure's path. */
export function createEstimator(seed: number, withInterval: boolean): Estimator {
  return (scored, path, pick) => {
    const observations = scored.flatMap(({ score, caseId }) => {
      const value = pick(score);
      return value === null || value === undefined ? [] : [{ caseId, value }];
    });
    return estimateFigure(observations, { seed, path, withInterval });
  };
}

/**
 * Puts scores to their items in order of sample_id; an item without a score is `missing`.
 *
 * @throws EngineError `input/duplicate` for two items or two scores of one sample_id, `input/unknown-id` for a score of
 *   no item
 */
export function pairScores(items: readonly BenchmarkItem[], scores: readonly ItemScore[]): ScoredItem[] {
  const byId = indexById(scores, 'scores', 'add up the scores of one run only');
  const itemsById = indexById(items, 'items', 'give each file of the benchmark once');
  const stray = scores.find((score) => !itemsById.has(score.sample_id));
  if (stray !== undefined) throw new EngineError('input/unknown-id', `a score names no item: ${stray.sample_id}`, { hint: 'give the benchmark files that the run was made with' });
  return [...itemsById.values()]
    .sort((one, other) => (one.sample_id < other.sample_id ? -1 : 1))
    .map((item) => ({ item, caseId: caseIdOf(item), score: byId.get(item.sample_id) ?? scoreItem({ item, replies: [] }) }));
}

function indexById<Entry extends { sample_id: string }>(entries: readonly Entry[], what: string, hint: string): Map<string, Entry> {
  const byId = new Map<string, Entry>();
  for (const entry of entries) {
    if (byId.has(entry.sample_id)) throw new EngineError('input/duplicate', `two ${what} for the sample_id ${entry.sample_id}`, { hint });
    byId.set(entry.sample_id, entry);
  }
  return byId;
}
