import { isSameTimeBase, parseTimeBase, ticksToMicros } from './time-base.js';

it.each([
  ['1/12800', 512, 40_000],
  ['1001/30000', 1, 33_367], // 33366.67, rounded
  ['1/90000', 7_200_000_000_000, 80_000_000_000_000], // 2.5 years stay exact
])('%s: %d ticks are %d us', (text, ticks, micros) => {
  const timeBase = parseTimeBase(text);
  expect(timeBase === null ? null : ticksToMicros(ticks, timeBase)).toBe(micros);
});

it.each(['0/1', '1/0', 'x', '-1/25', ''])('%j is no time base', (text) => {
  expect(parseTimeBase(text)).toBeNull();
});

it('compares by value', () => {
  expect(isSameTimeBase({ numerator: 1, denominator: 25 }, { numerator: 2, denominator: 50 })).toBe(true);
  expect(isSameTimeBase({ numerator: 1, denominator: 25 }, { numerator: 1, denominator: 24 })).toBe(false);
});
