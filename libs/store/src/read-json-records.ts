import { type ReadOptions, type RecordPlace, scanJsonFile } from './scan-json-file.js';

export type JsonRecord = RecordPlace & { value: unknown };

/**
 * Reads the JSON texts of a file one by one: JSON Lines or objects over many lines, LF or CRLF, with or without a
 * byte-order mark. Stops at the first one that cannot be read.
 *
 * @throws EngineError `input/unreadable`, `input/not-json` (a torn tail has `details.isTorn`), `input/too-large`; the last
 * two name file, record and byte
 */
export async function* readJsonRecords(file: string, options: ReadOptions = {}): AsyncGenerator<JsonRecord> {
  for await (const scanned of scanJsonFile(file, options)) {
    if ('error' in scanned) throw scanned.error;
    yield scanned;
  }
}
