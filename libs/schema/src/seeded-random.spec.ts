import fc from 'fast-check';

import { createSeededRandom } from './seeded-random.js';

describe('createSeededRandom', () => {
  it('repeats for the same seed and path and differs for another', () => {
    const draw = (seed: number, path: string): number[] => {
      const random = createSeededRandom(seed, path);
      return Array.from({ length: 8 }, () => random.nextIndex(1_000_000));
    };
    expect(draw(7, 'bootstrap/overall')).toEqual(draw(7, 'bootstrap/overall'));
    expect(draw(7, 'bootstrap/overall')).not.toEqual(draw(8, 'bootstrap/overall'));
    expect(draw(7, 'bootstrap/overall')).not.toEqual(draw(7, 'bootstrap/macro'));
  });

  it('stays in range', () => {
    fc.assert(
      fc.property(fc.integer(), fc.string(), fc.integer({ min: 1, max: 1000 }), (seed, path, bound) => {
        const random = createSeededRandom(seed, path);
        const index = random.nextIndex(bound);
        const unit = random.nextUnit();
        return Number.isInteger(index) && index >= 0 && index < bound && unit >= 0 && unit < 1;
      }),
    );
  });

  it('fills a list with the very numbers that it draws one by one, and goes on from there', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 0x7fffffff }), fc.nat(40), (seed, bound, length) => {
        const [one, other] = [createSeededRandom(seed, 'fill'), createSeededRandom(seed, 'fill')];
        const filled = new Int32Array(length);
        one.fillIndexes(filled, bound);
        expect([...filled, one.nextIndex(bound), one.nextUnit()]).toEqual([...Array.from({ length }, () => other.nextIndex(bound)), other.nextIndex(bound), other.nextUnit()]);
      }),
      { examples: [[1, 1, 9], [1, 2, 9], [1, 0x7fffffff, 40], [1, 0x60000000, 40]] },
    );
  });

  it('shuffles without losing or doubling a member and leaves the list alone', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.integer()), (seed, list) => {
        const before = [...list];
        const shuffled = createSeededRandom(seed, 'shuffle').shuffle(list);
        expect(list).toEqual(before);
        expect([...shuffled].sort((a, b) => a - b)).toEqual([...list].sort((a, b) => a - b));
      }),
    );
  });

  it('draws some members, each once, and leaves the list alone', () => {
    fc.assert(
      fc.property(fc.integer(), fc.uniqueArray(fc.integer()), fc.integer({ min: -1, max: 20 }), (seed, list, most) => {
        const before = [...list];
        const drawn = createSeededRandom(seed, 'some').drawSome(list, most);
        expect(list).toEqual(before);
        expect(drawn).toHaveLength(Math.min(list.length, Math.max(0, most)));
        expect(new Set(drawn).size).toBe(drawn.length);
        expect(drawn.every((member) => list.includes(member))).toBe(true);
      }),
    );
  });

  it('draws every pair in every order about equally often', () => {
    // 6,000 draws of 2 of 3: each of the 6 ordered pairs is expected 1,000 times, standard deviation 28.9; 5 sigma = 144
    const random = createSeededRandom(1, 'fairness of some');
    const counts = new Map<string, number>();
    for (let trial = 0; trial < 6_000; trial += 1) {
      const pair = random.drawSome(['a', 'b', 'c'], 2).join('');
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(['ab', 'ac', 'ba', 'bc', 'ca', 'cb']);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(144);
  });

  it('puts every member in every place about equally often', () => {
    // 6,000 shuffles of 3: each of the 9 (member, place) pairs is expected 2,000 times, standard deviation 36.5; 5 sigma = 183.
    const random = createSeededRandom(1, 'fairness');
    const counts = new Map<string, number>();
    for (let trial = 0; trial < 6_000; trial += 1) {
      random.shuffle(['a', 'b', 'c']).forEach((member, place) => {
        const key = `${member}${place}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      });
    }
    expect(counts.size).toBe(9);
    for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(183);
  });
});
