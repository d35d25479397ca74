import fc from 'fast-check';

import { fitSize } from './encode-picture.js';

it.each([
  [1280, 720, { width: 1024, height: 576 }], // 720 x 0.8
  [720, 1280, { width: 576, height: 1024 }],
  [854, 480, { width: 854, height: 480 }], // never enlarged
  [1920, 1080, { width: 1024, height: 576 }],
  [4096, 1, { width: 1024, height: 1 }], // at least one pixel
])('%d x %d', (width, height, size) => {
  expect(fitSize(width, height, 1024)).toEqual(size);
});

it('never passes the limit and never enlarges', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }), (width, height) => {
      const size = fitSize(width, height, 1024);
      expect(Math.max(size.width, size.height)).toBe(Math.min(1024, Math.max(width, height)));
      expect(size.width <= width && size.height <= height).toBe(true);
    }),
  );
});
