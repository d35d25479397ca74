import { createSeededRandom } from '@medstream/schema';
import fc from 'fast-check';

import { countForShare, selectBalanced } from './select-balanced.js';

const candidatesOf = (...groups: [string, number][]) => groups.flatMap(([balanceKey, count]) => Array.from({ length: count }, (_, index) => ({ balanceKey, queryMicros: index * 1000 })));
const countByKey = (list: readonly { balanceKey: string }[]) => Object.fromEntries([...new Set(list.map(({ balanceKey }) => balanceKey))].sort().map((key) => [key, list.filter(({ balanceKey }) => balanceKey === key).length]));
const random = () => createSeededRandom(1, 'select');

describe('selectBalanced', () => {
  test.each([
    // one of each in turn: rare answers are all taken, frequent ones fill up
    ['a rare answer keeps its place', candidatesOf(['a', 100], ['b', 1], ['c', 3]), { maxItems: 8, maxPerKey: 5, spacingMicros: 0 }, { a: 4, b: 1, c: 3 }],
    ['the cap per answer holds', candidatesOf(['a', 100], ['b', 1]), { maxItems: 10, maxPerKey: 5, spacingMicros: 0 }, { a: 5, b: 1 }],
    ['one answer alone gives five', candidatesOf(['a', 100]), { maxItems: 10, maxPerKey: 5, spacingMicros: 0 }, { a: 5 }],
    ['nothing gives nothing', [], { maxItems: 10, maxPerKey: 5, spacingMicros: 0 }, {}],
  ])('%s', (_, candidates, caps, expected) => {
    expect(countByKey(selectBalanced(candidates, caps, random()))).toEqual(expected);
  });

  test('candidates of one answer keep their distance while others can take their place', () => {
    // 0, 1, …, 99 ms and a distance of 10 ms: five fit in whatever order they come
    const chosen = selectBalanced(candidatesOf(['a', 100]), { maxItems: 5, maxPerKey: 5, spacingMicros: 10_000 }, random()).map(({ queryMicros }) => queryMicros).sort((a, b) => a - b);
    expect(chosen).toHaveLength(5);
    expect(Math.min(...chosen.slice(1).map((time, index) => time - (chosen[index] as number)))).toBeGreaterThanOrEqual(10_000);
    // two candidates a millisecond apart are better than one
    expect(selectBalanced(candidatesOf(['a', 2]), { maxItems: 5, maxPerKey: 5, spacingMicros: 10_000 }, random())).toHaveLength(2);
  });

  test('no answer is chosen twice more often than another that still has candidates', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 20 }), (sizes, maxItems) => {
        const candidates = candidatesOf(...sizes.map((size, index): [string, number] => [`k${index}`, size]));
        const counts = countByKey(selectBalanced(candidates, { maxItems, maxPerKey: 5, spacingMicros: 2000 }, random()));
        const open = sizes.map((size, index) => ({ taken: counts[`k${index}`] ?? 0, size: Math.min(size, 5) })).filter(({ taken, size }) => taken < size);
        const most = Math.max(...Object.values(counts));
        expect(open.every(({ taken }) => taken >= most - 1)).toBe(true);
        expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(Math.min(maxItems, sizes.reduce((sum, size) => sum + Math.min(size, 5), 0)));
      }),
    );
  });
});

describe('countForShare', () => {
  // n / (plain + n) is the share: 2 of 10, 1 of 10, none
  test.each([
    [8, 0.2, 2],
    [9, 0.1, 1],
    [8, 0, 0],
    [0, 0.2, 0],
    [5, 0.5, 5],
  ])('%i others and a share of %f give %i', (plain, share, expected) => {
    expect(countForShare(plain, share)).toBe(expected);
  });
});
