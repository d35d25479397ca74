import fc from 'fast-check';

import { countTargets, planTargets, thinTargets } from './plan-targets.js';
import { secondsToMicros } from './time.js';

const plan = (startSec: number, endSec: number, periodSec = 2) =>
  planTargets({ startMicros: secondsToMicros(startSec), endMicros: secondsToMicros(endSec), periodMicros: secondsToMicros(periodSec) });

describe('planTargets', () => {
  // sampling.md, "Targets": floor((b - a) / 2) + 1 on the grid, and the end when it is off the grid
  it.each([
    [3165, 3195, 16], // 30 / 2 = 15 steps, the end is on the grid
    [198.84, 200.84, 2],
    [0.001, 1, 2], // 0.001 and the end
    [7, 7, 1],
    [0.001, 304.805, 154], // 152 full steps reach 304.001, then the end
    [0, 201.1, 102],
  ])('[%d, %d] -> %d targets', (start, end, count) => {
    expect(plan(start, end)).toHaveLength(count);
  });

  it.each([
    [0.001, 1, [1000, 1_000_000]],
    [198.84, 200.84, [198_840_000, 200_840_000]],
    [0, 5, [0, 2_000_000, 4_000_000, 5_000_000]],
  ])('[%d, %d] -> %j', (start, end, targets) => {
    expect(plan(start, end)).toEqual(targets);
  });

  const windows = fc.record({
    startMicros: fc.integer({ min: 0, max: 10 ** 10 }),
    length: fc.integer({ min: 0, max: 10 ** 9 }),
    periodMicros: fc.integer({ min: 100_000, max: 10 ** 8 }),
  });

  it('starts at the start, ends at the end, rises, and leaves no gap over the period', () => {
    fc.assert(
      fc.property(windows, ({ startMicros, length, periodMicros }) => {
        const endMicros = startMicros + length;
        const targets = planTargets({ startMicros, endMicros, periodMicros });
        expect(targets[0]).toBe(startMicros);
        expect(targets.at(-1)).toBe(endMicros);
        expect(targets).toHaveLength(Math.ceil(length / periodMicros) + 1);
        const steps = targets.slice(1).map((target, index) => target - (targets[index] as number));
        expect(steps.filter((step) => step <= 0 || step > periodMicros)).toEqual([]);
      }),
    );
  });

  it.each([
    [{ startMicros: 2, endMicros: 1, periodMicros: 1 }, /ends \(1\) before it starts/],
    [{ startMicros: 0, endMicros: 1, periodMicros: 0 }, /at least 1/],
    [{ startMicros: 0.5, endMicros: 1, periodMicros: 1 }, /safe integers/],
    [{ startMicros: 0, endMicros: Number.NaN, periodMicros: 1 }, /safe integers/],
  ])('refuses %j', (bad, message) => {
    expect(() => planTargets(bad)).toThrow(message);
  });

  it('thins before it lists, to the same targets as afterwards', () => {
    fc.assert(
      fc.property(windows, fc.integer({ min: 1, max: 50 }), ({ startMicros, length, periodMicros }, maxFrames) => {
        const wanted = { startMicros, endMicros: startMicros + length, periodMicros };
        expect(planTargets(wanted, maxFrames)).toEqual(thinTargets(planTargets(wanted), maxFrames));
        expect(countTargets(wanted)).toBe(planTargets(wanted).length);
      }),
    );
    // 10^13 grid points, of which the first, the middle and the last
    expect(planTargets({ startMicros: 0, endMicros: 10 ** 13, periodMicros: 1 }, 3)).toEqual([0, 5 * 10 ** 12, 10 ** 13]);
  });

  it('refuses an absurd number of targets before making them', () => {
    const absurd = () => planTargets({ startMicros: 0, endMicros: 10 ** 13, periodMicros: 1 });
    expect(absurd).toThrow(expect.objectContaining({ code: 'input/too-large' }));
    expect(() => planTargets({ startMicros: 0, endMicros: 99_998 * 2, periodMicros: 2 })).not.toThrow();
  });
});

describe('thinTargets', () => {
  it.each([
    [[0, 1, 2, 3, 4, 5, 6], 4, [0, 2, 4, 6]], // step 6/3 = 2
    [[0, 1, 2, 3, 4], 2, [0, 4]],
    [[0, 1, 2, 3, 4], 1, [4]],
    [[0, 1], 5, [0, 1]],
  ])('%j at most %d -> %j', (targets, maxFrames, thinned) => {
    expect(thinTargets(targets, maxFrames)).toEqual(thinned);
  });

  it('keeps both ends, the order and the number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 2, max: 300 }), (length, maxFrames) => {
        const targets = Array.from({ length }, (_, index) => index * 7);
        const thinned = thinTargets(targets, maxFrames);
        expect(thinned).toHaveLength(Math.min(length, maxFrames));
        expect([thinned[0], thinned.at(-1)]).toEqual([targets[0], targets.at(-1)]);
        expect(new Set(thinned).size).toBe(thinned.length);
        expect([...thinned].sort((one, other) => one - other)).toEqual(thinned);
      }),
    );
  });

  it('refuses a limit under 1', () => {
    expect(() => thinTargets([1], 0)).toThrow(RangeError);
  });
});
