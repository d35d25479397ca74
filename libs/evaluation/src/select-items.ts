import { markSetTasks } from '@medstream/metrics';
import { type BenchmarkItem, compareText, EngineError } from '@medstream/schema';

/** `--filter KEY=VALUE`: a field of the item and its value as text. */
export interface ItemFilter {
  key: string;
  value: string;
}

export interface Selection {
  /** The first N by sample_id, after the filters; null for all. */
  limit: number | null;
  /** All must hold. */
  filters: readonly ItemFilter[];
}

/** Reads `KEY=VALUE`; the value may hold further equal signs. @throws EngineError `usage/bad-argument` */
export function parseItemFilter(text: string): ItemFilter {
  const split = text.indexOf('=');
  if (split < 1) {
    throw new EngineError('usage/bad-argument', `the filter "${text}" is not KEY=VALUE`, { hint: 'write for example --filter task=phase_now' });
  }
  return { key: text.slice(0, split).trim(), value: text.slice(split + 1).trim() };
}

/**
 * The items of a run, sorted by sample_id; those of a task that takes sets are marked, by all items, before any is left out.
 *
 * @throws EngineError `input/duplicate` for a sample_id that occurs twice, `usage/bad-argument` for a filter on a field
 *   no item has, `input/no-items` when nothing is left
 */
export function selectItems(items: readonly BenchmarkItem[], { limit, filters }: Selection): BenchmarkItem[] {
  const sorted = markSetTasks(items).sort((one, other) => compareText(one.sample_id, other.sample_id));
  for (const [index, item] of sorted.entries()) {
    if (index > 0 && sorted[index - 1]?.sample_id === item.sample_id) {
      throw new EngineError('input/duplicate', `the sample_id "${item.sample_id}" occurs twice`, { hint: 'give each benchmark file once, and each item an id of its own' });
    }
  }
  for (const { key } of filters) {
    if (sorted.length > 0 && !sorted.some((item) => Object.hasOwn(item, key))) {
      throw new EngineError('usage/bad-argument', `no item has the field "${key}" to filter by`, {
        hint: 'use a field of the items, such as dataset, task, task_mode, temporal_mode, question_type, label_source, video_id or sample_id',
      });
    }
  }
  const matching = sorted.filter((item) => filters.every((filter) => matches(item, filter)));
  const selected = limit === null ? matching : matching.slice(0, limit);
  if (selected.length === 0) {
    const reason = sorted.length === 0 ? 'the data hold no item' : 'no item is left after --filter and --limit';
    throw new EngineError('input/no-items', reason, { hint: 'check --data and --filter' });
  }
  return selected;
}

function matches(item: Record<string, unknown>, { key, value }: ItemFilter): boolean {
  const field = item[key];
  if (typeof field === 'string' || typeof field === 'number' || typeof field === 'boolean') return String(field) === value;
  return field === null && value === 'null';
}
