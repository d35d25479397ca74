import { durationSecToMicros, samplingPeriodMicrosOf, toleranceMicrosOf } from './sampling-period.js';

const video = { media_path: 'a.mp4' };
const sequence = { media_path: 'frames' };

it.each([
  [video, 2_000_000], // 2 s
  [{ ...video, sampling_period_sec: 1 }, 1_000_000],
  [{ ...video, sampling_period_sec: 1e-9 }, 1], // never 0
  [sequence, 1_000_000], // no rate: each frame
  [{ ...sequence, frame_rate: 25 }, 50_000_000], // 2 s x 25 = 50 frames
  [{ ...sequence, frame_rate: 29.97 }, 59_940_000], // 59.94 frames
  [{ ...sequence, frame_rate: 30, sampling_period_sec: 1 }, 30_000_000],
])('period of %j is %d', (item, micros) => {
  expect(samplingPeriodMicrosOf(item)).toBe(micros);
});

it.each([
  [video, 2_000_000],
  [{ ...video, tolerance_sec: 0 }, 0],
  [{ ...video, tolerance_sec: 1.5 }, 1_500_000],
  [{ ...sequence, frame_rate: 25 }, 50_000_000],
  [{ ...sequence, frame_rate: 25, tolerance_sec: 1 }, 25_000_000],
  [sequence, 1_000_000],
  [{ ...sequence, tolerance_sec: 3 }, 3_000_000],
])('tolerance of %j is %d', (item, micros) => {
  expect(toleranceMicrosOf(item)).toBe(micros);
});

it('knows no length in seconds without a frame rate', () => {
  expect(durationSecToMicros(sequence, 2)).toBeNull();
});
