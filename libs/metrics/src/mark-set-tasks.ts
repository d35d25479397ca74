import type { BenchmarkItem } from '@medstream/schema';

/**
 * Marks the closed items of every task that takes sets of choices, told by any item of the (data set, task) whose
 * answer is a list. Without the mark an item of such a task whose answer is `unanswerable` would be asked, and its
 * replies read, as if one choice were right: the prompt would give the answer away.
 *
 * Call it with all items of a benchmark, before any is left out. Items that are marked are copies; order is kept.
 */
export function markSetTasks(items: readonly BenchmarkItem[]): BenchmarkItem[] {
  const marks = createSetTaskMarks();
  for (const item of items) marks.note(item);
  return items.map((item) => marks.mark(item));
}

/** {@link markSetTasks} for items that are not held: all are noted before the first is marked. */
export interface SetTaskMarks {
  note(item: BenchmarkItem): void;
  mark(item: BenchmarkItem): BenchmarkItem;
}

export function createSetTaskMarks(): SetTaskMarks {
  const setTasks = new Set<string>();
  return {
    note: (item) => void (Array.isArray(item.answer) && setTasks.add(taskKeyOf(item))),
    mark: (item) => (isUnmarkedMember(item, setTasks) ? { ...item, several_answers: true } : item),
  };
}

function isUnmarkedMember(item: BenchmarkItem, setTasks: ReadonlySet<string>): boolean {
  return item.several_answers === undefined && (item.choices ?? []).length > 0 && !Array.isArray(item.answer) && setTasks.has(taskKeyOf(item));
}

function taskKeyOf({ dataset, task }: BenchmarkItem): string {
  return JSON.stringify([dataset, task]);
}
