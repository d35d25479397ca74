import { type BenchmarkItem, benchmarkItemSchema, describeIssues, EngineError, type ErrorCode, type FieldAliases, findUnnamedRounds, renameFields } from '@medstream/schema';

import { type ReadOptions, type RecordPlace, scanJsonFile } from './scan-json-file.js';

/** One thing wrong with one record. */
export interface ItemProblem extends RecordPlace {
  file: string;
  code: ErrorCode;
  /** The record's `sample_id` where it has one. */
  sampleId: string | null;
  /** Field, e.g. `rounds[2].current_time`; empty for the whole record. */
  path: string;
  message: string;
}

export interface ReadItemsOptions extends ReadOptions {
  /** Other names that fields may have in the files; read before anything is checked. */
  aliases?: FieldAliases;
}

export type ReadItem = ({ item: BenchmarkItem; file: string } & RecordPlace) | { problem: ItemProblem };

/**
 * Reads the items of several files in order. A record that cannot be used gives one or more problems and reading goes on;
 * a file that cannot be opened gives one. Two items with one id are the caller's business.
 */
export async function* readBenchmarkItems(files: Iterable<string>, options: ReadItemsOptions = {}): AsyncGenerator<ReadItem> {
  for (const file of files) {
    let place: RecordPlace = { record: 1, byteOffset: 0 };
    try {
      for await (const scanned of scanJsonFile(file, options)) {
        place = { record: scanned.record, byteOffset: scanned.byteOffset };
        if ('error' in scanned) yield { problem: { ...place, file, code: scanned.error.code, sampleId: null, path: '', message: scanned.error.message } };
        else yield* readItem(options.aliases === undefined ? scanned.value : renameFields(scanned.value, options.aliases).value, file, place);
      }
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      yield { problem: { ...place, file, code: error.code, sampleId: null, path: '', message: error.message } };
    }
  }
}

function* readItem(value: unknown, file: string, place: RecordPlace): Generator<ReadItem> {
  const parsed = benchmarkItemSchema.safeParse(value);
  if (parsed.success) {
    yield { item: parsed.data, file, ...place };
    return;
  }
  const sampleId = sampleIdOf(value);
  // a record whose rounds have other names says which names it has, instead of what the schema missed first
  const unnamed = findUnnamedRounds(value);
  const others = describeIssues(parsed.error).filter(({ path }) => !unnamed.some((problem) => problem.path === path));
  for (const { path, message } of [...unnamed, ...others]) yield { problem: { ...place, file, code: 'input/bad-record', sampleId, path, message } };
}

function sampleIdOf(value: unknown): string | null {
  if (value === null || typeof value !== 'object' || !('sample_id' in value)) return null;
  return typeof value.sample_id === 'string' ? value.sample_id : null;
}
