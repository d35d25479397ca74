import fc from 'fast-check';

import { chooseStrata, sharePlaces, stratumOf } from './choose-sample.js';
import { makeItem } from './testing/make-review.js';

describe('sharePlaces', () => {
  it.each<[string, number[], number, number[]]>([
    ['in proportion', [10, 20, 70], 10, [1, 2, 7]],
    // exact shares 3.33 3.33 3.33: the place that is over goes to the first
    ['the largest remainder', [5, 5, 5], 10, [4, 3, 3]],
    // exact 9.7, 0.2, 0.1: one each at least, taken from the largest
    ['one of each at least', [97, 2, 1], 10, [8, 1, 1]],
    ['fewer places than strata', [60, 30, 10], 2, [1, 1, 0]],
    ['more places than items', [2, 3], 10, [2, 3]],
    ['nothing', [], 5, []],
  ])('%s', (_, sizes, wanted, quotas) => {
    expect(sharePlaces(sizes, wanted)).toEqual(quotas);
  });

  it('gives all places, none over the size, and no stratum two less or more than its share but for the least of one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 300 }), (sizes, wanted) => {
        const quotas = sharePlaces(sizes, wanted);
        const total = sizes.reduce((sum, size) => sum + size, 0);
        expect(quotas.reduce((sum, quota) => sum + quota, 0)).toBe(Math.min(wanted, total));
        quotas.forEach((quota, index) => {
          expect(quota).toBeLessThanOrEqual(sizes[index] as number);
          expect(quota).toBeLessThanOrEqual(Math.max(1, Math.ceil((Math.min(wanted, total) * (sizes[index] as number)) / total)));
          if (wanted >= sizes.length) expect(quota).toBeGreaterThanOrEqual(1);
        });
      }),
    );
  });
});

describe('chooseStrata', () => {
  const items = Array.from({ length: 60 }, (_, index) => makeItem(`i${String(index).padStart(2, '0')}`, { dataset: index < 40 ? 'one' : 'two', case_id: `case${index % 5}` }));

  it('names strata by data set, mode and type, and takes every case before one comes again', () => {
    const strata = chooseStrata(items, { wanted: 12, seed: 1 });
    expect(strata.map(({ name, quota }) => [name, quota])).toEqual([['one · present · closed', 8], ['two · present · closed', 4]]);
    expect(stratumOf(items[0] as never)).toBe('one · present · closed');
    for (const { items: own } of strata) expect(new Set(own.slice(0, 5).map(({ case_id: id }) => id)).size).toBe(5);
  });

  it('depends on the seed and not on the order of the items', () => {
    const ids = (list: typeof items, seed: number) => chooseStrata(list, { wanted: 12, seed }).map(({ items: own }) => own.map(({ sample_id: id }) => id));
    expect(ids([...items].reverse(), 1)).toEqual(ids(items, 1));
    expect(ids(items, 2)).not.toEqual(ids(items, 1));
  });
});
