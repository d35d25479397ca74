import type { BenchmarkItem } from '@medstream/schema';
import { DEFAULT_SAMPLING_PERIOD_SEC } from '@medstream/sampling';

import type { PlannedSampling } from './plan-run.js';
import type { Selection } from './select-items.js';

export interface DepartureFacts {
  items: readonly BenchmarkItem[];
  selection: Selection;
  sampling: Pick<PlannedSampling, 'maxFrames'>;
  looksAtFrames: boolean;
}

/** Every setting that departs from the protocol, in plain words, for manifest and report. */
export function listDepartures({ items, selection, sampling, looksAtFrames }: DepartureFacts): string[] {
  const departures: string[] = [];
  if (selection.limit !== null) departures.push(`only the first ${selection.limit === 1 ? 'item' : `${selection.limit} items`} by sample_id (--limit)`);
  for (const { key, value } of selection.filters) departures.push(`only items with ${key}=${value} (--filter)`);
  if (!looksAtFrames) return departures;
  if (sampling.maxFrames !== null) departures.push(`at most ${sampling.maxFrames} ${sampling.maxFrames === 1 ? 'frame' : 'frames'} a call, thinned evenly (--max-frames)`);
  const periods = new Map<number, number>();
  for (const { sampling_period_sec: period } of items) {
    if (period !== undefined && period !== DEFAULT_SAMPLING_PERIOD_SEC) periods.set(period, (periods.get(period) ?? 0) + 1);
  }
  for (const [period, count] of [...periods].sort(([one], [other]) => one - other)) {
    departures.push(`${count} ${count === 1 ? 'item states' : 'items state'} a sampling period of ${period} s instead of ${DEFAULT_SAMPLING_PERIOD_SEC} s`);
  }
  const withPrompt = items.filter((item) => item.prompt !== undefined).length;
  if (withPrompt > 0) departures.push(`${withPrompt} ${withPrompt === 1 ? 'item brings its' : 'items bring their'} own prompt`);
  return departures;
}
