import { inflateSync } from 'node:zlib';

import { encodePng } from './encode-png.js';

test('encodePng writes signature, header, rows and end of a 2 x 1 picture', () => {
  const png = Buffer.from(encodePng({ width: 2, height: 1, rgb: Uint8Array.from([255, 0, 0, 0, 0, 255]) }));
  expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  // length 13, IHDR, 2 x 1, 8 bits, colour type 2 (RGB), then three zeros
  expect(png.subarray(8, 29).toString('hex')).toBe('0000000d49484452' + '00000002' + '00000001' + '0802000000');
  const length = png.readUInt32BE(33);
  expect(png.subarray(37, 41).toString('latin1')).toBe('IDAT');
  // filter type 0, then red and blue
  expect([...inflateSync(png.subarray(41, 41 + length))]).toEqual([0, 255, 0, 0, 0, 0, 255]);
  // the end chunk is the same in every PNG file, its checksum included
  expect(png.subarray(-12).toString('hex')).toBe('0000000049454e44ae426082');
});
