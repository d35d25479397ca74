import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

import { hashText } from './content-id.js';

/** Name of the generator, as it stands in every manifest. */
export const RANDOM_GENERATOR = 'xoroshiro128plus seeded by the first 32 bits of sha256("<seed>/<path>")';

/** A reproducible stream of choices. */
export interface SeededRandom {
  /** Uniform integer in [0, bound). `bound` is a positive integer. */
  nextIndex(bound: number): number;
  /** Uniform number in [0, 1) with 32 bits. */
  nextUnit(): number;
  /** One member of a non-empty list. */
  pick<Member>(list: readonly Member[]): Member;
  /** A new list in random order (Fisher-Yates). */
  shuffle<Member>(list: readonly Member[]): Member[];
}

/**
 * Makes the generator for one named purpose. The stream depends on nothing but seed and path, so work may be done in
 * any order and by any number of workers.
 *
 * @param seed the build's or run's seed, an integer
 * @param path what the numbers are for, e.g. `bootstrap/overall` or `choices/cholec80/video01/phase_now/30000000`
 */
export function createSeededRandom(seed: number, path: string): SeededRandom {
  const generator = xoroshiro128plus(Number.parseInt(hashText(`${seed}/${path}`).slice(0, 8), 16) | 0);
  const nextIndex = (bound: number): number => uniformInt(generator, 0, bound - 1);
  return {
    nextIndex,
    nextUnit: () => uniformInt(generator, 0, 0xffffffff) / 0x100000000,
    pick: <Member>(list: readonly Member[]): Member => list[nextIndex(list.length)] as Member,
    shuffle: <Member>(list: readonly Member[]): Member[] => {
      const shuffled = [...list];
      for (let index = shuffled.length - 1; index > 0; index -= 1) {
        const other = nextIndex(index + 1);
        const held = shuffled[index] as Member;
        shuffled[index] = shuffled[other] as Member;
        shuffled[other] = held;
      }
      return shuffled;
    },
  };
}
