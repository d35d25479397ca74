import { open } from 'node:fs/promises';

import { EngineError } from '@medstream/schema';

import { type OnRecord, readLogLineAt, readLogLines } from './read-log-lines.js';
import { systemCodeOf } from './store-error.js';

/** Records of a file of one JSON value a line, each read when it is asked for. */
export interface RecordReader {
  /**
   * The record at a place that was told for it.
   *
   * @throws EngineError `store/corrupt`
   */
  read(place: number): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Opens a file that was written whole, to read its records in any order. What is read stays the same when another file is
 * put in its place meanwhile.
 *
 * @param onRecord told of every record in order, with its place
 * @returns null when there is no such file
 * @throws EngineError `store/corrupt` for a damaged line or one that is torn, `input/unreadable`
 */
export async function openRecordReader(file: string, onRecord: OnRecord): Promise<RecordReader | null> {
  const handle = await open(file, 'r').catch((cause: unknown) => {
    const code = systemCodeOf(cause);
    if (code === 'ENOENT') return null;
    if (code === null) throw cause;
    throw new EngineError('input/unreadable', `cannot read ${file} (${code})`, { cause, hint: 'Check the permissions of the file.' });
  });
  if (handle === null) return null;
  try {
    const { wholeBytes, totalBytes } = await readLogLines(handle, file, onRecord);
    if (wholeBytes < totalBytes) throw new EngineError('store/corrupt', `${file} ends inside a line`, { details: { file }, hint: 'The file was changed from outside, or copied in part; fetch it again.' });
  } catch (error) {
    await handle.close();
    throw error;
  }
  return { read: (place) => readLogLineAt(handle, file, place), close: () => handle.close() };
}
