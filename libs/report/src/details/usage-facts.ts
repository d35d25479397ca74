import type { DetailedItem, DetailedReply } from './run-details.js';

/** What calls cost, as whoever knows prices says. */
export interface ListPrices {
  /** Day that the prices are of, such as 2025-12-01. */
  date: string;
  /** US dollars of one call; null where price or tokens are not known. */
  priceOf: (reply: Pick<DetailedReply, 'usage' | 'model'>) => number | null;
}

/** What the calls of a run cost and took, as far as the server said. */
export interface UsageFacts {
  calls: number;
  /** Calls answered from the reply cache: in no latency. */
  cached: number;
  /** Pictures sent, over all calls. */
  frames: number;
  /** Sums over the calls that state them; null where none does. */
  inputTokens: { sum: number; calls: number } | null;
  outputTokens: { sum: number; calls: number } | null;
  /** US dollars at list prices, over the calls whose price is known; null where none is. */
  costUsd: { sum: number; calls: number; pricesOf: string } | null;
  /** Over the calls that were made, to one part in a hundred; null where no latency is known. */
  latencyMs: { median: number; p95: number; calls: number } | null;
}

/** Latencies are counted in classes that grow by this factor: a percentile is off by less than it. */
const CLASS_RATIO = 1.01;

export function createUsage(prices: ListPrices | null = null): { add(detailed: DetailedItem): void; finish(): UsageFacts } {
  const facts = { calls: 0, cached: 0, frames: 0 };
  const [input, output, cost] = [{ sum: 0, calls: 0 }, { sum: 0, calls: 0 }, { sum: 0, calls: 0 }];
  const classes = new Map<number, number>();
  let timed = 0;
  const count = (sum: { sum: number; calls: number }, amount: number | null | undefined): void => {
    if (amount === null || amount === undefined) return;
    sum.sum += amount;
    sum.calls += 1;
  };
  const percentile = (share: number): number => {
    let seen = 0;
    for (const [index, size] of [...classes].sort(([one], [other]) => one - other)) {
      seen += size;
      if (seen >= share * timed) return index === -1 ? 0 : Number((CLASS_RATIO ** (index + 0.5)).toPrecision(3));
    }
    return 0;
  };
  return {
    add({ replies }) {
      for (const reply of replies) {
        const { frames, usage, cached, latency_ms: latencyMs } = reply;
        facts.calls += 1;
        facts.frames += frames?.length ?? 0;
        count(input, usage?.input_tokens);
        count(output, usage?.output_tokens);
        count(cost, prices?.priceOf(reply));
        if (cached === true) facts.cached += 1;
        else if (latencyMs !== null && latencyMs !== undefined) {
          const index = latencyMs < 1 ? -1 : Math.floor(Math.log(latencyMs) / Math.log(CLASS_RATIO));
          classes.set(index, (classes.get(index) ?? 0) + 1);
          timed += 1;
        }
      }
    },
    finish: () => ({
      ...facts,
      inputTokens: input.calls === 0 ? null : input,
      outputTokens: output.calls === 0 ? null : output,
      costUsd: cost.calls === 0 || prices === null ? null : { ...cost, pricesOf: prices.date },
      latencyMs: timed === 0 ? null : { median: percentile(0.5), p95: percentile(0.95), calls: timed },
    }),
  };
}
