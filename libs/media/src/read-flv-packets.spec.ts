import fc from 'fast-check';

import { type FlvPacket, readFlvPackets, writeFlvHead, writeFlvPacket } from './read-flv-packets.js';

async function read(chunks: Uint8Array[]): Promise<FlvPacket[]> {
  const found: FlvPacket[] = [];
  for await (const packet of readFlvPackets((async function* () { yield* chunks; })())) found.push(packet);
  return found;
}

it('writes a packet as the standard says', () => {
  // tag 9, 7 bytes, time 0x123456 with 0x01 above, stream 0; key frame of codec 7, one picture, shown 2 later; 18 bytes before the next
  const bytes = writeFlvPacket({ kind: 'picture', isKey: true, payload: Buffer.from([0xaa, 0xbb]) }, { decode: 0x01123456, display: 0x01123458 });
  expect(bytes.toString('hex')).toBe('09000007123456010000001701000002aabb00000012');
});

it('reads back what was written, however the stream is cut', async () => {
  const packet = fc.record({ kind: fc.constantFrom<FlvPacket['kind']>('settings', 'picture'), isKey: fc.boolean(), payload: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) });
  await fc.assert(
    fc.asyncProperty(fc.array(packet, { maxLength: 6 }), fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 9 }), async (packets, cuts) => {
      const whole = Buffer.concat([writeFlvHead(), ...packets.map((one, index) => writeFlvPacket(one, { decode: index, display: index }))]);
      const chunks: Buffer[] = [];
      for (let offset = 0, turn = 0; offset < whole.length; turn += 1) {
        const size = cuts[turn % cuts.length] as number;
        chunks.push(whole.subarray(offset, offset + size));
        offset += size;
      }
      expect(await read(chunks)).toEqual(packets);
    }),
  );
});

it('passes over sound, notes and the end of the stream, and drops a packet that breaks off', async () => {
  const packet: FlvPacket = { kind: 'picture', isKey: false, payload: Buffer.from([1, 2, 3]) };
  const written = writeFlvPacket(packet, { decode: 1, display: 1 });
  const [sound, end] = [Buffer.from(written), Buffer.from(written)];
  sound[0] = 8;
  end[12] = 2;
  expect(await read([writeFlvHead(), sound, end, written, written.subarray(0, -1)])).toEqual([packet]);
});

it('refuses what is no FLV, or of another codec', async () => {
  await expect(read([Buffer.alloc(20)])).rejects.toMatchObject({ code: 'defect/broken-promise' });
  const other = writeFlvPacket({ kind: 'picture', isKey: true, payload: Buffer.from([1]) }, { decode: 0, display: 0 });
  other[11] = 0x12;
  await expect(read([writeFlvHead(), other])).rejects.toMatchObject({ code: 'defect/broken-promise' });
});
