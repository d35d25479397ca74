import { stat } from 'node:fs/promises';

import { type BenchmarkItem, benchmarkItemSchema, EngineError, isEngineError } from '@medstream/schema';

import { readBytes } from './index-record-lines.js';
import { parseJsonRecord } from './parse-json-record.js';
import { type ItemProblem, readBenchmarkItems } from './read-benchmark-items.js';
import { systemCodeOf } from './store-error.js';

/** Items of several files by their 0-based number, in order of the files. Held are some forty bytes of each. */
export interface IndexedItems {
  readonly length: number;
  /**
   * Reads one, without a wait.
   *
   * @throws EngineError `input/unreadable` where its file was changed since
   */
  read(index: number): BenchmarkItem;
  /** Where it stands, for messages: `FILE, record N`. */
  describePlace(index: number): string;
  /** How many each file holds, in order. */
  readonly counts: ReadonlyMap<string, number>;
}

interface Places {
  file: number[];
  record: number[];
  start: number[];
  /** Of what follows, or of the file. */
  end: number[];
}

/** Read at once, so that items in a row are one read; small, since items at random are a read each. */
const WINDOW_BYTES = 64 * 1024;

/**
 * Reads the items of several files once and remembers where each stands.
 *
 * @param onItem told of each in order, with its number
 * @param onProblem told of each record that cannot be used; numbers are those of the others
 */
export async function indexBenchmarkItems(files: readonly string[], { onItem, onProblem }: { onItem?: (item: BenchmarkItem, index: number) => void; onProblem: (problem: ItemProblem) => void }): Promise<IndexedItems> {
  const places: Places = { file: [], record: [], start: [], end: [] };
  const counts = new Map(files.map((file) => [file, 0]));
  for (const [number, file] of files.entries()) {
    const before = places.start.length;
    for await (const read of readBenchmarkItems([file])) {
      if ('problem' in read) {
        onProblem(read.problem);
        continue;
      }
      const index = places.start.length;
      if (index > before) places.end.push(read.byteOffset);
      places.file.push(number);
      places.record.push(read.record);
      places.start.push(read.byteOffset);
      onItem?.(read.item, index);
    }
    const count = places.start.length - before;
    if (count > 0) places.end.push((await stat(file)).size);
    counts.set(file, (counts.get(file) ?? 0) + count);
  }
  return { ...createItemReader(files, places), counts };
}

function createItemReader(files: readonly string[], places: Places): Omit<IndexedItems, 'counts'> {
  const [file, record, start, end] = [Uint32Array.from(places.file), Uint32Array.from(places.record), Float64Array.from(places.start), Float64Array.from(places.end)];
  let window: { file: string; start: number; bytes: Buffer } = { file: '', start: 0, bytes: Buffer.alloc(0) };
  const describePlace = (index: number): string => `${files[file[index] as number]}, record ${record[index]}`;
  return {
    length: start.length,
    describePlace,
    read(index) {
      const [path, from, to] = [files[file[index] as number] as string, start[index] as number, end[index] as number];
      if (path !== window.file || from < window.start || to > window.start + window.bytes.length) window = { file: path, start: from, bytes: readWindow(path, { start: from, length: Math.max(to - from, WINDOW_BYTES) }) };
      return parseItem(window.bytes.subarray(from - window.start, to - window.start), describePlace(index));
    },
  };
}

function readWindow(file: string, range: { start: number; length: number }): Buffer {
  try {
    return readBytes(file, range);
  } catch (cause) {
    const code = systemCodeOf(cause);
    if (code === null) throw cause;
    throw new EngineError('input/unreadable', `cannot read ${file} any more (${code})`, { cause, hint: 'Leave the data in their place until the run is planned, and start again.' });
  }
}

function parseItem(bytes: Uint8Array, place: string): BenchmarkItem {
  const parsed = benchmarkItemSchema.safeParse(parseAgain(bytes, place));
  if (parsed.success) return parsed.data;
  throw describeChange(place);
}

function parseAgain(bytes: Uint8Array, place: string): unknown {
  try {
    return parseJsonRecord(bytes, place);
  } catch (error) {
    throw isEngineError(error) ? describeChange(place) : error;
  }
}

function describeChange(place: string): EngineError {
  return new EngineError('input/unreadable', `${place}, is not what it was when the file was first read`, { hint: 'Let nobody write to the data while a run is planned, and start again.' });
}
