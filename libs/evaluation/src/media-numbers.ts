import type { BenchmarkItem } from '@medstream/schema';
import { resolveMediaType, resolveTimeUnit } from '@medstream/sampling';

/** Numbers that are equal for items that can be decoded together: of one file, read in one way. Counted up in order of asking. */
export function createMediaNumbers(): (item: BenchmarkItem) => number {
  const numbers = new Map<string, number>();
  return (item) => {
    const key = JSON.stringify([item.media_path, resolveMediaType(item), resolveTimeUnit(item), item.frame_rate ?? null]);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
}
