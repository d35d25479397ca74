import { chooseTimeScale, type TimeScale } from './time-scale.js';

const scaleOf = (type: 'video' | 'image_sequence', frameRate: number | null): TimeScale => chooseTimeScale({ type, frameRate }) as TimeScale;

describe('chooseTimeScale', () => {
  test.each([
    // a video counts seconds whatever its frame rate; a time from a frame is rounded up to the millisecond
    ['video', 25, 'seconds', 33_367, 34_000, 1_000_000, 0.034],
    ['video', null, 'seconds', 34_000, 34_000, 1_000_000, 0.034],
    // one picture a second: index = second
    ['image_sequence', 1, 'frames', 48_000_001, 49_000_000, 49_000_000, 49],
    // half a picture a second: index 25 is second 50
    ['image_sequence', 0.5, 'frames', 49_000_000, 50_000_000, 50_000_000, 25],
  ] as const)('%s at %p counts %s', (type, frameRate, unit, micros, snapped, whole, written) => {
    const scale = scaleOf(type, frameRate);
    expect([scale.unit, scale.snapUp(micros), scale.snapUpToWhole(micros), scale.toUnit(scale.snapUp(micros))]).toEqual([unit, snapped, whole, written]);
    expect(scale.frameRate).toBe(unit === 'frames' ? frameRate : null);
  });

  test('an image sequence without a frame rate has no scale', () => {
    expect(chooseTimeScale({ type: 'image_sequence', frameRate: null })).toBeNull();
  });

  test.each([
    ['video', 25, 33_999, 33_000],
    ['video', 25, 34_000, 34_000],
    // frames at 0, 40 ms, 80 ms
    ['image_sequence', 25, 79_999, 40_000],
    ['image_sequence', 25, 80_000, 80_000],
  ] as const)('%s at %p frames a second: the last writable time up to %p is %p', (type, frameRate, micros, snapped) => {
    expect(scaleOf(type, frameRate).snapDown(micros)).toBe(snapped);
  });

  test('snapping is idempotent for a rate that does not divide a second', () => {
    const scale = scaleOf('image_sequence', 29.97);
    for (const micros of [0, 1, 33_366, 33_367, 33_368, 1_000_000]) {
      const once = scale.snapUp(micros);
      expect(once).toBeGreaterThanOrEqual(micros);
      expect(scale.snapUp(once)).toBe(once);
    }
  });
});
