import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Encodes an RGB picture (3 bytes a pixel, row by row) as PNG, 8 bits a channel, no filter. */
export function encodePng({ width, height, rgb }: { width: number; height: number; rgb: Uint8Array }): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let row = 0; row < height; row += 1) rows.set(rgb.subarray(row * width * 3, (row + 1) * width * 3), row * (width * 3 + 1) + 1);
  return Buffer.concat([Buffer.from(SIGNATURE), makeChunk('IHDR', header), makeChunk('IDAT', deflateSync(rows)), makeChunk('IEND', Buffer.alloc(0))]);
}

/** Length, type, data, checksum over type and data. */
function makeChunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
