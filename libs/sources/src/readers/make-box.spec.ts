import fc from 'fast-check';

import { makeBox } from './make-box.js';

const FRAME = { width: 560, height: 480 };

test.each<[string, [number, number, number, number], object | null]>([
  ['in order', [212, 134, 300, 221], { x0: 212, y0: 134, x1: 300, y1: 221 }],
  ['reversed', [300, 221, 212, 134], { x0: 212, y0: 134, x1: 300, y1: 221 }],
  ['over the edge', [-5, 400, 20, 500], { x0: 0, y0: 400, x1: 20, y1: 480 }],
  ['without an area', [10, 10, 10, 40], null],
  ['outside', [600, 10, 700, 40], null],
])('a box %s', (_, corners, box) => {
  expect(makeBox(corners, FRAME)).toEqual(box);
});

test('property: a box lies inside the picture and has an area, whichever corner comes first', () => {
  const numbers = fc.integer({ min: -100, max: 700 });
  fc.assert(
    fc.property(numbers, numbers, numbers, numbers, (x0, y0, x1, y1) => {
      const box = makeBox([x0, y0, x1, y1], FRAME);
      expect(makeBox([x1, y0, x0, y1], FRAME)).toEqual(box);
      if (box) expect(box.x0 >= 0 && box.x0 < box.x1 && box.x1 <= 560 && box.y0 >= 0 && box.y0 < box.y1 && box.y1 <= 480).toBe(true);
    }),
  );
});
