import fc from 'fast-check';

import { planSpans } from './plan-spans.js';

/** 1000 frames, one a tick, a key frame each 100. */
const frameTicks = Array.from({ length: 1000 }, (_, index) => index);
const keyTicks = Array.from({ length: 9 }, (_, index) => (index + 1) * 100);

it('starts at the key frame before, joins near pictures and skips what nobody needs', () => {
  expect(planSpans({ wanted: [30, 70, 450, 460, 930], frameTicks, keyTicks })).toEqual([
    { keyTicks: null, nextKeyTicks: 100, wanted: [30, 70] },
    { keyTicks: 400, nextKeyTicks: 500, wanted: [450, 460] },
    { keyTicks: 900, nextKeyTicks: null, wanted: [930] },
  ]);
});

it('goes on decoding where a new start would save too little', () => {
  // from 170 to the key frame at 200 there are 30 frames to skip, under 100
  expect(planSpans({ wanted: [170, 230], frameTicks, keyTicks })).toEqual([{ keyTicks: null, nextKeyTicks: 200, wanted: [170, 230] }]);
});

it('cuts a long stretch at a key frame, so that the cores share it', () => {
  const wanted = frameTicks.filter((ticks) => ticks % 50 === 0);
  const spans = planSpans({ wanted, frameTicks, keyTicks, maxSpanFrames: 300 });
  expect(spans.map((span) => span.keyTicks)).toEqual([null, 400, 800]);
});

it('decodes from the beginning where there is no other key frame', () => {
  expect(planSpans({ wanted: [990], frameTicks, keyTicks: [] })).toEqual([{ keyTicks: null, nextKeyTicks: null, wanted: [990] }]);
});

it('covers every wanted picture once, from a key frame not after it', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 999 }), { minLength: 1 }), fc.integer({ min: 0, max: 300 }), (chosen, worthSkippingFrames) => {
      const wanted = [...chosen].sort((one, other) => one - other);
      const spans = planSpans({ wanted, frameTicks, keyTicks, worthSkippingFrames, maxSpanFrames: 250 });
      expect(spans.flatMap((span) => span.wanted)).toEqual(wanted);
      expect(spans.filter((span) => (span.keyTicks ?? 0) > (span.wanted[0] as number))).toEqual([]);
    }),
  );
});
