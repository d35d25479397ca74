import { EngineError } from '@medstream/schema';

/** One piece of an FLV video stream. */
export interface FlvPacket {
  /** `settings`: the decoder's configuration; `picture`: one coded picture. */
  kind: 'settings' | 'picture';
  isKey: boolean;
  /** What the decoder reads, without FLV's own five bytes before it. */
  payload: Buffer;
}

const FILE_HEAD_BYTES = 13;
const TAG_HEAD_BYTES = 11;
const TAG_TAIL_BYTES = 4;
const VIDEO_HEAD_BYTES = 5;
const VIDEO_TAG = 9;
const H264 = 7;

/**
 * Takes the H.264 packets out of the FLV stream that ffmpeg writes (Adobe Flash Video File Format 10.1, annex E).
 * Sound and notes are passed over; a packet that breaks off is dropped.
 *
 * @throws EngineError `defect/broken-promise` for a stream that is none
 */
export async function* readFlvPackets(stream: AsyncIterable<unknown>): AsyncGenerator<FlvPacket> {
  let bytes: Buffer = Buffer.alloc(0);
  let waiting: Buffer[] = [];
  let length = 0;
  let needed = FILE_HEAD_BYTES;
  let isHeadRead = false;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < needed) continue;
    bytes = waiting.length === 1 ? (waiting[0] as Buffer) : Buffer.concat(waiting);
    let offset = 0;
    if (!isHeadRead) {
      if (bytes.toString('latin1', 0, 3) !== 'FLV') throw new EngineError('defect/broken-promise', 'ffmpeg wrote something else than FLV');
      isHeadRead = true;
      offset = FILE_HEAD_BYTES;
    }
    for (;;) {
      needed = TAG_HEAD_BYTES;
      if (bytes.length - offset < needed) break;
      const size = bytes.readUIntBE(offset + 1, 3);
      needed = TAG_HEAD_BYTES + size + TAG_TAIL_BYTES;
      if (bytes.length - offset < needed) break;
      const packet = bytes[offset] === VIDEO_TAG ? parseVideo(bytes.subarray(offset + TAG_HEAD_BYTES, offset + TAG_HEAD_BYTES + size)) : null;
      offset += needed;
      if (packet !== null) yield packet;
    }
    waiting = [bytes.subarray(offset)];
    length = bytes.length - offset;
  }
}

function parseVideo(body: Buffer): FlvPacket | null {
  const [head = 0, type] = body;
  if ((head & 15) !== H264) throw new EngineError('defect/broken-promise', 'ffmpeg wrote another codec than H.264');
  if (type !== 0 && type !== 1) return null;
  return { kind: type === 0 ? 'settings' : 'picture', isKey: head >> 4 === 1, payload: body.subarray(VIDEO_HEAD_BYTES) };
}

/** The head of an FLV file with video only. */
export function writeFlvHead(): Buffer {
  return Buffer.from([...Buffer.from('FLV'), 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]);
}

/** One packet as FLV carries it. @param times whole numbers, 0 to 2^31, display at or after decoding, less than 2^23 apart */
export function writeFlvPacket({ kind, isKey, payload }: FlvPacket, times: { decode: number; display: number }): Buffer {
  const size = payload.length + VIDEO_HEAD_BYTES;
  const head = Buffer.alloc(TAG_HEAD_BYTES + VIDEO_HEAD_BYTES);
  head[0] = VIDEO_TAG;
  head.writeUIntBE(size, 1, 3);
  head.writeUIntBE(times.decode & 0xffffff, 4, 3);
  head[7] = times.decode >> 24;
  head[TAG_HEAD_BYTES] = ((isKey ? 1 : 2) << 4) | H264;
  head[TAG_HEAD_BYTES + 1] = kind === 'settings' ? 0 : 1;
  head.writeUIntBE(times.display - times.decode, TAG_HEAD_BYTES + 2, 3);
  const tail = Buffer.alloc(TAG_TAIL_BYTES);
  tail.writeUInt32BE(size + TAG_HEAD_BYTES);
  return Buffer.concat([head, payload, tail]);
}
