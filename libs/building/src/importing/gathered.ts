import { type BenchmarkItem, compareText, type Finding } from '@medstream/schema';

/** A record that was not written, with the reasons. */
export interface Rejected {
  candidate: unknown;
  findings: Finding[];
}

/** What one data set comes to. */
export interface Gathered {
  items: BenchmarkItem[];
  rejected: Rejected[];
}

/** Names of the data sets, in the order in which they are written. */
export function listDatasets(datasets: ReadonlyMap<string, Gathered>): string[] {
  return [...datasets.keys()].sort(compareText);
}
