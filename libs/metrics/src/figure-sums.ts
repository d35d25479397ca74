import { compareText, createSeededRandom, type Figure, type SeededRandom } from '@medstream/schema';

import { BOOTSTRAP_DRAWS, type FigureOptions, intervalOf, MIN_CASES } from './bootstrap-interval.js';
import { type CaseRegister, createNumberList } from './case-register.js';

/** A mean that grows value by value and holds one sum a case, never the values. */
export interface FigureSums {
  /** Adds what one item gives; null and undefined are outside the figure. Values of one `group` are averaged before the groups are. */
  add(caseNumber: number, value: number | null | undefined, group?: string): void;
  /** Counts a case that the figure applies to and that has no score: worth 0 if wrong, `most` (1 unless given) if right. */
  addUnscored(group?: string, most?: number): void;
  estimate(options: FigureOptions): Figure;
  /**
   * The value with every unscored case wrong, and right: low = sum / (scored + unscored), high = (sum + what the unscored
   * are worth at most) / (scored + unscored); with groups the means of that over the groups. Null over no case.
   */
  bounds(): [low: number, high: number] | null;
}

/**
 * Collects one figure over the cases of a register. Values are summed in the order in which they are added: by sample_id.
 * What is held grows with the cases, not the items: see {@link estimateFigure} for the estimator and its interval.
 */
export function createFigureSums(cases: CaseRegister): FigureSums {
  const [caseNumbers, groupIndexes] = [createNumberList(), createNumberList()];
  // in the hands of this function, for most of the time of a large run is spent in adding to them
  let sums = new Float64Array(16);
  let counts = new Float64Array(16);
  const groups = new Map<string, Group>();
  const unscored = new Map<string, { count: number; most: number }>();
  let lastGroup: Group | null = null;
  let n = 0;
  const openGroup = (name: string): Group => {
    let group = groups.get(name);
    if (group === undefined) groups.set(name, (group = { name, index: groups.size, sum: 0, count: 0, slots: new Map(), dense: new Int32Array(64) }));
    return group;
  };
  const openSlot = (group: Group, caseNumber: number): number => {
    const slot = caseNumbers.length();
    group.slots.set(caseNumber, slot);
    if (caseNumber < DENSE_CASES) {
      if (caseNumber >= group.dense.length) group.dense = enlargePlaces(group.dense, caseNumber);
      group.dense[caseNumber] = slot + 1;
    }
    caseNumbers.push(caseNumber);
    groupIndexes.push(group.index);
    if (slot === sums.length) {
      sums = enlarge(sums);
      counts = enlarge(counts);
    }
    return slot;
  };
  return {
    add(caseNumber, value, name = '') {
      if (value === null || value === undefined) return;
      const group: Group = lastGroup !== null && lastGroup.name === name ? lastGroup : openGroup(name);
      lastGroup = group;
      group.sum += value;
      group.count += 1;
      n += 1;
      const place = group.dense[caseNumber] ?? 0;
      const slot = place > 0 ? place - 1 : (group.slots.get(caseNumber) ?? openSlot(group, caseNumber));
      sums[slot] = (sums[slot] as number) + value;
      counts[slot] = (counts[slot] as number) + 1;
    },
    addUnscored(name = '', most = 1) {
      const group = unscored.get(name);
      if (group === undefined) unscored.set(name, { count: 1, most });
      else {
        group.count += 1;
        group.most += most;
      }
    },
    bounds() {
      const names = [...new Set([...groups.keys(), ...unscored.keys()])].sort(compareText);
      if (names.length === 0) return null;
      let [low, high] = [0, 0];
      for (const name of names) {
        const { sum, count } = groups.get(name) ?? { sum: 0, count: 0 };
        const open = unscored.get(name) ?? { count: 0, most: 0 };
        low += sum / (count + open.count);
        high += (sum + open.most) / (count + open.count);
      }
      return [low / names.length, high / names.length];
    },
    estimate({ seed, path, withInterval = true }) {
      if (n === 0) return { value: null, n: 0, ci95: null, note: 'undefined: over nothing' };
      const byName = [...groups].sort(([one], [other]) => compareText(one, other)).map(([, group]) => group);
      const value = byName.reduce((total, { sum, count }) => total + sum / count, 0) / byName.length;
      const figure: Figure = { value, n, ci95: null };
      const entries = orderEntries({ caseNumbers: caseNumbers.list(), groups: groupIndexes.list(), sums, counts, ranks: cases.rank() });
      const size = entries.starts.length - 1;
      if (size < MIN_CASES) return { ...figure, note: `not estimable: ${size} ${size === 1 ? 'case' : 'cases'}` };
      if (!withInterval) return { ...figure, note: 'interval not computed' };
      const random = createSeededRandom(seed, `bootstrap/${path}`);
      return { ...figure, ci95: intervalOf(groups.size === 1 ? drawPooled(entries, random) : drawGrouped(entries, groups.size, random)) };
    },
  };
}

