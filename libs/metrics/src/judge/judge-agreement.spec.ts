import fc from 'fast-check';

import { measureAgreement } from './judge-agreement.js';
import { measureRerunSpread } from './rerun-spread.js';

/** So many pairs of each kind. */
const pairs = (counts: [one: number, other: number, count: number][]) => counts.flatMap(([one, other, count]) => Array.from({ length: count }, () => ({ one, other })));

describe('measureAgreement', () => {
  it('Cohen\'s kappa of a table of two by two', () => {
    // 20 + 15 of 50 alike: observed 0.7; one says yes 25, other 30: chance (25*30 + 25*20) / 2500 = 0.5; (0.7 - 0.5) / (1 - 0.5)
    const found = measureAgreement(pairs([[1, 1, 20], [1, 0, 5], [0, 1, 10], [0, 0, 15]]));
    expect(found).toEqual({ n: 50, unrated: 0, exact: 0.7, meanDifference: -0.1, kappa: expect.closeTo(0.4, 12), weightedKappa: expect.closeTo(0.4, 12) });
  });

  it('weights far-off marks more', () => {
    // marks 0 to 2: one = 0, 1, 2, 2; other = 0, 1, 2, 0. Observed squares: 4 / 4 = 1.
    // chance: shares one (1, 1, 2) / 4, other (2, 1, 1) / 4: (1*(0+1+4*1) ... ) = [0: 0*2+1*1+4*1=5] + [1: 1*2+0+1*1=3] + 2*[2: 4*2+1*1+0=9] = 26 / 16
    const found = measureAgreement(pairs([[0, 0, 1], [1, 1, 1], [2, 2, 1], [2, 0, 1]]));
    expect(found.weightedKappa).toBeCloseTo(1 - 1 / (26 / 16), 12);
    // unweighted: observed 1/4; alike by chance (1*2 + 1*1 + 2*1) / 16 = 5/16, so 11/16 apart
    expect(found.kappa).toBeCloseTo(1 - 0.25 / (11 / 16), 12);
  });

  it('leaves out what one did not rate, and counts it', () => {
    expect(measureAgreement([{ one: 1, other: null }, { one: null, other: null }, { one: 2, other: 2 }, { one: 1, other: 1 }])).toMatchObject({ n: 2, unrated: 2, exact: 1, kappa: 1 });
  });

  it('is not defined over nothing, nor where both always say one thing', () => {
    expect(measureAgreement([])).toEqual({ n: 0, unrated: 0, exact: null, meanDifference: null, kappa: null, weightedKappa: null });
    expect(measureAgreement(pairs([[3, 3, 4]]))).toMatchObject({ exact: 1, kappa: null, weightedKappa: null });
  });

  it('never exceeds 1, is 1 for equal marks of two kinds, and does not depend on the order or on who is who', () => {
    const mark = fc.integer({ min: 0, max: 5 });
    fc.assert(
      fc.property(fc.array(fc.record({ one: mark, other: mark }), { minLength: 1 }), (rated) => {
        const found = measureAgreement(rated);
        const swapped = measureAgreement(rated.map(({ one, other }) => ({ one: other, other: one })).reverse());
        for (const name of ['kappa', 'weightedKappa'] as const) {
          if (found[name] === null) expect(swapped[name]).toBeNull();
          else {
            expect(found[name]).toBeLessThanOrEqual(1);
            expect(swapped[name]).toBeCloseTo(found[name], 9);
          }
        }
        const same = measureAgreement(rated.map(({ one }) => ({ one, other: one })));
        expect(same.kappa).toBe(new Set(rated.map(({ one }) => one)).size > 1 ? 1 : null);
      }),
    );
  });
});

describe('measureRerunSpread', () => {
  it('of three runs over four calls', () => {
    // variances: (1,1,1) 0; (1,2,3) 1; (2,2) 0; the fourth has one mark only. Mean 1/3; one of three changed.
    // complete calls: the first two: means 1, 1.5, 2
    const found = measureRerunSpread([
      [1, 1, 2, null],
      [1, 2, null, null],
      [1, 3, 2, 4],
    ]);
    expect(found).toEqual({ n: 3, failed: 3, changed: expect.closeTo(1 / 3, 12), meanVariance: expect.closeTo(1 / 3, 12), standardDeviation: expect.closeTo(Math.sqrt(1 / 3), 12), runMeans: [1, 1.5, 2] });
  });

  it.each([[[]], [[[1, 2]]], [[[null], [null]]]])('is not defined for %j', (runs) => {
    expect(measureRerunSpread(runs)).toMatchObject({ n: 0, changed: null, meanVariance: null, standardDeviation: null });
  });

  it('refuses runs over different calls', () => {
    expect(() => measureRerunSpread([[1], [1, 2]])).toThrow(RangeError);
  });
});
