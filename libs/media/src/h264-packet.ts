/** What must be known of an H.264 stream before any of its packets may be left out. */
export interface H264Settings {
  /** Bytes of the number before each unit that states its length. */
  lengthBytes: number;
}

const SLICE = 1;
const KEY_SLICE = 5;
/** Supplemental information, access unit delimiter, filler: nothing that another picture needs. */
const PASSING_UNITS = [6, 9, 12];
const SEQUENCE_SETTINGS = 7;
/** Profiles whose settings state the chroma format and more (ITU-T H.264, 7.3.2.1.1). */
const HIGH_PROFILES = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];

/**
 * Reads an `avcC` box (ISO/IEC 14496-15). Null where leaving out a picture might change another: fields, gaps in the
 * numbers of pictures, or settings that are not understood here.
 */
export function readH264Settings(box: Uint8Array): H264Settings | null {
  if (box[0] !== 1 || box.length < 7) return null;
  const count = (box[5] as number) & 31;
  let offset = 6;
  for (let index = 0; index < count; index += 1) {
    const size = ((box[offset] ?? 0) << 8) | (box[offset + 1] ?? 0);
    const unit = box.subarray(offset + 2, offset + 2 + size);
    if (unit.length !== size || !isWholePicturesOnly(unit)) return null;
    offset += 2 + size;
  }
  return count === 0 ? null : { lengthBytes: ((box[4] as number) & 3) + 1 };
}

/**
 * Whether other pictures may lean on this one: `nal_ref_idc` of its slices is not 0 (ITU-T H.264, 7.4.1). Whatever is
 * not understood counts as needed. Null where the packet changes the settings.
 */
export function isReferencePacket(packet: Uint8Array, { lengthBytes }: H264Settings): boolean | null {
  let offset = 0;
  let slices = 0;
  let isReference = false;
  while (offset < packet.length) {
    let size = 0;
    for (let index = 0; index < lengthBytes; index += 1) size = size * 256 + (packet[offset + index] ?? 0);
    const head = packet[offset + lengthBytes];
    offset += lengthBytes + size;
    if (head === undefined || size === 0 || offset > packet.length) return true;
    const type = head & 31;
    if (type === SEQUENCE_SETTINGS) return null;
    if (PASSING_UNITS.includes(type)) continue;
    if (type === SLICE || type === KEY_SLICE) slices += 1;
    isReference ||= (type !== SLICE && type !== KEY_SLICE) || (head >> 5) % 4 !== 0;
  }
  return isReference || slices === 0;
}

/** Whether every picture of a sequence is a whole frame with a number that follows on (sequence settings, 7.3.2.1.1). */
function isWholePicturesOnly(unit: Uint8Array): boolean {
  if (((unit[0] ?? 0) & 31) !== SEQUENCE_SETTINGS) return false;
  const bits = createBitReader(removeEmulation(unit.subarray(1)));
  const profile = bits.read(8);
  bits.read(16);
  bits.readCount();
  if (HIGH_PROFILES.includes(profile)) {
    if (bits.readCount() === 3) bits.read(1);
    bits.readCount();
    bits.readCount();
    bits.read(1);
    // lists of scaling factors: not read here
    if (bits.read(1) === 1) return false;
  }
  bits.readCount();
  const orderType = bits.readCount();
  if (orderType === 1) return false;
  if (orderType === 0) bits.readCount();
  bits.readCount();
  const mayHaveGaps = bits.read(1) === 1;
  bits.readCount();
  bits.readCount();
  const isFramesOnly = bits.read(1) === 1;
  return isFramesOnly && !mayHaveGaps && !bits.isPastEnd();
}

/** Takes out the 3 of each 0 0 3 (7.4.1). */
function removeEmulation(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, index) => !(byte === 3 && index >= 2 && bytes[index - 1] === 0 && bytes[index - 2] === 0));
}

function createBitReader(bytes: Uint8Array) {
  let position = 0;
  const readBit = () => {
    const bit = ((bytes[position >> 3] ?? 0) >> (7 - (position & 7))) & 1;
    position += 1;
    return bit;
  };
  const read = (count: number) => {
    let value = 0;
    for (let index = 0; index < count; index += 1) value = value * 2 + readBit();
    return value;
  };
  return {
    read,
    /** An unsigned Exp-Golomb number (9.1). */
    readCount(): number {
      let zeros = 0;
      while (zeros < 32 && readBit() === 0) zeros += 1;
      return 2 ** zeros - 1 + read(zeros);
    },
    isPastEnd: () => position > bytes.length * 8,
  };
}