/** Case numbers that have a place in {@link Group.dense}: 64 KB a figure at most. */
const DENSE_CASES = 16_384;

interface Group {
  name: string;
  index: number;
  sum: number;
  count: number;
  /** Place of each case's entry in the lists. */
  slots: Map<number, number>;
  /** The same plus one for low case numbers, where most are: a list is read several times as fast as a map; 0 for none. */
  dense: Int32Array;
}

interface Entries {
  /** Per case, in order of case_id, its entries lie at [starts[case], starts[case + 1]). */
  starts: Int32Array;
  groups: Int32Array;
  sums: Float64Array;
  counts: Float64Array;
}

/** Puts the entries in the order of their case_ids: draws are numbers of places in that order. */
function orderEntries({ caseNumbers, groups, sums, counts, ranks }: { caseNumbers: Float64Array; groups: Float64Array; sums: Float64Array; counts: Float64Array; ranks: Int32Array }): Entries {
  const size = caseNumbers.length;
  const caseOf = (slot: number): number => ranks[caseNumbers[slot] as number] as number;
  const slots = Int32Array.from(Float64Array.from(caseNumbers, (_, slot) => caseOf(slot) * size + slot).sort(), (place) => place % size);
  const starts: number[] = [];
  let last = -1;
  slots.forEach((slot, place) => {
    if (caseOf(slot) !== last) starts.push(place);
    last = caseOf(slot);
  });
  return {
    starts: Int32Array.from([...starts, slots.length]),
    groups: Int32Array.from(slots, (slot) => groups[slot] as number),
    sums: Float64Array.from(slots, (slot) => sums[slot] as number),
    counts: Float64Array.from(slots, (slot) => counts[slot] as number),
  };
}

/** One entry a case: a draw is two additions. */
function drawPooled({ sums, counts }: Entries, random: SeededRandom): Float64Array {
  const size = sums.length;
  const picks = new Int32Array(size);
  const estimates = new Float64Array(BOOTSTRAP_DRAWS);
  for (let draw = 0; draw < BOOTSTRAP_DRAWS; draw += 1) {
    random.fillIndexes(picks, size);
    let sum = 0;
    let count = 0;
    for (let pick = 0; pick < size; pick += 1) {
      const drawn = picks[pick] as number;
      sum += sums[drawn] as number;
      count += counts[drawn] as number;
    }
    estimates[draw] = sum / count;
  }
  return estimates;
}

/** Mean over the groups that were drawn; at least one always is, for every case has an entry. */
function drawGrouped({ starts, groups, sums, counts }: Entries, groupCount: number, random: SeededRandom): Float64Array {
  const size = starts.length - 1;
  const picks = new Int32Array(size);
  const estimates = new Float64Array(BOOTSTRAP_DRAWS);
  const [drawnSums, drawnCounts] = [new Float64Array(groupCount), new Float64Array(groupCount)];
  for (let draw = 0; draw < BOOTSTRAP_DRAWS; draw += 1) {
    random.fillIndexes(picks, size);
    drawnSums.fill(0);
    drawnCounts.fill(0);
    for (let pick = 0; pick < size; pick += 1) {
      const drawn = picks[pick] as number;
      for (let entry = starts[drawn] as number; entry < (starts[drawn + 1] as number); entry += 1) {
        const group = groups[entry] as number;
        drawnSums[group] = (drawnSums[group] as number) + (sums[entry] as number);
        drawnCounts[group] = (drawnCounts[group] as number) + (counts[entry] as number);
      }
    }
    let [total, present] = [0, 0];
    for (let group = 0; group < groupCount; group += 1) {
      if (drawnCounts[group] === 0) continue;
      total += (drawnSums[group] as number) / (drawnCounts[group] as number);
      present += 1;
    }
    estimates[draw] = total / present;
  }
  return estimates;
}

function enlarge(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * values.length);
  larger.set(values);
  return larger;
}

function enlargePlaces(places: Int32Array, caseNumber: number): Int32Array {
  let length = places.length;
  while (length <= caseNumber) length *= 2;
  const larger = new Int32Array(length);
  larger.set(places);
  return larger;
}
