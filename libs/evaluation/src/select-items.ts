import { createSetTaskMarks } from '@medstream/metrics';
import { type BenchmarkItem, compareText, EngineError } from '@medstream/schema';

import { createItemList, type ItemList } from './job-list.js';

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
 * Held are the ids while they are sorted, and where each item stands.
 *
 * @throws EngineError `input/duplicate` for a sample_id that occurs twice, `usage/bad-argument` for a filter on a field
 *   no item has, `input/no-items` when nothing is left
 */
export function selectItems(source: ItemList, { limit, filters }: Selection): ItemList {
  const marks = createSetTaskMarks();
  const ids: string[] = [];
  for (const item of source) {
    marks.note(item);
    ids.push(item.sample_id);
  }
  const read = (index: number): BenchmarkItem => marks.mark(source.read(index));
  const sorted = sortIndices(ids);
  const matching = filters.length === 0 ? sorted : filterIndices(sorted, { filters, read });
  const selected = limit === null ? matching : matching.slice(0, limit);
  if (selected.length === 0) {
    const reason = sorted.length === 0 ? 'the data hold no item' : 'no item is left after --filter and --limit';
    throw new EngineError('input/no-items', reason, { hint: 'check --data and --filter' });
  }
  return createItemList(selected.length, (index) => read(selected[index] as number));
}

/** @throws EngineError `input/duplicate` */
function sortIndices(ids: readonly string[]): Uint32Array {
  const idOf = (index: number): string => ids[index] as string;
  const sorted = Uint32Array.from(ids.keys()).sort((one, other) => compareText(idOf(one), idOf(other)));
  for (let at = 1; at < sorted.length; at += 1) {
    const id = idOf(sorted[at] as number);
    if (idOf(sorted[at - 1] as number) === id) throw new EngineError('input/duplicate', `the sample_id "${id}" occurs twice`, { hint: 'give each benchmark file once, and each item an id of its own' });
  }
  return sorted;
}

/** @throws EngineError `usage/bad-argument` */
function filterIndices(indices: Uint32Array, { filters, read }: { filters: readonly ItemFilter[]; read: (index: number) => BenchmarkItem }): Uint32Array {
  const known = new Set<string>();
  const matching = indices.filter((index) => {
    const item = read(index);
    for (const { key } of filters) if (Object.hasOwn(item, key)) known.add(key);
    return filters.every((filter) => matches(item, filter));
  });
  const unknown = filters.find(({ key }) => !known.has(key));
  if (indices.length === 0 || unknown === undefined) return matching;
  throw new EngineError('usage/bad-argument', `no item has the field "${unknown.key}" to filter by`, {
    hint: 'use a field of the items, such as dataset, task, task_mode, temporal_mode, question_type, label_source, video_id or sample_id',
  });
}

function matches(item: Record<string, unknown>, { key, value }: ItemFilter): boolean {
  const field = item[key];
  if (typeof field === 'string' || typeof field === 'number' || typeof field === 'boolean') return String(field) === value;
  return field === null && value === 'null';
}
