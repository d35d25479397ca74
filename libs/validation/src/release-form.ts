import type { BenchmarkItem } from '@medstream/schema';

/** Whether an item is written in the form of the public release: our own state their schema version. */
export function isReleaseForm({ schema_version }: Pick<BenchmarkItem, 'schema_version'>): boolean {
  return schema_version === undefined;
}
