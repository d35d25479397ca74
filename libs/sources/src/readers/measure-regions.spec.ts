import fc from 'fast-check';

import { measureRegions } from './measure-regions.js';
import { whiteIs } from './read-mask.js';

/** Rows of one digit a pixel, times ten: `2` is grey value 20. */
function drawMask(rows: readonly string[]): { width: number; height: number; rgb: Uint8Array } {
  const values = rows.join('').split('').map((digit) => Number(digit) * 10);
  return { width: rows[0]?.length ?? 0, height: rows.length, rgb: Uint8Array.from(values.flatMap((value) => [value, value, value])) };
}
const LEVELS = new Map([[20, 'forceps'], [40, 'shaft']]);
const byLevel = (value: number): string | null => LEVELS.get(value) ?? null;

const MASK = drawMask(['0220', '0200', '0004', '2004']);

test('areas of one label are one region: the box holds all, the centre is the mean of the pixels', () => {
  // forceps: pixels (1,0) (2,0) (1,1) (0,3); x mean (1+2+1+0)/4 + 0.5 = 1.5, y mean (0+0+1+3)/4 + 0.5 = 1.5; 4 of 16 pixels
  expect(measureRegions(MASK, { labelOfValue: byLevel, isSplit: false })).toEqual([
    { label: 'forceps', box: { x0: 0, y0: 0, x1: 3, y1: 4 }, centre: { x: 1.5, y: 1.5 }, areaShare: 0.25 },
    { label: 'shaft', box: { x0: 3, y0: 2, x1: 4, y1: 4 }, centre: { x: 3.5, y: 3 }, areaShare: 0.125 },
  ]);
});

test('split, areas that share no side are regions of their own', () => {
  const boxes = measureRegions(MASK, { labelOfValue: byLevel, isSplit: true }).map(({ label, box, areaShare }) => [label, box.x0, box.y0, box.x1, box.y1, areaShare]);
  expect(boxes).toEqual([
    ['forceps', 1, 0, 3, 2, 3 / 16],
    ['forceps', 0, 3, 1, 4, 1 / 16],
    ['shaft', 3, 2, 4, 4, 2 / 16],
  ]);
});

test('values near 0 and 255 are black and white; specks are left out', () => {
  // 100 x 100: a square of 10 x 10 at value 250, one white pixel (1 of 10,000 is under 0.0002), the rest at 3
  const grey = Array.from({ length: 10_000 }, (_, pixel) => (pixel % 100 < 10 && pixel < 1000 ? 250 : pixel === 9_999 ? 255 : 3));
  const rgb = Uint8Array.from(grey.flatMap((value) => [value, value, value]));
  expect(measureRegions({ width: 100, height: 100, rgb }, { labelOfValue: whiteIs('polyp'), isSplit: true })).toEqual([
    { label: 'polyp', box: { x0: 0, y0: 0, x1: 10, y1: 10 }, centre: { x: 5, y: 5 }, areaShare: 0.01 },
  ]);
});

test('property: split or not, the same pixels are counted, inside their boxes', () => {
  const masks = fc.integer({ min: 1, max: 12 }).chain((width) => fc.array(fc.array(fc.constantFrom('0', '2', '4'), { minLength: width, maxLength: width }).map((row) => row.join('')), { minLength: 1, maxLength: 12 }));
  fc.assert(
    fc.property(masks, (rows) => {
      const mask = drawMask(rows);
      const split = measureRegions(mask, { labelOfValue: byLevel, isSplit: true });
      const whole = measureRegions(mask, { labelOfValue: byLevel, isSplit: false });
      for (const [value, label] of LEVELS) {
        const count = rows.join('').split(String(value / 10)).length - 1;
        for (const regions of [split, whole]) {
          const share = regions.filter((region) => region.label === label).reduce((sum, { areaShare }) => sum + areaShare, 0);
          expect(share).toBeCloseTo(count / (mask.width * mask.height), 9);
        }
      }
      for (const { box, centre } of split) {
        expect(box.x0 < centre.x && centre.x < box.x1 && box.y0 < centre.y && centre.y < box.y1).toBe(true);
      }
    }),
  );
});
