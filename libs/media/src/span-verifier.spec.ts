import { createSpanVerifier } from './span-verifier.js';

const index = { frameTicks: [0, 10, 20, 30, 40, 50] };
const good = { isKey: false, isCorrupt: false, complaintsBefore: 0 };

interface VerifyOptions {
  keyTicks?: number | null;
  wanted?: number[];
  reachedEnd?: boolean;
  change?: Record<number, object>;
  leftOut?: number[];
}

function verify(ticks: number[], { keyTicks = null, wanted = [3], reachedEnd = false, change = {}, leftOut = [] }: VerifyOptions = {}) {
  const verifier = createSpanVerifier(index, { keyTicks, wanted }, new Set(leftOut));
  for (const tick of ticks) verifier.take({ ticks: tick, ...good, isKey: tick === keyTicks, ...change[tick] });
  return verifier.holds(reachedEnd);
}

it.each<[string, boolean, boolean]>([
  ['just what was promised, up to the picture after', verify([0, 10, 20, 30, 40]), true],
  ['from a key frame, after pictures that a seek decoded before', verify([0, 10, 20, 30, 40], { keyTicks: 20 }), true],
  ['up to the end', verify([0, 10, 20, 30, 40, 50], { wanted: [5], reachedEnd: true }), true],
  ['all but what was left out', verify([0, 20, 30, 40], { leftOut: [1] }), true],
  ['all but what was left out, up to the end', verify([0, 20, 30, 50], { wanted: [5], leftOut: [1, 4], reachedEnd: true }), true],
  ['a picture that was left out', verify([0, 10, 20, 30, 40], { leftOut: [1] }), false],
  ['another one missing than was left out', verify([0, 10, 30, 40], { leftOut: [1] }), false],
  ['a missing picture', verify([0, 10, 30, 40]), false],
  ['a picture too many, before the target', verify([0, 10, 20, 30, 35, 40]), false],
  ['another order', verify([0, 20, 10, 30, 40]), false],
  ['a start that is no key frame', verify([20, 30, 40], { keyTicks: 20, change: { 20: { isKey: false } } }), false],
  ['a start after the key frame', verify([30, 40], { keyTicks: 20 }), false],
  ['a corrupt picture', verify([0, 10, 20, 30, 40], { change: { 20: { isCorrupt: true } } }), false],
  ['a complaint on the way', verify([0, 10, 20, 30, 40], { change: { 20: { complaintsBefore: 1 } } }), false],
  ['a complaint before the stretch', verify([10, 20, 30, 40], { keyTicks: 20, change: { 20: { complaintsBefore: 1, isKey: true }, 30: { complaintsBefore: 1 }, 40: { complaintsBefore: 1 } } }), true],
  ['an early end', verify([0, 10, 20, 30], { reachedEnd: true }), false],
  ['pictures after the promised end', verify([0, 10, 20, 30, 40, 50, 60], { wanted: [5], reachedEnd: true }), false],
])('%s', (_, found, holds) => {
  expect(found).toBe(holds);
});
