import type { BenchmarkItem, SeededRandom, Timeline } from '@medstream/schema';

import { assembleItem, type ItemDescriptor } from './assemble-item.js';
import { type BuildContext, createBuildContext, toMicros } from './build-context.js';
import type { ConstructionOptions } from './construction-options.js';
import { type LeftOut, LeftOutCounter } from './left-out.js';
import { listPools, type Pool } from './list-pools.js';
import { countForShare, selectBalanced } from './select-balanced.js';

export interface ConstructionInput {
  options: ConstructionOptions;
  descriptor: ItemDescriptor;
}

export interface ConstructionResult {
  /** Candidate items by task, then query time, then id. */
  items: BenchmarkItem[];
  /** What the labels, media or caps did not allow, counted by reason. */
  leftOut: LeftOut;
}

/**
 * Turns one timeline into candidate items in all temporal modes its tracks allow. Pure: the same timeline, options and
 * descriptor give the same items, whatever the order of the tracks.
 *
 * The rules are those of contracts.md section 1, "Temporal contract" and "What may be asked".
 */
export function constructItems(timeline: Timeline, { options, descriptor }: ConstructionInput): ConstructionResult {
  const leftOut = new LeftOutCounter();
  const context = createBuildContext(timeline, options, leftOut);
  if (context === null) {
    leftOut.add('no-frame-rate', timeline.tracks.length);
    return { items: [], leftOut: leftOut.toRecord() };
  }
  const items = listPools(context).flatMap((pool) => writePool(context, pool, descriptor));
  return { items: dropDuplicates(items, leftOut).sort(compareItems), leftOut: leftOut.toRecord() };
}

/** Where the labels allow, a (video, task) has at least this many items. */
const LEAST_ITEMS = 5;

/** Chooses a pool's items within the caps and shares, and puts them into words. */
function writePool(context: BuildContext, pool: Pool, descriptor: ItemDescriptor): BenchmarkItem[] {
  const { options, leftOut } = context;
  const random = context.randomFor(`select/${pool.purpose}`);
  // Two windows that overlap by more than half show nearly the same.
  const caps = { maxItems: options.max_items_per_task, maxPerKey: options.max_items_per_label, spacingMicros: toMicros(options.window_sec / 2) };
  const plain = selectBalanced(pool.plain, caps, random);
  const missing = Math.min(LEAST_ITEMS, caps.maxItems) - plain.length;
  const spare = missing > 0 ? pool.spare() : [];
  const ordinary = [...plain, ...selectBalanced(spare, { ...caps, maxItems: missing }, random)];
  // The cap holds for the whole: special items take the place of the last ordinary ones.
  const specialCount = Math.min(countForShare(ordinary.length, pool.specialShare), Math.round(caps.maxItems * pool.specialShare));
  const offered = specialCount > 0 ? pool.special(specialCount) : [];
  const special = selectBalanced(offered, { ...caps, maxItems: specialCount, maxPerKey: caps.maxItems }, random);
  const chosen = [...ordinary.slice(0, Math.max(0, caps.maxItems - special.length)), ...special];
  leftOut.add('over-cap', pool.plain.length + spare.length + offered.length - chosen.length);
  const openCount = pool.canBeOpen ? roundByChance(chosen.length * options.open_share, context.randomFor(`open/${pool.purpose}`)) : 0;
  const isOpenAt = random.shuffle(chosen.map((_, index) => index < openCount));
  const offset = random.nextIndex(options.max_choices);
  return chosen.flatMap((candidate, index) => {
    const draft = candidate.makeDraft();
    const isOpen = draft.choices === null || isOpenAt[index] === true;
    return assembleItem(draft, { context, descriptor, isOpen, place: offset + index, random }) ?? [];
  });
}

/** Rounds up or down so that the mean over many videos is exact: of single items with a share of a quarter, each fourth. */
function roundByChance(count: number, random: SeededRandom): number {
  return Math.floor(count + random.nextUnit());
}

function dropDuplicates(items: readonly BenchmarkItem[], leftOut: LeftOutCounter): BenchmarkItem[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const isNew = !seen.has(item.sample_id);
    seen.add(item.sample_id);
    if (!isNew) leftOut.add('duplicate');
    return isNew;
  });
}

function compareItems(left: BenchmarkItem, right: BenchmarkItem): number {
  if (left.task !== right.task) return left.task < right.task ? -1 : 1;
  return left.query_time - right.query_time || (left.sample_id < right.sample_id ? -1 : 1);
}
