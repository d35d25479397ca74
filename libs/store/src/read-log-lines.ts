import { EngineError, isEngineError } from '@medstream/schema';
import type { FileHandle } from 'node:fs/promises';

import { parseJsonRecord } from './parse-json-record.js';

const LF = 0x0a;

/** Told of each record in order, with its place: the 0-based offset of its first byte. */
export type OnRecord = (value: unknown, place: number) => void;

export interface LogExtent {
  /** Bytes up to and with the last line break; what follows is a torn line. */
  wholeBytes: number;
  totalBytes: number;
}

/**
 * Reads a file of one JSON value a line and holds none of them.
 *
 * @throws EngineError `store/corrupt` naming the first whole line that is not JSON
 */
export async function readLogLines(handle: FileHandle, file: string, onRecord: OnRecord): Promise<LogExtent> {
  const chunk = Buffer.alloc(256 * 1024);
  let pending: Buffer[] = [];
  let totalBytes = 0;
  let wholeBytes = 0;
  let lines = 0;
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, totalBytes);
    if (bytesRead === 0) return { wholeBytes, totalBytes };
    let from = 0;
    for (let at = chunk.indexOf(LF); at !== -1 && at < bytesRead; at = chunk.indexOf(LF, from)) {
      pending.push(chunk.subarray(from, at));
      lines += 1;
      onRecord(parseLine(Buffer.concat(pending), lines, file), wholeBytes);
      pending = [];
      from = at + 1;
      wholeBytes = totalBytes + from;
    }
    pending.push(Buffer.from(chunk.subarray(from, bytesRead)));
    totalBytes += bytesRead;
  }
}

const FIRST_READ_BYTES = 4096;

/**
 * Reads the record at a place that {@link readLogLines} or an append told.
 *
 * @throws EngineError `store/corrupt` where no whole record begins
 */
export async function readLogLineAt(handle: FileHandle, file: string, place: number): Promise<unknown> {
  for (let bytes = FIRST_READ_BYTES; ; bytes *= 4) {
    const chunk = Buffer.allocUnsafe(bytes);
    const { bytesRead } = await handle.read(chunk, 0, bytes, place);
    const end = chunk.subarray(0, bytesRead).indexOf(LF);
    if (end !== -1) return parseLineAt(chunk.subarray(0, end), place, file);
    if (bytesRead < bytes) return parseLineAt(chunk.subarray(0, 0), place, file);
  }
}

function parseLineAt(bytes: Uint8Array, place: number, file: string): unknown {
  try {
    return parseJsonRecord(bytes, `the record at byte ${place} of ${file}`);
  } catch (cause) {
    if (!isEngineError(cause)) throw cause;
    throw new EngineError('store/corrupt', `${cause.message}; it was whole when the file was opened`, { cause, details: { file, place }, hint: 'Let nothing else write into this folder, and start again with --resume.' });
  }
}

function parseLine(bytes: Uint8Array, line: number, file: string): unknown {
  try {
    return parseJsonRecord(bytes, `line ${line} of ${file}`);
  } catch (cause) {
    if (!isEngineError(cause)) throw cause;
    throw new EngineError('store/corrupt', `${cause.message}; the line was whole when it was written`, {
      cause,
      details: { file, line },
      hint: `Remove line ${line} to have only its work done again, or start a new folder.`,
    });
  }
}
