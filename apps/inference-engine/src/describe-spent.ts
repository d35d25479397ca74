import type { JudgingOutcome, SpentTotals } from '@medstream/evaluation';

/** Dollars with as many digits as matter: cents, or four decimals below a dollar. */
export function formatDollars(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

/** One line about what a run took; a cost that is not known is said to be so. */
export function describeSpent({ calls, inputTokens, outputTokens, callsWithoutUsage, costUsd, pricesOf }: SpentTotals): string {
  const unstated = callsWithoutUsage === 0 ? '' : `, not stated in full for ${callsWithoutUsage}`;
  const prices = pricesOf === null ? 'the price given' : `list prices of ${pricesOf}`;
  const cost = costUsd === null ? 'cost not known' : `${formatDollars(costUsd)} by ${prices}`;
  return `${calls} calls answered, ${inputTokens} tokens and ${outputTokens} of replies${unstated}; ${cost}\n`;
}

/** The same for `--json`. */
export function listSpent(spent: SpentTotals): Record<string, number | string | null> {
  return { calls: spent.calls, input_tokens: spent.inputTokens, output_tokens: spent.outputTokens, calls_without_usage: spent.callsWithoutUsage, cost_usd: spent.costUsd, prices_of: spent.pricesOf };
}

/** A line about the calls of a judge; empty where none are counted. */
export function describeJudgeSpent(judging: JudgingOutcome | null): string {
  return judging?.spent === undefined ? '' : `${'spent by the judge'.padEnd(36)}${describeSpent(judging.spent)}`;
}

/** The same for `--json`. */
export function listJudgeSpent(judging: JudgingOutcome | null): { judge_usage?: ReturnType<typeof listSpent> } {
  return judging?.spent === undefined ? {} : { judge_usage: listSpent(judging.spent) };
}
