import { createReadStream } from 'node:fs';

import { EngineError } from '@medstream/schema';

import { createJsonRecordScanner, type ScannedRecord, type ScanProblem } from './json-record-scanner.js';
import { parseJsonRecord, readWholeLine } from './parse-json-record.js';
import { systemCodeOf } from './store-error.js';

/** Largest record that is read unless the caller says otherwise: 8 MiB. */
export const DEFAULT_MAX_RECORD_BYTES = 8 * 1024 * 1024;
/** Deepest nesting of objects and lists that is read; no record of ours comes near it. */
const MAX_DEPTH = 200;

/** So large that few lines lie over a border: those are read byte by byte. */
const CHUNK_BYTES = 256 * 1024;

export interface ReadOptions {
  /** Bytes; default 8 MiB. */
  maxRecordBytes?: number;
}

/** Where a record stands in its file. */
export interface RecordPlace {
  /** 1-based number of the record. */
  record: number;
  /** 0-based offset of its first byte. */
  byteOffset: number;
}

export type JsonFileRecord = RecordPlace & ({ value: unknown } | { error: EngineError });

/**
 * Reads every JSON text of a file, and says of each one that cannot be read why, without stopping there.
 *
 * @throws EngineError `input/unreadable` when the file itself cannot be read
 */
export async function* scanJsonFile(file: string, options: ReadOptions = {}): AsyncGenerator<JsonFileRecord> {
  for await (const records of scanJsonChunks(file, options)) yield* records;
}

/** {@link scanJsonFile} by the chunks in which the file is read: one wait for many records. */
export async function* scanJsonChunks(file: string, options: ReadOptions = {}): AsyncGenerator<JsonFileRecord[]> {
  const maxRecordBytes = options.maxRecordBytes ?? DEFAULT_MAX_RECORD_BYTES;
  const scanner = createJsonRecordScanner({ maxRecordBytes, maxDepth: MAX_DEPTH, readWholeLine: (line) => readWholeLine(line, MAX_DEPTH) });
  const read = (scanned: ScannedRecord): JsonFileRecord => readScanned(file, scanned, maxRecordBytes);
  for await (const chunk of readChunks(file)) yield scanner.push(chunk).map(read);
  yield scanner.end().map(read);
}

async function* readChunks(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
  } catch (cause) {
    const code = systemCodeOf(cause);
    if (code === null) throw cause;
    throw new EngineError('input/unreadable', `cannot read ${file} (${code})`, { cause, hint: 'Check the name and the permissions of the file.' });
  }
}

function readScanned(file: string, { record, byteOffset, content }: ScannedRecord, maxRecordBytes: number): JsonFileRecord {
  if ('value' in content) return { record, byteOffset, value: content.value };
  const where = `record ${record} at byte ${byteOffset} of ${file}`;
  const details = { file, record, byteOffset };
  if ('problem' in content) return { record, byteOffset, error: describeProblem(content.problem, { where, details, maxRecordBytes }) };
  try {
    return { record, byteOffset, value: parseJsonRecord(content.bytes, where) };
  } catch (cause) {
    if (!(cause instanceof EngineError)) throw cause;
    return { record, byteOffset, error: new EngineError(cause.code, cause.message, { cause: cause.cause, hint: cause.hint, details }) };
  }
}

function describeProblem(problem: ScanProblem, { where, details, maxRecordBytes }: { where: string; details: Record<string, unknown>; maxRecordBytes: number }): EngineError {
  switch (problem) {
    case 'too-large':
      return new EngineError('input/too-large', `${where} is larger than ${maxRecordBytes} bytes`, {
        details,
        hint: 'Write one item a record; a file that is one large JSON list must be cut into records first.',
      });
    case 'too-deep':
      return new EngineError('input/too-large', `${where} is nested deeper than ${MAX_DEPTH} levels`, { details, hint: 'An item needs fewer than ten levels; the file is damaged.' });
    case 'torn':
      return new EngineError('input/not-json', `${where} is torn: the file ends inside it`, {
        details: { ...details, isTorn: true },
        hint: 'It was not copied, or not written, to its end: fetch it again, or give the command that writes it once more.',
      });
  }
}
