import { type BenchmarkItem, EngineError, type ItemScore } from '@medstream/schema';

import { scoreItem } from './score-item.js';

/** An item with its score. */
export interface ScoredItem {
  item: BenchmarkItem;
  score: ItemScore;
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
    .map((item) => ({ item, score: byId.get(item.sample_id) ?? scoreItem({ item, replies: [] }) }));
}

function indexById<Entry extends { sample_id: string }>(entries: readonly Entry[], what: string, hint: string): Map<string, Entry> {
  const byId = new Map<string, Entry>();
  for (const entry of entries) {
    if (byId.has(entry.sample_id)) throw new EngineError('input/duplicate', `two ${what} for the sample_id ${entry.sample_id}`, { hint });
    byId.set(entry.sample_id, entry);
  }
  return byId;
}
