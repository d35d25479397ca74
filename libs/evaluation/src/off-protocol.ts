import type { BenchmarkItem } from '@medstream/schema';
import { DEFAULT_SAMPLING_PERIOD_SEC } from '@medstream/sampling';

import type { PlannedSampling } from './plan-run.js';
import type { Selection } from './select-items.js';

export interface DepartureFacts {
  selection: Selection;
  sampling: Pick<PlannedSampling, 'maxFrames'>;
  looksAtFrames: boolean;
}

/** Every setting that departs from the protocol, in plain words, for manifest and report. */
export interface Departures {
  /** To be told of each item of the run. */
  note(item: BenchmarkItem): void;
  list(): string[];
}

export function createDepartures({ selection, sampling, looksAtFrames }: DepartureFacts): Departures {
  const periods = new Map<number, number>();
  let withPrompt = 0;
  return {
    note({ sampling_period_sec: period, prompt }) {
      if (period !== undefined && period !== DEFAULT_SAMPLING_PERIOD_SEC) periods.set(period, (periods.get(period) ?? 0) + 1);
      if (prompt !== undefined) withPrompt += 1;
    },
    list() {
      const departures: string[] = [];
      if (selection.limit !== null) departures.push(`only the first ${selection.limit === 1 ? 'item' : `${selection.limit} items`} by sample_id (--limit)`);
      for (const { key, value } of selection.filters) departures.push(`only items with ${key}=${value} (--filter)`);
      if (!looksAtFrames) return departures;
      if (sampling.maxFrames !== null) departures.push(`at most ${sampling.maxFrames} ${sampling.maxFrames === 1 ? 'frame' : 'frames'} a call, thinned evenly (--max-frames)`);
      for (const [period, count] of [...periods].sort(([one], [other]) => one - other)) {
        departures.push(`${count} ${count === 1 ? 'item states' : 'items state'} a sampling period of ${period} s instead of ${DEFAULT_SAMPLING_PERIOD_SEC} s`);
      }
      if (withPrompt > 0) departures.push(`${withPrompt} ${withPrompt === 1 ? 'item brings its' : 'items bring their'} own prompt`);
      return departures;
    },
  };
}
