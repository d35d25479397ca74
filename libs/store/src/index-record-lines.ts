import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';

import { EngineError, isEngineError } from '@medstream/schema';

import { parseJsonRecord } from './parse-json-record.js';
import { systemCodeOf, toStoreError, withStoreErrors } from './store-error.js';

/** Records of a file of one JSON value a line, by their 0-based number. Held are eight bytes of each. */
export interface RecordLines {
  readonly length: number;
  /**
   * Reads one, without a wait: from the window of the file that was read last, or by reading the next.
   *
   * @throws EngineError `store/corrupt` where the file is another one by now
   */
  read(index: number): unknown;
}

const LF = 0x0a;
const CHUNK_BYTES = 256 * 1024;
/** Read at once, so that records in a row are one read; small, since records at random are a read each. */
const WINDOW_BYTES = 64 * 1024;

/**
 * Looks for the lines of a file that is not written to any more; an absent file has none. Nothing is read as JSON yet.
 *
 * @throws EngineError `store/not-writable` where it cannot be read
 */
export async function indexRecordLines(file: string): Promise<RecordLines> {
  const ends = await withStoreErrors('read', file, () => findLineEnds(file));
  let window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  return {
    length: ends.length,
    read(index) {
      const [start, end] = [index === 0 ? 0 : (ends[index - 1] as number) + 1, ends[index]];
      if (end === undefined) throw new Error(`${file} has no record ${index}`);
      if (start < window.start || end > window.start + window.bytes.length) window = { start, bytes: readWindow(file, { start, length: Math.max(end - start, WINDOW_BYTES) }) };
      return parseLine(window.bytes.subarray(start - window.start, end - window.start), { file, index });
    },
  };
}

async function findLineEnds(file: string): Promise<Float64Array> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw error;
  });
  let ends = new Float64Array(1024);
  if (handle === null) return ends.subarray(0, 0);
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let [count, offset] = [0, 0];
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, offset);
      if (bytesRead === 0) return ends.slice(0, count);
      for (let at = chunk.indexOf(LF); at !== -1 && at < bytesRead; at = chunk.indexOf(LF, at + 1)) {
        if (count === ends.length) ends = enlarge(ends);
        ends[count] = offset + at;
        count += 1;
      }
      offset += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

function enlarge(values: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(values.length * 2);
  larger.set(values);
  return larger;
}

/** Fewer where the file ends. */
export function readBytes(file: string, { start, length }: { start: number; length: number }): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.allocUnsafe(Math.min(length, Math.max(0, fstatSync(descriptor).size - start)));
    let filled = 0;
    while (filled < bytes.length) {
      const bytesRead = readSync(descriptor, bytes, filled, bytes.length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    closeSync(descriptor);
  }
}

function readWindow(file: string, range: { start: number; length: number }): Buffer {
  try {
    return readBytes(file, range);
  } catch (error) {
    throw toStoreError(error, 'read', file);
  }
}

function parseLine(bytes: Uint8Array, { file, index }: { file: string; index: number }): unknown {
  try {
    return parseJsonRecord(bytes, `record ${index + 1} of ${file}`);
  } catch (cause) {
    if (!isEngineError(cause)) throw cause;
    throw new EngineError('store/corrupt', `${cause.message}; it was whole when it was written`, { cause, details: { file, record: index + 1 }, hint: 'Let nothing else write into this folder, and start again with --resume.' });
  }
}
