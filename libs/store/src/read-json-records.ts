import { type ReadOptions, type RecordPlace, scanJsonChunks, scanJsonFile } from './scan-json-file.js';

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

/** The values of {@link readJsonRecords} in lists of many: for files of a million records. What stands before a record that cannot be read comes first. */
export async function* readJsonBatches(file: string, options: ReadOptions = {}): AsyncGenerator<readonly unknown[]> {
  for await (const records of scanJsonChunks(file, options)) {
    const values: unknown[] = [];
    for (const scanned of records) {
      if ('error' in scanned) {
        yield values;
        throw scanned.error;
      }
      values.push(scanned.value);
    }
    yield values;
  }
}
