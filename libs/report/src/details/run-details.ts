import type { BenchmarkItem, ItemScore, Prediction } from '@medstream/schema';

import { createItemSample, type ShownItem } from './item-sample.js';
import { createStatistics, type DatasetStatistics } from './dataset-statistics.js';
import { createTiming, type ResponseTimes } from './response-times.js';
import { createUsage, type ListPrices, type UsageFacts } from './usage-facts.js';

/** A scored item with its replies in order of time; what only runs know is absent for predictions made elsewhere. */
export interface DetailedItem {
  item: BenchmarkItem;
  /** Of an item that was asked several times the combined one. */
  score: ItemScore;
  /** The score of each time, where it was asked several times. */
  repeats?: readonly ItemScore[];
  replies: readonly DetailedReply[];
}

export type DetailedReply = { round: number | null; raw: string | null } & Partial<Pick<Prediction, 'frames' | 'latency_ms' | 'usage' | 'cached' | 'model'>>;

/** What a page shows of a run beyond its summary. */
export interface RunDetails {
  /** Per mode with streaming items, in the order of the paper. */
  timing: ResponseTimes[];
  usage: UsageFacts;
  statistics: DatasetStatistics;
  items: { shown: ShownItem[]; total: number };
}

/** Collects {@link RunDetails} item by item; what it holds does not grow with the run. */
export interface DetailsCollector {
  add(detailed: DetailedItem): void;
  finish(): RunDetails;
}

/** Items of one run that a page shows one by one. */
export const DEFAULT_MAX_ITEMS = 300;

/**
 * @param maxItems how many items are kept to be shown; the others are counted
 * @param prices what calls cost; no costs are told without
 */
export function createDetailsCollector({ maxItems = DEFAULT_MAX_ITEMS, prices = null }: { maxItems?: number; prices?: ListPrices | null } = {}): DetailsCollector {
  const [timing, usage, statistics, sample] = [createTiming(), createUsage(prices), createStatistics(), createItemSample(maxItems)];
  return {
    add(detailed) {
      for (const part of [timing, usage, statistics, sample]) part.add(detailed);
    },
    finish: () => ({ timing: timing.finish(), usage: usage.finish(), statistics: statistics.finish(), items: sample.finish() }),
  };
}
