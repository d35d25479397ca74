import fc from 'fast-check';

import { fitSize, quantizationTables } from './encode-picture.js';
import { limitedSharp } from './sharp-setup.js';

/** Quantization tables of a JPEG file in zigzag order, by their number. */
function readTables(jpeg: Buffer): number[][] {
  const tables: number[][] = [];
  for (let at = 2; jpeg[at + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if (jpeg[at + 1] !== 0xdb) continue;
    for (let table = at + 4; table < at + 2 + jpeg.readUInt16BE(at + 2); table += 65) tables[(jpeg[table] as number) & 15] = [...jpeg.subarray(table + 1, table + 65)];
  }
  return tables;
}

it.each([10, 49, 50, 75, 90, 100])('video has the tables that a still of quality %d has', async (quality) => {
  const [luminance, chrominance] = readTables(await limitedSharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } }).jpeg({ quality }).toBuffer());
  const tables = quantizationTables(quality);
  // the order of the file differs, the numbers do not
  const sorted = (table: readonly number[] | undefined) => [...(table ?? [])].sort((one, other) => one - other);
  expect([sorted(tables.luminance), sorted(tables.chrominance)]).toEqual([sorted(luminance), sorted(chrominance)]);
  // the first three in zigzag order: right, then down
  expect(luminance?.slice(0, 3)).toEqual([tables.luminance[0], tables.luminance[1], tables.luminance[8]]);
});

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
