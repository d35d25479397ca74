import { compareText, createSeededRandom, type Figure } from '@medstream/schema';

import { BOOTSTRAP_DRAWS, intervalOf, MIN_CASES } from '../bootstrap-interval.js';

/** One item with the mark of each rater, in the same order for all items; null where a rater gave none. */
export interface RatedItem {
  /** Unit of the bootstrap. */
  caseId: string;
  marks: readonly (string | null)[];
}

/** What the draws of an interval depend on: the seed, and the name of the items that are summed up. */
export interface ReviewSeed {
  seed: number;
  /** Start of the figures' paths, e.g. `review/datasets/cholec80`; `review` for all items. */
  path?: string;
}

/**
 * Cohen's kappa of two raters over the items that both marked (Cohen 1960): 1 - observed / expected disagreement, by each
 * rater's own shares of marks. Undefined where chance cannot disagree.
 */
export function estimateKappa(items: readonly RatedItem[], { seed, path = 'review' }: ReviewSeed): Figure {
  const both = items.filter(({ marks }) => marks[0] !== null && marks[0] !== undefined && marks[1] !== null && marks[1] !== undefined);
  return estimateAgreement(both, { seed, path: `${path}/kappa`, agreement: computeKappa });
}

/**
 * Krippendorff's alpha for unordered marks of any number of raters, over the items that at least two of them marked
 * (Krippendorff 2004): 1 - observed / expected disagreement over all pairable marks. Undefined where all marks are one.
 */
export function estimateAlpha(items: readonly RatedItem[], { seed, path = 'review' }: ReviewSeed): Figure {
  const pairable = items.filter(({ marks }) => marks.filter((mark) => mark !== null).length >= 2);
  return estimateAgreement(pairable, { seed, path: `${path}/alpha`, agreement: computeAlpha });
}

/** Null where the coefficient is not defined. */
export function computeKappa(items: readonly Pick<RatedItem, 'marks'>[]): number | null {
  const [ones, others] = [new Map<string, number>(), new Map<string, number>()];
  let differing = 0;
  for (const { marks: [one, other] } of items) {
    increase(ones, String(one), 1);
    increase(others, String(other), 1);
    if (one !== other) differing += 1;
  }
  const n = items.length;
  let expected = 0;
  for (const [mark, count] of ones) expected += count * (n - (others.get(mark) ?? 0));
  return expected === 0 ? null : 1 - (differing * n) / expected;
}

/** Null where the coefficient is not defined. */
export function computeAlpha(items: readonly Pick<RatedItem, 'marks'>[]): number | null {
  const totals = new Map<string, number>();
  let [observed, n] = [0, 0];
  for (const { marks } of items) {
    const own = new Map<string, number>();
    for (const mark of marks) if (mark !== null) increase(own, mark, 1);
    const size = [...own.values()].reduce((sum, count) => sum + count, 0);
    if (size < 2) continue;
    n += size;
    for (const [mark, count] of own) {
      increase(totals, mark, count);
      // ordered pairs of unlike marks, each worth 1 / (size - 1)
      observed += (count * (size - count)) / (size - 1);
    }
  }
  let unlike = 0;
  for (const count of totals.values()) unlike += count * (n - count);
  return unlike === 0 ? null : 1 - ((n - 1) * observed) / unlike;
}

function increase(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

interface AgreementOptions {
  seed: number;
  path: string;
  agreement: (items: readonly RatedItem[]) => number | null;
}

function estimateAgreement(items: readonly RatedItem[], { seed, path, agreement }: AgreementOptions): Figure {
  const n = items.length;
  if (n === 0) return { value: null, n, ci95: null, note: 'undefined: over nothing' };
  const value = agreement(items);
  if (value === null) return { value, n, ci95: null, note: 'undefined: all marks are the same' };
  const byCase = new Map<string, RatedItem[]>();
  for (const item of items) byCase.set(item.caseId, [...(byCase.get(item.caseId) ?? []), item]);
  const cases = [...byCase].sort(([one], [other]) => compareText(one, other)).map(([, own]) => own);
  if (cases.length < MIN_CASES) return { value, n, ci95: null, note: `not estimable: ${cases.length} ${cases.length === 1 ? 'case' : 'cases'}` };
  const random = createSeededRandom(seed, `bootstrap/${path}`);
  const estimates: number[] = [];
  for (let draw = 0; draw < BOOTSTRAP_DRAWS; draw += 1) {
    const estimate = agreement(cases.flatMap(() => random.pick(cases)));
    if (estimate === null) return { value, n, ci95: null, note: 'not estimable: undefined in a resample' };
    estimates.push(estimate);
  }
  return { value, n, ci95: intervalOf(Float64Array.from(estimates)) };
}
