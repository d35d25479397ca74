import { assertNoFutureFrame, auditFrames } from './prefix-guard.js';

it.each([
  [[0, 40_000, 1_000_000], null], // the end itself is inside
  [[1_000_001, 5, 1_000_002], { endMicros: 1_000_000, ptsMicros: 1_000_002 }],
  [[], null],
])('%j against an end of 1 s', (ptsMicros, found) => {
  expect(auditFrames({ endMicros: 1_000_000, ptsMicros })).toEqual(found);
});

it('throws a defect with the offending times', () => {
  expect(() => assertNoFutureFrame({ endMicros: 10, ptsMicros: [11] })).toThrow(
    expect.objectContaining({ code: 'media/future-frame', exitCode: 70, details: { endMicros: 10, ptsMicros: 11 } }),
  );
  expect(() => assertNoFutureFrame({ endMicros: 10, ptsMicros: [10] })).not.toThrow();
});
