import fc from 'fast-check';

import { parseRetryAfterMs, planWaitMs } from './retry-policy.js';

describe('planWaitMs', () => {
  it.each<[attemptNumber: number, toldMs: number | null, unit: number, waitMs: number]>([
    // 1 s doubled for each further attempt, at most 60 s, times 0.75 + unit / 2
    [1, null, 0.5, 1_000],
    [1, null, 0, 750],
    [4, null, 0.5, 8_000],
    [7, null, 0.5, 60_000],
    [100, null, 0.5, 60_000],
    // what the server says, where it is more, up to 300 s
    [1, 20_000, 0.5, 20_000],
    [7, 20_000, 0.5, 60_000],
    [1, 86_400_000, 0.5, 300_000],
    [2, 0, 0.5, 2_000],
  ])('attempt %i, told %s, unit %s: %i ms', (attemptNumber, toldMs, unit, waitMs) => {
    expect(planWaitMs({ attemptNumber, toldMs, unit })).toBe(waitMs);
  });

  it('grows from one attempt to the next, whatever the spread', () => {
    const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), unit, unit, (attemptNumber, first, second) => {
        expect(planWaitMs({ attemptNumber: attemptNumber + 1, toldMs: null, unit: second })).toBeGreaterThan(planWaitMs({ attemptNumber, toldMs: null, unit: first }));
      }),
    );
  });
});

describe('parseRetryAfterMs', () => {
  // RFC 9110, 5.6.7: the example date, 784,111,777 s after the epoch
  const nowMs = 784_111_777_000 - 90_000;
  it.each<[string | undefined, number | null]>([
    [undefined, null],
    ['120', 120_000],
    [' 0 ', 0],
    ['1.5', 1_500],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 90_000],
    ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
    ['-5', null],
    ['soon', null],
    ['', null],
  ])('%j: %s', (header, waitMs) => {
    expect(parseRetryAfterMs(header, nowMs)).toBe(waitMs);
  });
});
