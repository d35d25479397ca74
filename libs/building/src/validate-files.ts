import { type BenchmarkItem, compareText, type EngineError, type Finding, isEngineError, type ValidationReport } from '@medstream/schema';
import { createValidator, type MediaExtent } from '@medstream/validation';


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
 * media. Holds the findings that are listed ({@link LISTED_FINDINGS} a code; the summary counts all) and what uniqueness
 * needs, no item.
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

/** Of a million items each may break a rule: of every code so many findings are listed, the others are only counted. */
export const LISTED_FINDINGS = 5_000;
/** What a finding quotes of a file is shown to people; a hostile id may have megabytes. */
const MOST_CHARACTERS = 1_000;

/** Gathers findings, and counts records: one may give several findings, and several entries, one after the other. */
function createRecordTracker(): { count: (file: string, record: number) => void; note: (finding: Finding) => void; toReport: (files: readonly string[]) => ValidationReport } {
  const findings: Finding[] = [];
  const found = new Map<string, number>();
  let [items, refused] = [0, 0];
  let [latest, latestRefused] = ['', ''];
  const count = (file: string, record: number): void => {
    const place = `${record} ${file}`;
    if (place !== latest) items += 1;
    latest = place;
  };
  return {
    count,
    note: (finding) => {
      const { code, file, record, severity } = finding;
      const times = (found.get(code) ?? 0) + 1;
      found.set(code, times);
      if (times <= LISTED_FINDINGS) findings.push(shortenTexts(finding));
      if (file === null || record === null) return;
      count(file, record);
      if (severity !== 'error' || latest === latestRefused) return;
      refused += 1;
      latestRefused = latest;
    },
    toReport: (files) => ({ files: [...files], items, accepted: items - refused, findings, summary: Object.fromEntries([...found].sort(([one], [other]) => compareText(one, other))) }),
  };
}

function shortenTexts(finding: Finding): Finding {
  const { sample_id: sampleId, path, message } = finding;
  return { ...finding, sample_id: sampleId === null ? null : shorten(sampleId), path: shorten(path), message: shorten(message) };
}

function shorten(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
