import { EngineError, type Usage } from '@medstream/schema';

import { findPrice, type PricedModel, priceOf } from './price-of.js';
import { type Price, PRICE_TABLE_DATE } from './price-table.js';

/** What a run took so far. */
export interface CostTotals {
  /** Calls with an answer. */
  calls: number;
  /** Sum over the calls that say so. */
  inputTokens: number;
  outputTokens: number;
  /** Answered calls whose tokens the server did not state in full; their cost is the estimate. */
  callsWithoutUsage: number;
  /** US dollars; null where the price is not known. */
  costUsd: number | null;
  /** Day of the price table; null where no price of it was used. */
  pricesOf: string | null;
}

/** Tokens that a call takes at most. */
interface TokenEstimate {
  inputTokens: number;
  outputTokens: number;
}

/** Money set aside for one call. */
export interface CostPermit {
  /** To be called exactly once: with the usage of an answer (null: not stated), or with `'not-answered'`, which costs nothing. */
  settle(usage: Usage | null | 'not-answered'): void;
}

export interface CostMeter {
  /**
   * Sets aside what a call may cost, so that calls under way together stay below the limit, too. Where an answer took more
   * than was set aside, as much more is set aside for every later call.
   *
   * @throws EngineError `run/cost-limit` when the limit could be passed
   */
  admit(call: TokenEstimate): CostPermit;
  /** Counts a call that an earlier start of the run made, so that the limit is that of the whole run. @param call what it was estimated at, for usage that is not stated; absent: then nothing */
  noteEarlier(usage: Usage | null, call?: TokenEstimate): void;
  /** What calls may cost that are still to be made, in US dollars; null where the price is not known. */
  estimateUsd(call: TokenEstimate): number | null;
  /** What an answered call cost, in US dollars: as estimated where its usage is not stated; null where the price is not known. */
  priceOf(usage: Usage | null, call: TokenEstimate): number | null;
  readonly totals: CostTotals;
}

/** Money that the meters of several models take from one limit. */
export interface CostBudget {
  spentUsd: number;
  /** Set aside for calls under way. */
  reservedUsd: number;
}

export function createCostBudget(): CostBudget {
  return { spentUsd: 0, reservedUsd: 0 };
}

export interface CostMeterOptions {
  model: PricedModel;
  /** Most that may be spent, in US dollars; null: no limit. */
  maxCostUsd: number | null;
  /** In place of the table's price. */
  price?: Price;
  /** Shared with the meters of other models, so that the limit is that of all of them. Default: this model's alone. */
  budget?: CostBudget;
}

/**
 * Counts tokens and money of one model in one run.
 *
 * @throws EngineError `usage/bad-argument` for a limit that is no positive number, or that cannot be kept because no price
 * is known
 */
export function createCostMeter({ model, maxCostUsd, price: ownPrice, budget = createCostBudget() }: CostMeterOptions): CostMeter {
  const price = ownPrice ?? findPrice(model);
  if (maxCostUsd !== null && !(Number.isFinite(maxCostUsd) && maxCostUsd > 0)) {
    throw new EngineError('usage/bad-argument', `a cost limit is a positive number of US dollars, not ${maxCostUsd}`);
  }
  if (maxCostUsd !== null && price === null) {
    throw new EngineError('usage/bad-argument', `a cost limit cannot be kept for ${model.name}: what it costs at ${model.endpoint ?? 'no address'} is not known`, {
      hint: `The table of ${PRICE_TABLE_DATE} holds prices of vendors at their own addresses; state the price as price: {input, output} (US dollars for a million tokens) in a file of --config, or leave the limit out.`,
    });
  }
  const sums = { calls: 0, inputTokens: 0, outputTokens: 0, callsWithoutUsage: 0 };
  let spentUsd = 0;
  // how many times the most that was reckoned with a call took: a server that counts otherwise is believed from then on
  const stretch = { input: 1, output: 1 };
  const estimate = ({ inputTokens, outputTokens }: TokenEstimate): number | null =>
    priceOf({ input_tokens: Math.ceil(inputTokens * stretch.input), output_tokens: Math.ceil(outputTokens * stretch.output) }, model, price);
  const learn = (usage: Usage | null, { inputTokens, outputTokens }: TokenEstimate): void => {
    stretch.input = Math.max(stretch.input, (usage?.input_tokens ?? 0) / inputTokens);
    stretch.output = Math.max(stretch.output, (usage?.output_tokens ?? 0) / outputTokens);
  };
  const count = (usage: Usage | null, costUsd: number): void => {
    sums.calls += 1;
    if (usage === null || usage.input_tokens === null || usage.output_tokens === null) sums.callsWithoutUsage += 1;
    sums.inputTokens += usage?.input_tokens ?? 0;
    sums.outputTokens += usage?.output_tokens ?? 0;
    spentUsd += costUsd;
    budget.spentUsd += costUsd;
  };
  return {
    admit(call) {
      const estimateUsd = estimate(call);
      if (maxCostUsd !== null && estimateUsd !== null && budget.spentUsd + budget.reservedUsd + estimateUsd > maxCostUsd) {
        throw new EngineError('run/cost-limit', `a further call could pass the limit of $${maxCostUsd}: $${budget.spentUsd.toFixed(4)} are spent, $${budget.reservedUsd.toFixed(4)} set aside for calls under way, and it may cost up to $${estimateUsd.toFixed(4)}`, { hint: 'Resume with a higher --max-cost; what a call may cost is a bound, by the most tokens that its text and pictures can be.' });
      }
      budget.reservedUsd += estimateUsd ?? 0;
      let isSettled = false;
      return {
        settle(usage) {
          if (isSettled) throw new Error('a call was settled twice');
          isSettled = true;
          budget.reservedUsd -= estimateUsd ?? 0;
          if (usage === 'not-answered') return;
          count(usage, priceOf(usage, model, price) ?? estimateUsd ?? 0);
          learn(usage, call);
        },
      };
    },
    noteEarlier(usage, call) {
      count(usage, priceOf(usage, model, price) ?? (call === undefined ? null : estimate(call)) ?? 0);
      if (call !== undefined) learn(usage, call);
    },
    estimateUsd: estimate,
    priceOf: (usage, call) => priceOf(usage, model, price) ?? estimate(call),
    get totals() {
      return { ...sums, costUsd: price === null ? null : spentUsd, pricesOf: price === null || ownPrice !== undefined ? null : PRICE_TABLE_DATE };
    },
  };
}
