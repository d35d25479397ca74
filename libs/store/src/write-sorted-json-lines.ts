import { open, unlink } from 'node:fs/promises';

import { compareText, parseJsonText, stringifyJsonLine } from '@medstream/schema';

import type { StoreOptions } from './file-system.js';
import { readJsonBatches } from './read-json-records.js';
import { withStoreErrors } from './store-error.js';
import { temporaryNameFor } from './temporary-file.js';
import { writeJsonLinesAtomically } from './write-json-lines-atomically.js';

/** A record with what it is sorted by, and where it came from. */
export interface KeyedRecord {
  key: string;
  /** For messages, e.g. `items.jsonl, record 3`. */
  place: string;
  value: unknown;
}

export interface SortOptions extends StoreOptions {
  /** Makes the error for two records of one key. */
  refuseTie: (tie: { place: string; earlier: string; value: unknown }) => Error;
  /** Changes each value when the order is known and all have been seen. */
  change?: (value: unknown) => unknown;
  /** Characters of records that are sorted in memory; what is more goes to files beside the result. Default 48 million. */
  chunkCharacters?: number;
}

const DEFAULT_CHUNK_CHARACTERS = 48_000_000;
const WRITE_CHARACTERS = 256 * 1024;
/** A record that was read may become larger by its key and escapes. */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;

/**
 * Writes records in order of their keys (UTF-16 code units) as JSON Lines, whole or not at all. Sorts by parts that are
 * merged, so that what is held does not grow with their number; the parts lie under temporary names beside the file.
 *
 * @throws EngineError `store/disk-full`, `store/not-writable`; what `refuseTie` makes; what the iterable throws
 */
export async function writeSortedJsonLines(file: string, records: AsyncIterable<KeyedRecord>, { refuseTie, change = (value) => value, chunkCharacters = DEFAULT_CHUNK_CHARACTERS, ...options }: SortOptions): Promise<void> {
  const parts: string[] = [];
  try {
    let chunk: Entry[] = [];
    let characters = 0;
    for await (const { key, place, value } of records) {
      const line = stringifyJsonLine({ key, place, value });
      chunk.push({ key, line });
      characters += line.length;
      if (characters < chunkCharacters) continue;
      const part = temporaryNameFor(file);
      parts.push(part);
      await withStoreErrors('write', part, () => writePart(part, chunk));
      [chunk, characters] = [[], 0];
    }
    const sources = [...parts.map((part) => readJsonBatches(part, { maxRecordBytes: MAX_RECORD_BYTES }) as AsyncIterable<readonly KeyedRecord[]>), readChunk(chunk)];
    await writeJsonLinesAtomically(file, mergeRecords(sources, { refuseTie, change }), options);
  } finally {
    for (const part of parts) await unlink(part).catch(() => undefined);
  }
}

interface Entry {
  key: string;
  /** The record as JSON: text takes a fraction of the memory of what it says. */
  line: string;
}

function sortEntries(chunk: Entry[]): Entry[] {
  return chunk.sort((one, other) => compareText(one.key, other.key));
}

async function writePart(part: string, chunk: Entry[]): Promise<void> {
  const handle = await open(part, 'wx');
  try {
    let buffered = '';
    for (const { line } of sortEntries(chunk)) {
      buffered += `${line}\n`;
      if (buffered.length < WRITE_CHARACTERS) continue;
      await handle.appendFile(buffered);
      buffered = '';
    }
    await handle.appendFile(buffered);
  } finally {
    await handle.close();
  }
}

async function* readChunk(chunk: Entry[]): AsyncGenerator<readonly KeyedRecord[]> {
  for (const { line } of sortEntries(chunk)) yield [parseJsonText(line, 'a record that is sorted') as KeyedRecord];
}

/** Where a part has been read to. */
interface Head {
  batches: AsyncIterator<readonly KeyedRecord[]>;
  batch: readonly KeyedRecord[];
  at: number;
}

/** Of equal keys the earlier part comes first; parts are few, so the least head is looked for one by one. */
async function* mergeRecords(sources: readonly AsyncIterable<readonly KeyedRecord[]>[], { refuseTie, change }: Required<Pick<SortOptions, 'refuseTie' | 'change'>>): AsyncGenerator<unknown> {
  const iterators = sources.map((source) => source[Symbol.asyncIterator]());
  try {
    const heads: Head[] = [];
    for (const batches of iterators) {
      const head: Head = { batches, batch: [], at: 0 };
      if (await advance(head)) heads.push(head);
    }
    let last: KeyedRecord | null = null;
    while (heads.length > 0) {
      let least = 0;
      for (let index = 1; index < heads.length; index += 1) if (keyOf(heads[index]) < keyOf(heads[least])) least = index;
      const head = heads[least] as Head;
      const record = head.batch[head.at] as KeyedRecord;
      if (last !== null && last.key === record.key) throw refuseTie({ place: record.place, earlier: last.place, value: record.value });
      last = record;
      yield change(record.value);
      head.at += 1;
      if (head.at >= head.batch.length && !(await advance(head))) heads.splice(least, 1);
    }
  } finally {
    // a part read halfway is held open, and its space on the disk with it
    for (const batches of iterators) await batches.return?.();
  }
}

function keyOf(head: Head | undefined): string {
  return (head?.batch[head.at] as KeyedRecord).key;
}

/** Reads on to the next record; false at the end. */
async function advance(head: Head): Promise<boolean> {
  do {
    const next = await head.batches.next();
    if (next.done === true) return false;
    [head.batch, head.at] = [next.value, 0];
  } while (head.batch.length === 0);
  return true;
}
