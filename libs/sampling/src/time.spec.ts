import fc from 'fast-check';

import { ceilMicrosToMillisecondSec, formatMicros, microsToSeconds, secondsToMicros } from './time.js';

describe('secondsToMicros', () => {
  it.each([
    [0.001, 1000],
    [198.84, 198_840_000], // 198.84 * 1e6 is 198840000.00000003 in binary
    [304.805, 304_805_000],
    [0.0000004, 0], // under half a microsecond
    [0.0000006, 1],
    [7, 7_000_000], // frame index 7
  ])('%d -> %d', (sec, micros) => {
    expect(secondsToMicros(sec)).toBe(micros);
  });

  it('takes every millisecond of the allowed range there and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (milliseconds) => {
        expect(secondsToMicros(milliseconds / 1000)).toBe(milliseconds * 1000);
        expect(microsToSeconds(milliseconds * 1000)).toBe(milliseconds / 1000);
      }),
    );
  });
});

describe('ceilMicrosToMillisecondSec', () => {
  it.each([
    [41_133_333, 41.134], // frame 1234 at 30 fps: the next millisecond, so that the frame is inside
    [58_333_333, 58.334],
    [40_000, 0.04], // already whole
    [0, 0],
    [1, 0.001],
  ])('%d us -> %d s', (micros, sec) => {
    expect(ceilMicrosToMillisecondSec(micros)).toBe(sec);
  });

  it('is never before the frame and less than a millisecond after it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 13 }), (micros) => {
        const distance = secondsToMicros(ceilMicrosToMillisecondSec(micros)) - micros;
        expect(distance).toBeGreaterThanOrEqual(0);
        expect(distance).toBeLessThan(1000);
      }),
    );
  });
});

it('formats without float noise', () => {
  expect([12_345_000, 12_000_000, 1].map(formatMicros)).toEqual(['12.345', '12', '0.000001']);
});
