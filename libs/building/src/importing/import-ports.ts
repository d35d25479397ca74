import type { BenchmarkItem, EngineError, SourceDescriptor } from '@medstream/schema';

import type { OutputFolder } from '../build-ports.js';
import type { ImportChange } from './import-changes.js';

/** One record of a file, or why it cannot be read. */
export type ImportedRecord = { record: number; value: unknown } | { record: number; error: EngineError };

/** What an import asks of the world. File names are those of the input folder, without a path. */
export interface ImportPorts {
  readRecords: (file: string) => AsyncIterable<ImportedRecord>;
  /** SHA-256 of a file's bytes, and how many of its lines hold anything. */
  describeFile: (file: string) => Promise<{ sha256: string; lines: number }>;
  /**
   * Length of a medium of the input folder in microseconds; null where it is not there.
   * @throws EngineError `media/*` where it cannot be used
   */
  readClipMicros: (mediaPath: string) => Promise<number | null>;
  /** What is known of a data set that is named in the records; null for one that is not known. */
  describeDataset: (dataset: string) => SourceDescriptor | null;
  /** The unit of splits: shared by videos of several data sets that show one procedure. */
  caseIdOf: (video: { dataset: string; videoId: string }) => string;
  output: OutputFolder;
}

/** A record as its format reads it: what the rules are to see, and what is written where they accept it. */
export interface DraftedRecord {
  /** Null where the record cannot be read as an item at all: `problems` say why. */
  checked: unknown;
  complete: (item: BenchmarkItem) => BenchmarkItem;
  changes: readonly ImportChange[];
  renamed: readonly string[];
  problems: readonly { code: string; path: string; message: string }[];
}

/** One form of files that can be imported. */
export interface ImportFormat {
  name: string;
  /** What its manifest says besides counts: options of the format, in plain JSON. */
  config: Record<string, unknown>;
  /** What a reader of the manifest has to know, whatever the records. */
  notes: readonly string[];
  draft: (value: unknown, place: { file: string; sha256: string }) => Promise<DraftedRecord>;
  /** Terms of a data set of its own; null: as the library knows it. */
  terms: SourceDescriptor | null;
  /** What is to be said of the drafted records as a whole. */
  listWarnings: () => string[];
}
