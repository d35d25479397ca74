import { type BenchmarkItem, caseIdOf, type Figure, type ItemScore } from '@medstream/schema';

import { estimateFigure } from './bootstrap.js';

/** Two runs over the same items. */
export interface ScoreComparison {
  /** Mean of O of the second run minus O of the first over the pairs; n is the number of pairs. */
  difference: Figure;
  /** Half the width of the interval: a smaller difference cannot be told from none with these cases. Null where not estimable. */
  resolutionFloor: number | null;
  /** Whether the interval leaves 0 out; null where not estimable. */
  isResolved: boolean | null;
}

/**
 * Compares two runs item by item (metrics.md section 4, "Paired comparison"): only items that both have a score for
 * are pairs; the interval resamples case_ids.
 */
export function compareScores({ items, first, second, seed }: { items: readonly BenchmarkItem[]; first: readonly ItemScore[]; second: readonly ItemScore[]; seed: number }): ScoreComparison {
  const [one, other] = [first, second].map((scores) => new Map(scores.map((score) => [score.sample_id, score.overall])));
  const sorted = [...items].sort((left, right) => (left.sample_id < right.sample_id ? -1 : 1));
  const pairs = sorted.flatMap((item) => {
    const before = one?.get(item.sample_id) ?? null;
    const after = other?.get(item.sample_id) ?? null;
    return before === null || after === null ? [] : [{ caseId: caseIdOf(item), value: after - before }];
  });
  const difference = estimateFigure(pairs, { seed, path: 'compare/overall' });
  if (difference.ci95 === null) return { difference, resolutionFloor: null, isResolved: null };
  const [low, high] = difference.ci95;
  return { difference, resolutionFloor: (high - low) / 2, isResolved: low > 0 || high < 0 };
}
