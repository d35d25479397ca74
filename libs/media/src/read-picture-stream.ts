import { EngineError } from '@medstream/schema';

const HEAD_END = Buffer.from('\r\n\r\n');
/** More than the largest allowed picture encodes to; a guard against a stream that is not what it should be. */
const MAX_PICTURE_BYTES = 512 * 2 ** 20;
const MAX_HEAD_BYTES = 1024;

/**
 * Takes JPEG pictures out of ffmpeg's `mpjpeg` stream, where a head before each states its length. A picture that
 * breaks off is dropped.
 *
 * @throws EngineError `defect/broken-promise` for a stream that is none
 */
export async function* readPictureStream(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  let needed: number | null = null;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    for (;;) {
      if (needed === null) {
        const bytes = joinChunks(chunks);
        const end = bytes.indexOf(HEAD_END);
        if (end === -1 && length > MAX_HEAD_BYTES) throw new EngineError('defect/broken-promise', 'ffmpeg wrote something else than pictures');
        chunks = [bytes];
        if (end === -1) break;
        needed = readLength(bytes.toString('latin1', 0, end));
        chunks = [bytes.subarray(end + HEAD_END.length)];
        length -= end + HEAD_END.length;
      }
      if (length < needed) break;
      const bytes = joinChunks(chunks);
      yield bytes.subarray(0, needed);
      chunks = [bytes.subarray(needed)];
      length -= needed;
      needed = null;
    }
  }
}

function joinChunks(chunks: readonly Buffer[]): Buffer {
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}

function readLength(head: string): number {
  const length = Number(/Content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(length) || length < 1 || length > MAX_PICTURE_BYTES) throw new EngineError('defect/broken-promise', 'ffmpeg wrote something else than pictures');
  return length;
}
