import { createSeededRandom, type Figure } from '@medstream/schema';

/** Number of resamples of the cluster bootstrap (metrics.md section 4). */
export const BOOTSTRAP_DRAWS = 2_000;
/** Under this many cases an interval is not estimable. */
export const MIN_CASES = 10;

/** What one item adds to a figure. */
export interface Observation {
  /** Patient, procedure or lesion: what is resampled. */
  caseId: string;
  value: number;
  /** Group inside which values are averaged before the groups are (macro mean); all in one when absent. */
  group?: string;
}

export interface FigureOptions {
  seed: number;
  /** Name of the figure in the summary, e.g. `modes/future/content`; the generator's path is `bootstrap/` and it. */
  path: string;
  /** False leaves the interval out, and says so. Default true. */
  withInterval?: boolean;
}

/**
 * A mean with its 95 % interval. The estimator is the sum of values over their number (with groups: the mean of that
 * over the groups). Interval: {@link BOOTSTRAP_DRAWS} draws of as many case_ids as there are, with replacement, from
 * their sorted list; per draw the same estimator; the 2.5 and 97.5 percentiles with linear interpolation (type 7).
 *
 * Observations are added up in the order given: sort by sample_id before. Over nothing the value is null.
 */
export function estimateFigure(observations: readonly Observation[], { seed, path, withInterval = true }: FigureOptions): Figure {
  if (observations.length === 0) return { value: null, n: 0, ci95: null, note: 'undefined: over nothing' };
  const cases = sumByCase(observations);
  const value = estimate(cases.groups.map((_, group) => sumOfGroup(observations, cases.groups[group] as string)));
  const figure: Figure = { value, n: observations.length, ci95: null };
  if (cases.ids.length < MIN_CASES) return { ...figure, note: `not estimable: ${cases.ids.length} ${cases.ids.length === 1 ? 'case' : 'cases'}` };
  if (!withInterval) return { ...figure, note: 'interval not computed' };
  return { ...figure, ci95: intervalOf(drawEstimates(cases, seed, path)) };
}

/** The 2.5 and 97.5 percentiles of some estimates, by linear interpolation between order statistics (type 7). */
export function intervalOf(estimates: Float64Array): [number, number] {
  const sorted = Float64Array.from(estimates).sort();
  return [percentileOf(sorted, 0.025), percentileOf(sorted, 0.975)];
}

/** The `share` quantile of sorted numbers, type 7: h = (n - 1) share, between the two order statistics round h. */
export function percentileOf(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] as number;
  const above = sorted[Math.ceil(place)] as number;
  return below + (above - below) * (place - Math.floor(place));
}

interface CaseSums {
  /** Sorted case ids. */
  ids: string[];
  groups: string[];
  /** Per case its entries lie at [starts[case], starts[case + 1]): group, sum of values, number of values. */
  starts: Int32Array;
  entryGroups: Int32Array;
  entrySums: Float64Array;
  entryCounts: Float64Array;
}

/** Items are summed once a case: a draw then costs the number of cases, not of items. */
function sumByCase(observations: readonly Observation[]): CaseSums {
  const byCase = new Map<string, Map<string, { sum: number; count: number }>>();
  const names = new Set<string>();
  for (const { caseId, value, group = '' } of observations) {
    names.add(group);
    const groups = byCase.get(caseId) ?? new Map<string, { sum: number; count: number }>();
    byCase.set(caseId, groups);
    const known = groups.get(group);
    if (known === undefined) groups.set(group, { sum: value, count: 1 });
    else {
      known.sum += value;
      known.count += 1;
    }
  }
  const ids = [...byCase.keys()].sort();
  const groups = [...names].sort();
  const indexOfGroup = new Map(groups.map((group, index) => [group, index]));
  const entries = ids.map((id) => [...(byCase.get(id) ?? [])]);
  const flat = entries.flat();
  const starts = new Int32Array(ids.length + 1);
  entries.forEach((list, index) => {
    starts[index + 1] = (starts[index] as number) + list.length;
  });
  return {
    ids,
    groups,
    starts,
    entryGroups: Int32Array.from(flat, ([group]) => indexOfGroup.get(group) as number),
    entrySums: Float64Array.from(flat, ([, { sum }]) => sum),
    entryCounts: Float64Array.from(flat, ([, { count }]) => count),
  };
}

function drawEstimates(cases: CaseSums, seed: number, path: string): Float64Array {
  const random = createSeededRandom(seed, `bootstrap/${path}`);
  const size = cases.ids.length;
  const sums = new Float64Array(cases.groups.length);
  const counts = new Float64Array(cases.groups.length);
  const estimates = new Float64Array(BOOTSTRAP_DRAWS);
  for (let draw = 0; draw < BOOTSTRAP_DRAWS; draw += 1) {
    sums.fill(0);
    counts.fill(0);
    for (let pick = 0; pick < size; pick += 1) {
      const drawn = random.nextIndex(size);
      const end = cases.starts[drawn + 1] as number;
      for (let entry = cases.starts[drawn] as number; entry < end; entry += 1) {
        const group = cases.entryGroups[entry] as number;
        sums[group] = (sums[group] as number) + (cases.entrySums[entry] as number);
        counts[group] = (counts[group] as number) + (cases.entryCounts[entry] as number);
      }
    }
    estimates[draw] = estimateDraw(sums, counts);
  }
  return estimates;
}

/** Mean over the groups that were drawn; at least one always is, for every case has an entry. */
function estimateDraw(sums: Float64Array, counts: Float64Array): number {
  let total = 0;
  let drawn = 0;
  for (let group = 0; group < sums.length; group += 1) {
    const count = counts[group] as number;
    if (count === 0) continue;
    total += (sums[group] as number) / count;
    drawn += 1;
  }
  return total / drawn;
}

function sumOfGroup(observations: readonly Observation[], name: string): { sum: number; count: number } {
  let sum = 0;
  let count = 0;
  for (const { value, group = '' } of observations) {
    if (group !== name) continue;
    sum += value;
    count += 1;
  }
  return { sum, count };
}

function estimate(groups: readonly { sum: number; count: number }[]): number {
  return groups.reduce((total, { sum, count }) => total + sum / count, 0) / groups.length;
}
