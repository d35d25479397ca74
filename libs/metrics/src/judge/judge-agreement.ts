/** Marks of two raters on the same thing; null: that rater gave none. */
export interface RatedPair {
  one: number | null;
  other: number | null;
}

export interface Agreement {
  /** Things that both rated; the figures are over these. */
  n: number;
  /** Things that one of them did not rate. */
  unrated: number;
  /** Share of equal marks; null over nothing. */
  exact: number | null;
  /** Mean of one minus other; null over nothing. */
  meanDifference: number | null;
  /** Cohen's kappa, every difference alike; null where it is not defined. */
  kappa: number | null;
  /** Kappa with quadratic weights: far-off marks count more; null where it is not defined. */
  weightedKappa: number | null;
}

/**
 * Agreement of two raters on whole-number marks, such as a judge and a person (metrics.md sections 5 and 7).
 *
 * kappa = 1 − observed disagreement / disagreement expected by chance from each rater's own shares of marks (Cohen 1960;
 * weighted: Cohen 1968). Where chance cannot disagree (both always give one and the same mark) it is not defined.
 */
export function measureAgreement(pairs: readonly RatedPair[]): Agreement {
  const rated = pairs.flatMap(({ one, other }) => (one === null || other === null ? [] : [{ one, other }]));
  const n = rated.length;
  const unrated = pairs.length - n;
  if (n === 0) return { n, unrated, exact: null, meanDifference: null, kappa: null, weightedKappa: null };
  return {
    n,
    unrated,
    exact: rated.filter(({ one, other }) => one === other).length / n,
    meanDifference: rated.reduce((sum, { one, other }) => sum + one - other, 0) / n,
    kappa: computeKappa(rated, (one, other) => (one === other ? 0 : 1)),
    weightedKappa: computeKappa(rated, (one, other) => (one - other) ** 2),
  };
}

function computeKappa(rated: readonly { one: number; other: number }[], distance: (one: number, other: number) => number): number | null {
  const n = rated.length;
  const observed = rated.reduce((sum, { one, other }) => sum + distance(one, other), 0) / n;
  const [ones, others] = [countMarks(rated.map(({ one }) => one)), countMarks(rated.map(({ other }) => other))];
  let expected = 0;
  for (const [one, count] of ones) for (const [other, otherCount] of others) expected += (count * otherCount * distance(one, other)) / (n * n);
  return expected === 0 ? null : 1 - observed / expected;
}

function countMarks(marks: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
}
