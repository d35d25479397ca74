import { listEvidenceWindows, MICROS_PER_UNIT } from '@medstream/sampling';

import type { DetailedItem } from './run-details.js';

/** What the items of a run are, counted. Names are sorted; windows are in order of length. */
export interface DatasetStatistics {
  datasets: { name: string; items: number; cases: number; calls: number }[];
  /** Temporal mode and number of turns, e.g. `future, streaming`. */
  modes: Counted[];
  tasks: Counted[];
  labelSources: Counted[];
  questionTypes: Counted[];
  reviews: Counted[];
  /** Calls by the length of their evidence window. */
  windows: Counted[];
}

export interface Counted {
  name: string;
  count: number;
}

/** Upper ends of the classes of window lengths, in seconds; the last has none. */
const WINDOW_ENDS_SEC = [0, 5, 10, 30, 60, 120, 300, 600] as const;
const WINDOW_NAMES = [...WINDOW_ENDS_SEC.map((end, index) => (index === 0 ? '0 s (one frame)' : `over ${WINDOW_ENDS_SEC[index - 1]} to ${end} s`)), 'over 600 s', 'counted in frames'];

export function createStatistics(): { add(detailed: DetailedItem): void; finish(): DatasetStatistics } {
  const datasets = new Map<string, { items: number; cases: Set<string>; calls: number }>();
  const [modes, tasks, labelSources, questionTypes, reviews, windows] = Array.from({ length: 6 }, () => new Map<string, number>()) as [Counts, Counts, Counts, Counts, Counts, Counts];
  return {
    add({ item }) {
      const calls = listEvidenceWindows(item);
      let dataset = datasets.get(item.dataset);
      if (dataset === undefined) datasets.set(item.dataset, (dataset = { items: 0, cases: new Set(), calls: 0 }));
      dataset.items += 1;
      dataset.calls += calls.length;
      dataset.cases.add(item.case_id ?? item.video_id);
      increase(modes, `${item.temporal_mode}, ${item.task_mode === 'streaming' ? 'streaming' : 'single turn'}`);
      increase(tasks, item.task);
      increase(labelSources, item.label_source);
      increase(questionTypes, item.question_type);
      increase(reviews, item.quality?.review ?? 'not stated');
      for (const { startMicros, endMicros } of calls) increase(windows, item.time_unit === 'frames' ? 'counted in frames' : nameOfWindow((endMicros - startMicros) / MICROS_PER_UNIT));
    },
    finish: () => ({
      datasets: [...datasets].map(([name, { items, cases, calls }]) => ({ name, items, cases: cases.size, calls })).sort((one, other) => (one.name < other.name ? -1 : 1)),
      modes: list(modes),
      tasks: list(tasks),
      labelSources: list(labelSources),
      questionTypes: list(questionTypes),
      reviews: list(reviews),
      windows: WINDOW_NAMES.flatMap((name) => (windows.has(name) ? [{ name, count: windows.get(name) as number }] : [])),
    }),
  };
}

type Counts = Map<string, number>;

function increase(counts: Counts, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function list(counts: Counts): Counted[] {
  return [...counts].map(([name, count]) => ({ name, count })).sort((one, other) => (one.name < other.name ? -1 : 1));
}

function nameOfWindow(lengthSec: number): string {
  const index = WINDOW_ENDS_SEC.findIndex((end) => lengthSec <= end);
  return WINDOW_NAMES[index === -1 ? WINDOW_ENDS_SEC.length : index] as string;
}
