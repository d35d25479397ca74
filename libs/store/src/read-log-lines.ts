import { EngineError, isEngineError } from '@medstream/schema';
import type { FileHandle } from 'node:fs/promises';

import { parseJsonRecord } from './parse-json-record.js';

const LF = 0x0a;

export interface LogContent {
  records: unknown[];
  /** Bytes up to and with the last line break; what follows is a torn line. */
  wholeBytes: number;
  totalBytes: number;
}

/**
 * Reads an append log: one JSON value a line.
 *
 * @throws EngineError `store/corrupt` naming the first whole line that is not JSON
 */
export async function readLogLines(handle: FileHandle, file: string): Promise<LogContent> {
  const records: unknown[] = [];
  const chunk = Buffer.alloc(256 * 1024);
  let pending: Buffer[] = [];
  let totalBytes = 0;
  let wholeBytes = 0;
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, totalBytes);
    if (bytesRead === 0) return { records, wholeBytes, totalBytes };
    let from = 0;
    for (let at = chunk.indexOf(LF); at !== -1 && at < bytesRead; at = chunk.indexOf(LF, from)) {
      pending.push(chunk.subarray(from, at));
      records.push(parseLine(Buffer.concat(pending), records.length + 1, file));
      pending = [];
      from = at + 1;
      wholeBytes = totalBytes + from;
    }
    pending.push(Buffer.from(chunk.subarray(from, bytesRead)));
    totalBytes += bytesRead;
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
