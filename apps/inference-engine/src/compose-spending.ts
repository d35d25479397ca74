import type { CheckSight, Spending } from '@medstream/evaluation';
import { encodePlainPicture } from '@medstream/media';
import { boundTokens, type CostBudget, createCostMeter, type Model, runCanary } from '@medstream/models';

import type { CallSettings } from './run-settings.js';

/**
 * Counts tokens and money of a model.
 *
 * @param budget where another model takes from the same limit
 * @throws EngineError `usage/bad-argument` for a limit of costs where no price is known
 */
export function composeSpending(model: Pick<Model, 'name' | 'endpoint'>, { maxCostUsd, price }: Pick<CallSettings, 'maxCostUsd' | 'price'>, budget?: CostBudget): Spending {
  const meter = createCostMeter({ model, maxCostUsd, ...(price === undefined ? {} : { price }), ...(budget === undefined ? {} : { budget }) });
  const bound = (call: { prompt: string; images: readonly unknown[] }): ReturnType<typeof boundTokens> => boundTokens(call, model.name);
  return {
    estimate: (call) => {
      const tokens = bound(call);
      return { ...tokens, costUsd: meter.estimateUsd(tokens) };
    },
    admit: (call) => meter.admit(bound(call)),
    noteEarlier: (usage, call) => meter.noteEarlier(usage, call === undefined ? undefined : bound(call)),
    priceOf: (usage, call) => meter.priceOf(usage, bound(call)),
    get totals() {
      return meter.totals;
    },
  };
}

/** Three plain pictures under one prompt, before the first question; they count as calls of the run. */
export function composeCheckSight(model: Model, spending: Spending): CheckSight {
  const generate: Model['generate'] = async (request) => {
    const permit = spending.admit(request);
    const reply = await model.generate(request).catch((error: unknown) => {
      permit.settle('not-answered');
      throw error;
    });
    permit.settle(reply.status === 'transport_error' ? 'not-answered' : reply.usage);
    return reply;
  };
  return async (signal) => {
    const { verdict, message, error } = await runCanary({ ...model, generate }, { encodePlainPicture, signal });
    if (error !== undefined) throw error;
    return verdict === 'warned' ? `warning: ${message}` : null;
  };
}
