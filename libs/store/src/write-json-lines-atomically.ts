import { createHash } from 'node:crypto';

import { stringifyJsonLine } from '@medstream/schema';

import type { StoreOptions } from './file-system.js';
import { replaceFile } from './replace-file.js';

const BUFFER_CHARACTERS = 256 * 1024;

export interface WrittenLines {
  /** SHA-256 of the file's bytes. */
  sha256: string;
  records: number;
}

/**
 * Writes one JSON value a line, LF after each, as one file that appears whole or not at all. Values are taken one by one
 * and not held, so that the file may be larger than memory.
 *
 * @throws EngineError `store/disk-full`, `store/not-writable`, `defect/not-representable`; what the iterable throws
 */
export async function writeJsonLinesAtomically(file: string, values: Iterable<unknown> | AsyncIterable<unknown>, options: StoreOptions = {}): Promise<WrittenLines> {
  return replaceFile(
    file,
    async (handle) => {
      const hash = createHash('sha256');
      let records = 0;
      let buffered = '';
      const flush = async () => {
        hash.update(buffered);
        await handle.appendFile(buffered);
        buffered = '';
      };
      for await (const value of values) {
        buffered += `${stringifyJsonLine(value)}\n`;
        records += 1;
        if (buffered.length >= BUFFER_CHARACTERS) await flush();
      }
      await flush();
      return { sha256: hash.digest('hex'), records };
    },
    options,
  );
}
