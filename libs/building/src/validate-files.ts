import { type BenchmarkItem, type EngineError, type Finding, isEngineError, type ValidationReport } from '@medstream/schema';
import { createValidator, type MediaExtent } from '@medstream/validation';

import { createTally } from './count-items.js';

/** One record of an item file: an item, or one of the problems that keep it from being one. */
export type ReadEntry =
  | { item: BenchmarkItem; file: string; record: number }
  | { problem: { code: string; file: string; record: number; sampleId: string | null; path: string; message: string } };

/** What checking files asks of the world. */
export interface ValidateFilesPorts {
  /** Reads records in order and goes on after one that is wrong. */
  readItems: (files: readonly string[]) => AsyncIterable<ReadEntry>;
  /**
   * How far the media of an item reach (on the item's own scale), null where the file is missing, an error where it
   * cannot be used; the port itself is null where nobody is to look.
   */
  readMediaExtent: ((item: BenchmarkItem) => Promise<MediaExtent | null | EngineError>) | null;
}

export interface ValidateFilesOptions {
  /** As given on the command line, folders resolved to files. */
  files: readonly string[];
}

/**
 * Checks the items of files one by one against the schema, every rule, each other and, where a port is given, their
 * media. Holds findings and what uniqueness needs, no item.
 */
export async function validateFiles(ports: ValidateFilesPorts, { files }: ValidateFilesOptions): Promise<ValidationReport> {
  // the validator asks at once, the media answer later: the answer about the item in hand is fetched before it is checked
  const inHand: { extent: MediaExtent | null | undefined } = { extent: undefined };
  const validator = createValidator({ findMediaExtent: () => inHand.extent });
  const tracker = createRecordTracker();

  const seen = new Set<string>();
  for await (const entry of ports.readItems(files)) {
    seen.add('problem' in entry ? entry.problem.file : entry.file);
    if ('problem' in entry) {
      tracker.note(describeProblem(entry.problem));
      continue;
    }
    const { item, file, record } = entry;
    const extent = ports.readMediaExtent === null ? undefined : await ports.readMediaExtent(item);
    inHand.extent = isEngineError(extent) ? undefined : extent;
    tracker.count(file, record);
    for (const finding of validator.checkReadItem(item, { file, record })) tracker.note(finding);
    if (isEngineError(extent)) tracker.note({ code: extent.code, severity: 'error', file, record, sample_id: item.sample_id, path: 'media_path', message: extent.message });
  }
  for (const finding of validator.finish()) tracker.note(finding);
  for (const file of new Set(files)) {
    if (!seen.has(file)) tracker.note({ code: 'input/no-items', severity: 'error', file, record: null, sample_id: null, path: '', message: 'the file holds no item' });
  }
  return tracker.toReport(files);
}

/** A record that is JSON but no item breaks the rule of the fields; any other problem has the reader's code. */
function describeProblem({ code, file, record, sampleId, path, message }: Extract<ReadEntry, { problem: unknown }>['problem']): Finding {
  const isWholeFile = code === 'input/unreadable';
  return { code: code === 'input/bad-record' ? 'schema/invalid' : code, severity: 'error', file, record: isWholeFile ? null : record, sample_id: sampleId, path, message };
}

/** Gathers findings, and counts records: one may give several findings, and several entries. */
function createRecordTracker(): { count: (file: string, record: number) => void; note: (finding: Finding) => void; toReport: (files: readonly string[]) => ValidationReport } {
  const findings: Finding[] = [];
  const refused = new Set<string>();
  let items = 0;
  let latest = '';
  const count = (file: string, record: number): void => {
    const place = `${record} ${file}`;
    if (place !== latest) items += 1;
    latest = place;
  };
  return {
    count,
    note: (finding) => {
      findings.push(finding);
      const { file, record, severity } = finding;
      if (file === null || record === null) return;
      count(file, record);
      if (severity === 'error') refused.add(`${record} ${file}`);
    },
    toReport: (files) => {
      const summary = createTally();
      for (const { code } of findings) summary.add(code);
      return { files: [...files], items, accepted: items - refused.size, findings, summary: summary.toRecord() };
    },
  };
}
