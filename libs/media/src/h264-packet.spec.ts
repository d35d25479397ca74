import { isReferencePacket, readH264Settings } from './h264-packet.js';

/** Bits, with spaces for reading, as bytes; the last is filled up with 0. */
const bytesOf = (bits: string) => (bits.replaceAll(/[^01]/g, '').match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));

interface Sequence {
  profile?: number;
  orderType?: string;
  gaps?: string;
  framesOnly?: string;
  scaling?: string;
}

/**
 * Sequence settings in the order of 7.3.2.1.1: id 0 (1), for High chroma 1 (010), two depths 8 (1 1), no bypass (0), scaling lists;
 * number of pictures in 4 bits (1), order type, its number in 4 bits (1) for type 0, 4 references (00101), gaps, 10 x 6
 * macroblocks (0001010, 00110), frames only, direct inference (1), no cropping (0), no more (0), end (1).
 */
const sequence = ({ profile = 100, orderType = '1 1', gaps = '0', framesOnly = '1', scaling = '0' }: Sequence) => [
  0x67,
  profile,
  0,
  30,
  ...bytesOf(`1 ${profile === 100 ? `010 1 1 0 ${scaling}` : ''} 1 ${orderType} 00101 ${gaps} 0001010 00110 ${framesOnly} 1 0 0 1`),
];
const box = (...units: number[][]) => Uint8Array.from([1, 100, 0, 30, 0xfc | 3, 0xe0 | units.length, ...units.flatMap((unit) => [unit.length >> 8, unit.length & 255, ...unit]), 1, 0, 2, 0x68, 0xee]);

it.each<[string, Uint8Array, object | null]>([
  ['of High', box(sequence({})), { lengthBytes: 4 }],
  ['of Main', box(sequence({ profile: 77 })), { lengthBytes: 4 }],
  // order type 2 is 011 and has nothing after it
  ['whose order follows decoding', box(sequence({ orderType: '011' })), { lengthBytes: 4 }],
  ['whose order follows a list (type 1)', box(sequence({ orderType: '010' })), null],
  ['that may skip numbers of pictures', box(sequence({ gaps: '1' })), null],
  ['of fields', box(sequence({ framesOnly: '0' })), null],
  ['with scaling lists', box(sequence({ scaling: '1' })), null],
  ['of two sequences, one of fields', box(sequence({}), sequence({ framesOnly: '0' })), null],
  ['without a sequence', box(), null],
  ['that break off', box(sequence({})).subarray(0, 12), null],
  ['of something else', Uint8Array.from([0, 0, 0, 1, 0x67, 100, 0, 30]), null],
  ['of nothing', new Uint8Array(), null],
])('settings %s', (_, bytes, expected) => {
  expect(readH264Settings(bytes)).toEqual(expected);
});

it('settings whose bytes hold a 3 that only parts zeros', () => {
  // as x264 writes them for 854x480, High, 3 B-frames: 0 0 3 0 1 0 0 3 … in the timing
  const unit = Buffer.from('6764001eacd940d83de6f0110000030001000003003 20f162d96'.replace(' ', ''), 'hex');
  expect(readH264Settings(box([...unit]))).toEqual({ lengthBytes: 4 });
});

/** A unit with its length; head: 1 bit 0, 2 bits nal_ref_idc, 5 bits type. */
const unit = (reference: number, type: number, bytes = 3) => [0, 0, 0, bytes + 1, (reference << 5) | type, ...Array.from({ length: bytes }, () => 0x80)];

it.each<[string, number[], boolean | null]>([
  ['a slice that nothing leans on', unit(0, 1), false],
  ['a slice that is leant on', unit(2, 1), true],
  ['a key frame', unit(3, 5), true],
  ['delimiter, information, two slices that nothing leans on, filler', [...unit(0, 9), ...unit(0, 6), ...unit(0, 1), ...unit(0, 1), ...unit(0, 12)], false],
  ['two slices, one leant on', [...unit(0, 1), ...unit(1, 1)], true],
  ['no slice', unit(0, 6), true],
  ['a part of a slice, which is not understood here', unit(0, 2), true],
  ['picture settings before the slice', [...unit(3, 8), ...unit(0, 1)], true],
  ['sequence settings', [...unit(3, 7), ...unit(0, 1)], null],
  ['a unit that breaks off', unit(0, 1).slice(0, -1), true],
  ['an empty unit', [0, 0, 0, 0, ...unit(0, 1)], true],
  ['nothing', [], true],
])('a packet of %s', (_, bytes, expected) => {
  expect(isReferencePacket(Uint8Array.from(bytes), { lengthBytes: 4 })).toBe(expected);
});
