import { EngineError } from '@medstream/schema';

import type { Spending } from '../ports.js';

/** A limit of calls in place of money: each costs a dollar. */
export function countDollars(limit: number): Spending & { open: number } {
  let [calls, open] = [0, 0];
  return {
    estimate: ({ images }) => ({ inputTokens: images.length, outputTokens: 1, costUsd: 1 }),
    admit: () => {
      if (calls + open >= limit) throw new EngineError('run/cost-limit', 'enough');
      open += 1;
      return {
        settle: (usage) => {
          open -= 1;
          if (usage !== 'not-answered') calls += 1;
        },
      };
    },
    noteEarlier: () => void (calls += 1),
    priceOf: () => 1,
    get open() {
      return open;
    },
    get totals() {
      return { calls, inputTokens: 0, outputTokens: 0, callsWithoutUsage: 0, costUsd: calls, pricesOf: null };
    },
  };
}
