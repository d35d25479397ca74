import { createSeededRandom } from '@medstream/schema';

import { computeAlpha, computeKappa, estimateKappa } from './rater-agreement.js';
import { type ReviewedItem, type ReviewMark, summariseReview } from './summarise-review.js';

/** Items from a table of [how many, mark of the first, mark of the second]. */
const expand = (table: readonly [number, string | null, string | null][]) => table.flatMap(([count, one, other]) => Array.from({ length: count }, () => ({ marks: [one, other] })));

describe('agreement of raters', () => {
  it.each<[string, [number, string | null, string | null][], number | null]>([
    // the textbook table 20/5/10/15: p0 = 35/50, pe = 0.5 * 0.6 + 0.5 * 0.4 = 0.5, kappa = 0.2 / 0.5
    ['20 5 10 15', [[20, 'y', 'y'], [5, 'y', 'n'], [10, 'n', 'y'], [15, 'n', 'n']], 0.4],
    ['full agreement', [[3, 'y', 'y'], [3, 'n', 'n']], 1],
    // p0 = 0, pe = 0.5 * 0.5 * 2 = 0.5
    ['full disagreement', [[3, 'y', 'n'], [3, 'n', 'y']], -1],
    ['one mark only', [[4, 'y', 'y']], null],
  ])('kappa: %s', (_, table, expected) => {
    const kappa = computeKappa(expand(table));
    if (expected === null) expect(kappa).toBeNull();
    else expect(kappa).toBeCloseTo(expected, 12);
  });

  it('alpha: the nominal example of Krippendorff (2011), part C: 4 observers, 12 units, missing marks', () => {
    // published result for nominal data: 0.743
    const rows = ['1 2 3 3 2 1 4 1 2 . . .', '1 2 3 3 2 2 4 1 2 5 . 3', '. 3 3 3 2 3 4 2 2 5 1 .', '1 2 3 3 2 4 4 1 2 5 1 .'].map((row) => row.split(' '));
    const units = (rows[0] ?? []).map((_, unit) => ({ marks: rows.map((row) => (row[unit] === '.' ? null : (row[unit] ?? null))) }));
    expect(computeAlpha(units)).toBeCloseTo(0.743, 3);
  });

  it('alpha: two raters, by hand', () => {
    // 10 units: 4 y/y, 4 n/n, 2 y/n. 20 marks, 10 of each; observed unlike ordered pairs 4; expected (10*10*2)/19
    expect(computeAlpha(expand([[4, 'y', 'y'], [4, 'n', 'n'], [2, 'y', 'n']]))).toBeCloseTo(1 - (4 * 19) / 200, 12);
    expect(computeAlpha(expand([[4, 'y', 'y'], [1, 'y', null]]))).toBeNull();
  });

  it('kappa has the interval of the definition', () => {
    const items = Array.from({ length: 40 }, (_, index) => ({ caseId: `c${index % 12}`, marks: [index % 2 === 0 ? 'y' : 'n', index % 5 === 0 ? 'y' : index % 2 === 0 ? 'y' : 'n'] }));
    const ids = [...new Set(items.map(({ caseId }) => caseId))].sort();
    const random = createSeededRandom(4, 'bootstrap/review/kappa');
    const draws = Array.from({ length: 2000 }, () => computeKappa(ids.map(() => ids[random.nextIndex(ids.length)]).flatMap((id) => items.filter(({ caseId }) => caseId === id))) ?? 9).sort((one, other) => one - other);
    const figure = estimateKappa(items, { seed: 4 });
    expect(figure.ci95?.[0]).toBeCloseTo((draws[49] ?? 9) * 0.025 + (draws[50] ?? 9) * 0.975, 12);
    expect(figure.ci95?.[1]).toBeCloseTo((draws[1949] ?? 9) * 0.975 + (draws[1950] ?? 9) * 0.025, 12);
    expect(figure.n).toBe(40);
  });
});

describe('a human check', () => {
  const marks: [number, ReviewMark | null, ReviewMark | null][] = [[12, 'supported', 'supported'], [5, 'supported', 'unclear'], [3, 'unsupported', 'unclear'], [2, 'supported', null]];
  const items: ReviewedItem[] = marks.flatMap(([count, one, other], row) => Array.from({ length: count }, (_, index) => ({ sampleId: `r${row}-${String(index).padStart(2, '0')}`, caseId: `c${row}-${index}`, marks: [one, other] })));

  it('gives both, one and neither over the complete items: 60 %, 25 %, 15 %', () => {
    const review = summariseReview(items, { raters: 2, seed: 1 });
    expect(review).toMatchObject({ raters: 2, complete: 20, partial: 2, unsupported: ['r2-00', 'r2-01', 'r2-02'] });
    expect([review.support.all.value, review.support.some.value, review.support.none.value]).toEqual([0.6, 0.25, 0.15]);
    for (const figure of Object.values(review.support)) expect(figure).toMatchObject({ n: 20, ci95: [expect.any(Number), expect.any(Number)] });
    expect(review.quality.get('r1-00')).toEqual({ review: 'human', raters: 2, agreement: 0.5 });
    expect(review.quality.size).toBe(20);
    expect(review.kappa?.n).toBe(20);
    expect(review.alpha.n).toBe(20);
  });

  it('draws anew for other items of another name', () => {
    const parts = [1, 2].map((part) => summariseReview(items, { raters: 2, seed: 1, path: `review/part-${part}` }).support.some.ci95);
    expect(parts[0]).not.toEqual(parts[1]);
  });

  it('does not depend on the order of the items, and has no kappa for three raters', () => {
    expect(summariseReview([...items].reverse(), { raters: 2, seed: 1 })).toEqual(summariseReview(items, { raters: 2, seed: 1 }));
    expect(summariseReview(items.map((item) => ({ ...item, marks: [...item.marks, 'supported'] as const })), { raters: 3, seed: 1 }).kappa).toBeNull();
    expect(summariseReview([], { raters: 2, seed: 1 }).support.all).toEqual({ value: null, n: 0, ci95: null, note: 'undefined: over nothing' });
  });
});
