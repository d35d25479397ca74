import { inflateSync } from 'node:zlib';

import type { DecodedPicture } from '../source.js';

/** Reads back what `encodePng` wrote: 8 bits a channel, RGB, no filter, one data chunk. */
export async function decodePng(bytes: Uint8Array): Promise<DecodedPicture> {
  const png = Buffer.from(bytes);
  if (png.toString('latin1', 1, 4) !== 'PNG') throw new Error('no PNG');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const rgb = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row += 1) rgb.set(rows.subarray(row * (width * 3 + 1) + 1, (row + 1) * (width * 3 + 1)), row * width * 3);
  return { width, height, rgb };
}
