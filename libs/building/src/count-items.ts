import { type BenchmarkItem, type BuildManifest, isNeverPositive } from '@medstream/schema';

type Counts = BuildManifest['counts'];

/** Adds things up by name; names come out sorted, so that equal counts are equal text. */
export function createTally(): { add: (name: string, count?: number) => void; toRecord: () => Record<string, number> } {
  const counts = new Map<string, number>();
  return {
    add: (name, count = 1) => void counts.set(name, (counts.get(name) ?? 0) + count),
    toRecord: () => Object.fromEntries([...counts].sort(([left], [right]) => (left < right ? -1 : 1))),
  };
}

/** Counts accepted items one by one for the manifest. */
export function createItemCounter(): { addItem: (item: BenchmarkItem) => void; addRejected: () => void; toCounts: () => Counts } {
  const tallies = { mode: createTally(), taskMode: createTally(), questionType: createTally(), task: createTally(), labelSource: createTally(), dataset: createTally() };
  const totals = { items: 0, rounds: 0, rejected: 0, never_alert: 0 };
  return {
    addItem: (item) => {
      totals.items += 1;
      totals.rounds += item.rounds?.length ?? 0;
      if (item.temporal_mode === 'proactive' && isNeverPositive(item)) totals.never_alert += 1;
      tallies.mode.add(item.temporal_mode);
      tallies.taskMode.add(item.task_mode);
      tallies.questionType.add(item.question_type);
      tallies.task.add(item.task);
      tallies.labelSource.add(item.label_source);
      tallies.dataset.add(item.dataset);
    },
    addRejected: () => void (totals.rejected += 1),
    toCounts: () => ({
      ...totals,
      by_mode: tallies.mode.toRecord(),
      by_task_mode: tallies.taskMode.toRecord(),
      by_question_type: tallies.questionType.toRecord(),
      by_task: tallies.task.toRecord(),
      by_label_source: tallies.labelSource.toRecord(),
      by_dataset: tallies.dataset.toRecord(),
    }),
  };
}
