import { countNoun } from '../count-noun.js';
import { IMPORT_CHANGES, type ImportChange } from './import-changes.js';

/** One kind of change over all files. */
export interface ChangeCount {
  change: ImportChange;
  meaning: string;
  /** Records with this change; of `file/one-per-line`, files. */
  count: number;
  /** The first few of them. */
  examples: string[];
}

/** `OUT/import-report.json`: what was read, changed and rejected. Holds no path of a machine and no time of day. */
export interface ImportReport {
  schema_version: 1;
  format: string;
  records: number;
  written: number;
  rejected: number;
  /** Records that are no item at all, among the rejected. */
  unreadable: number;
  changes: ChangeCount[];
  /** Names of fields that were changed, `from -> to`, with the number of records. */
  renamed: Record<string, number>;
  /** Findings by code: of rejected records the errors, of written ones the rest. */
  findings: { rejected: Record<string, number>; written: Record<string, number> };
  files: { file: string; sha256: string; records: number; written: number; rejected: number; changes: Record<string, number> }[];
  written_files: { dataset: string; path: string; items: number }[];
  warnings: string[];
}

const EXAMPLES = 5;
/** Files that are named one by one in the text; the rest stand in the JSON. */
const NAMED_FILES = 40;

/** Counts changes by kind, in the order of {@link IMPORT_CHANGES}. */
export function createChangeCounter(): { add: (change: ImportChange, example: string) => void; list: () => ChangeCount[] } {
  const found = new Map<ImportChange, { count: number; examples: string[] }>();
  return {
    add: (change, example) => {
      const entry = found.get(change) ?? { count: 0, examples: [] };
      found.set(change, entry);
      entry.count += 1;
      if (entry.examples.length < EXAMPLES) entry.examples.push(example);
    },
    list: () =>
      (Object.keys(IMPORT_CHANGES) as ImportChange[]).flatMap((change) => {
        const entry = found.get(change);
        return entry === undefined ? [] : [{ change, meaning: IMPORT_CHANGES[change], ...entry }];
      }),
  };
}

/** The report for people. */
export function renderImportReport(report: ImportReport): string {
  const { format, records, written, rejected, unreadable, changes, renamed, findings, files, written_files: writtenFiles, warnings } = report;
  const lines = [`${format}: ${countNoun(records, 'record')} in ${countNoun(files.length, 'file')}, ${written} written, ${rejected} rejected${unreadable > 0 ? ` (${unreadable} of them are no item)` : ''}`];
  const list = (title: string, rows: readonly string[]): void => {
    if (rows.length > 0) lines.push('', title, ...rows.map((row) => `  ${row}`));
  };
  const countsOf = (counts: Record<string, number>): string[] => Object.entries(counts).map(([code, count]) => `${count} x ${code}`);
  list('Changed', changes.map(({ change, meaning, count, examples }) => `${count} x ${change}: ${meaning} (${examples.join(', ')}${count > examples.length ? ', …' : ''})`));
  list('Renamed fields', countsOf(renamed));
  list('Rejected for', countsOf(findings.rejected));
  list('Warnings and information about what was written', countsOf(findings.written));
  list('Warnings', warnings);
  const rows = files.map(({ file, records: count, written: kept, rejected: refused, changes: own }) => `${file}: ${countNoun(count, 'record')}, ${kept} written, ${refused} rejected${describeCounts(own)}`);
  list('Files', rows.length > NAMED_FILES ? [...rows.slice(0, NAMED_FILES), `and ${rows.length - NAMED_FILES} more, all in import-report.json`] : rows);
  list('Written', writtenFiles.map(({ path, items }) => `${path}: ${countNoun(items, 'item')}`));
  return `${lines.join('\n')}\n`;
}

function describeCounts(counts: Record<string, number>): string {
  const parts = Object.entries(counts).map(([change, count]) => `${count} x ${change}`);
  return parts.length === 0 ? '' : `; ${parts.join(', ')}`;
}
