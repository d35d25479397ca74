import { EngineError } from '@medstream/schema';

import type { Answerer } from '../ports.js';
import type { SharedBudget } from './service-ports.js';

type ModelAnswerer = Extract<Answerer, { kind: 'model' }>;

/** Pictures that are shown before the first question, and the call without any. */
const SIGHT_CALLS = 4;

/**
 * Holds the calls of one worker to the limit that all workers of a run share. A model whose price is not known is not
 * counted: it was let through because it is free.
 *
 * @throws EngineError (from what it asks) `run/cost-limit` before a call that could pass the limit
 */
export function limitAnswerer(answerer: ModelAnswerer, budget: SharedBudget): ModelAnswerer {
  const { spending, checkSight } = answerer;
  if (spending === undefined) return answerer;
  return {
    ...answerer,
    async ask(request) {
      const boundUsd = spending.estimate(request).costUsd;
      if (boundUsd === null) return answerer.ask(request);
      const settle = await reserve(budget, boundUsd);
      let cost: number | null = null;
      try {
        const reply = await answerer.ask(request);
        if (reply.status !== 'transport_error') cost = spending.priceOf(reply.usage, request);
        return reply;
      } finally {
        await settle(cost);
      }
    },
    ...(checkSight === undefined
      ? {}
      : {
          async checkSight(signal) {
            const one = spending.estimate({ prompt: ' '.repeat(1_000), images: [null] }).costUsd;
            if (one === null) return checkSight(signal);
            const settle = await reserve(budget, SIGHT_CALLS * one);
            // nothing else is asked here meanwhile
            const before = spending.totals;
            try {
              return await checkSight(signal);
            } finally {
              await settle((spending.totals.costUsd ?? 0) - (before.costUsd ?? 0));
            }
          },
        }),
  };
}

async function reserve(budget: SharedBudget, usd: number): Promise<(spentUsd: number | null) => Promise<void>> {
  const settle = await budget.reserve(usd);
  if (settle !== null) return settle;
  const { spentUsd } = await budget.readTotals();
  throw new EngineError('run/cost-limit', `a further call could pass the limit: $${spentUsd.toFixed(4)} are spent`, { hint: 'request the run again in the same folder, under a new id and with a higher max_cost' });
}
