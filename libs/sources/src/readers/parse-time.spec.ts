import { parseTime, type TimeUnit } from './parse-time.js';

const FRAMES: TimeUnit = { unit: 'frames', frame_rate: 25, first_frame: 1, end_included: true };

test.each<[string, TimeUnit, 'start' | 'end', number | null]>([
  ['12.5', { unit: 'seconds' }, 'start', 12_500_000],
  ['0', { unit: 'seconds' }, 'start', 0],
  ['12500', { unit: 'milliseconds' }, 'end', 12_500_000],
  ['1:02:03.25', { unit: 'clock' }, 'start', 3_723_250_000],
  ['02:03', { unit: 'clock' }, 'start', 123_000_000],
  // frames count from 1 at 25 a second, the last one included: 26 begins at 1 s, an interval up to 50 ends at 2 s
  ['26', FRAMES, 'start', 1_000_000],
  ['50', FRAMES, 'end', 2_000_000],
  ['50', { unit: 'frames', frame_rate: 25, first_frame: 0, end_included: false }, 'end', 2_000_000],
  ['0', FRAMES, 'start', null],
  ['1.5', FRAMES, 'start', null],
  ['-1', { unit: 'seconds' }, 'start', null],
  ['1e3', { unit: 'seconds' }, 'start', null],
  ['', { unit: 'seconds' }, 'start', null],
  ['1:70', { unit: 'clock' }, 'start', null],
])('%j in %j as %s is %s', (text, time, end, micros) => {
  expect(parseTime(text, time, end)).toBe(micros);
});
