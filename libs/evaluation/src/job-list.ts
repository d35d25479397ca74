import type { BenchmarkItem } from '@medstream/schema';

import type { JobIds } from './job-ids.js';
import type { PlannedJob } from './plan-run.js';

/** Items by their number, each read when it is asked for: what is held does not grow with what they say. */
export interface ItemList extends Iterable<BenchmarkItem> {
  readonly length: number;
  /** @param index 0-based, below the length */
  read(index: number): BenchmarkItem;
}

/** Model calls by their number in the plan, each made from its item when it is asked for. Held are some hundred bytes of each. */
export interface JobList extends Iterable<PlannedJob> {
  readonly length: number;
  readonly ids: JobIds;
  read(index: number): PlannedJob;
  /** Number of the job's item. */
  itemOf(index: number): number;
  /** Equal for jobs that are decoded together. */
  mediaOf(index: number): number;
}

export function createItemList(length: number, read: (index: number) => BenchmarkItem): ItemList {
  return { length, read, [Symbol.iterator]: () => readAll(length, read) };
}

/** Items that are held. */
export function listItems(items: readonly BenchmarkItem[]): ItemList {
  return createItemList(items.length, (index) => items[index] as BenchmarkItem);
}

export function createJobList(list: Omit<JobList, typeof Symbol.iterator | 'length'>): JobList {
  const { length } = list.ids;
  return { ...list, length, [Symbol.iterator]: () => readAll(length, (index) => list.read(index)) };
}

function* readAll<Value>(length: number, read: (index: number) => Value): Generator<Value, undefined> {
  for (let index = 0; index < length; index += 1) yield read(index);
  return undefined;
}

/** Remembers the last one: jobs of one item, and rounds, come one after the other. */
export function keepLast<Value>(make: (index: number) => Value): (index: number) => Value {
  let last: { index: number; value: Value } | null = null;
  return (index) => {
    if (last?.index !== index) last = { index, value: make(index) };
    return last.value;
  };
}
