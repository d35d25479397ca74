import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus, xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

import { hashText } from './content-id.js';

/** Name of the generator, as it stands in every manifest. */
export const RANDOM_GENERATOR = 'xoroshiro128plus seeded by the first 32 bits of sha256("<seed>/<path>")';

/** A reproducible stream of choices. */
export interface SeededRandom {
  /** Uniform integer in [0, bound). `bound` is a positive integer. */
  nextIndex(bound: number): number;
  /** The next draws of {@link nextIndex} into a whole list: the same numbers, several times as fast. `bound` is at most 2^31. */
  fillIndexes(into: Int32Array, bound: number): void;
  /** Uniform number in [0, 1) with 32 bits. */
  nextUnit(): number;
  /** One member of a non-empty list. */
  pick<Member>(list: readonly Member[]): Member;
  /** A new list in random order (Fisher-Yates). */
  shuffle<Member>(list: readonly Member[]): Member[];
  /** At most `most` members of a list, each at most once, in random order: the first steps of a shuffle, without the rest. */
  drawSome<Member>(list: readonly Member[], most: number): Member[];
}

/**
 * Makes the generator for one named purpose. The stream depends on nothing but seed and path, so work may be done in
 * any order and by any number of workers.
 *
 * @param seed the build's or run's seed, an integer
 * @param path what the numbers are for, e.g. `bootstrap/overall` or `choices/cholec80/video01/phase_now/30000000`
 */
export function createSeededRandom(seed: number, path: string): SeededRandom {
  let generator = xoroshiro128plus(Number.parseInt(hashText(`${seed}/${path}`).slice(0, 8), 16) | 0);
  const nextIndex = (bound: number): number => uniformInt(generator, 0, bound - 1);
  return {
    nextIndex,
    fillIndexes: (into, bound) => {
      generator = xoroshiro128plusFromState(fillFromState(generator.getState(), into, bound));
    },
    nextUnit: () => uniformInt(generator, 0, 0xffffffff) / 0x100000000,
    pick: <Member>(list: readonly Member[]): Member => list[nextIndex(list.length)] as Member,
    shuffle: <Member>(list: readonly Member[]): Member[] => {
      const shuffled = [...list];
      for (let index = shuffled.length - 1; index > 0; index -= 1) swap(shuffled, index, nextIndex(index + 1));
      return shuffled;
    },
    drawSome: <Member>(list: readonly Member[], most: number): Member[] => {
      const drawn = [...list];
      const count = Math.min(drawn.length, Math.max(0, most));
      for (let index = 0; index < count && index < drawn.length - 1; index += 1) swap(drawn, index, index + nextIndex(drawn.length - index));
      drawn.length = count;
      return drawn;
    },
  };
}

function swap<Member>(list: Member[], one: number, other: number): void {
  const held = list[one] as Member;
  list[one] = list[other] as Member;
  list[other] = held;
}

/**
 * Steps of xoroshiro128+ and of pure-rand's uniformInt in local numbers; returns the state after the last step. The
 * remainder is taken by a multiplication: of numbers under 2^32 it is off by one quotient at most, which is mended.
 */
function fillFromState(state: readonly number[], into: Int32Array, bound: number): number[] {
  let s01 = (state[0] as number) | 0;
  let s00 = (state[1] as number) | 0;
  let s11 = (state[2] as number) | 0;
  let s10 = (state[3] as number) | 0;
  // what is over would favour small numbers and is drawn again; 2^32 where nothing is over
  const usable = bound > 2 ? Math.floor(0x100000000 / bound) * bound : 0x100000000;
  const inverse = 1 / bound;
  const length = into.length;
  for (let index = 0; index < length; index += 1) {
    let drawn: number;
    do {
      drawn = ((s00 + s10) | 0) + 0x80000000;
      const low = s00;
      const high = s01;
      const a0 = s10 ^ low;
      const a1 = s11 ^ high;
      s00 = (low << 24) ^ (high >>> 8) ^ a0 ^ (a0 << 16);
      s01 = (high << 24) ^ (low >>> 8) ^ a1 ^ ((a1 << 16) | (a0 >>> 16));
      s10 = (a1 << 5) ^ (a0 >>> 27);
      s11 = (a0 << 5) ^ (a1 >>> 27);
    } while (drawn >= usable);
    const rest = drawn - Math.floor(drawn * inverse) * bound;
    into[index] = rest >= bound ? rest - bound : rest < 0 ? rest + bound : rest;
  }
  return [s01, s00, s11, s10];
}
