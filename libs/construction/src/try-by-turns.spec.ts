import fc from 'fast-check';

import { tryByTurns } from './try-by-turns.js';

describe('tryByTurns', () => {
  const take = (value: number): number | null => (value < 0 ? null : value);

  test('ends after the turn in which three for each item were found, and not before the second', () => {
    expect(tryByTurns([[1, 2, 3, 4, 5]], 1, take)).toEqual({ made: [1, 2, 3], untried: 2 });
    // four groups give four in the first turn already
    expect(tryByTurns([[1, 5, 9], [2, 6], [3], [4, 8]], 1, take)).toEqual({ made: [1, 2, 3, 4, 5, 6, 8], untried: 1 });
  });

  test('goes on in the other groups where some give nothing', () => {
    const barren = Array.from({ length: 50 }, () => [-1, -1, -1]);
    expect(tryByTurns([...barren, [1, 2, 3, 4, 5, 6, 7]], 2, take)).toEqual({ made: [1, 2, 3, 4, 5, 6], untried: 1 });
    expect(tryByTurns(barren, 2, take)).toEqual({ made: [], untried: 0 });
    expect(tryByTurns([], 2, take)).toEqual({ made: [], untried: 0 });
  });

  test('leaves nothing untried unless enough was found, and tries each member at most once', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.boolean(), { maxLength: 12 }), { maxLength: 12 }), fc.nat(10), (groups, wantedItems) => {
        let tried = 0;
        const { made, untried } = tryByTurns(groups, wantedItems, (isGood) => {
          tried += 1;
          return isGood ? true : null;
        });
        expect(tried + untried).toBe(groups.flat().length);
        if (untried > 0) expect(made.length).toBeGreaterThanOrEqual(3 * wantedItems);
      }),
    );
  });
});
