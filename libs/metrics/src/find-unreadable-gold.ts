import type { BenchmarkItem } from '@medstream/schema';

import { listGolds } from './expected-output.js';

/**
 * Checks that every right answer of an item reads as itself (metrics.md section 1), so that the oracle can score 1.
 * Returns what is wrong, naming the round, or null. An item with no gold that this protocol reads (answers that are
 * objects, protocol `json`) has nothing to check.
 */
export function findUnreadableGold(item: BenchmarkItem): string | null {
  const faulty = listGolds(item).find((gold) => gold.value === null);
  if (faulty === undefined) return null;
  const where = faulty.round === null ? 'the answer' : `the expected output of round ${faulty.round}`;
  return `${where} ${JSON.stringify(faulty.expected)} does not read as itself`;
}
