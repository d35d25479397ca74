import { type BenchmarkItem, EngineError, type Finding, stringifyJsonDocument, type ValidationReport } from '@medstream/schema';
import { createValidator } from '@medstream/validation';

import { createTally } from '../count-items.js';
import { listDatasetFiles } from '../work-folder.js';
import { describeManifest } from './describe-import.js';
import { type Gathered, listDatasets } from './gathered.js';
import type { DraftedRecord, ImportFormat, ImportPorts } from './import-ports.js';
import { createChangeCounter, type ImportReport, renderImportReport } from './import-report.js';
import { writeDatasets } from './write-datasets.js';

/** Names that this command gives; a folder with the report was made by it and may be written again. */
const REPORT_FILE = 'import-report.json';
const REPORT_TEXT_FILE = 'import-report.txt';
/** A data set names its file. */
const SAFE_NAME = /^[\p{L}\d][\p{L}\d _.()-]{0,99}$/u;

export interface ImportOptions {
  /** Names of the files of the input folder, in order. */
  files: readonly string[];
  versions: Record<string, string>;
}

/**
 * Reads files of another form record by record and writes, for each data set, clean items and the rejected records with
 * the reasons, then `validation.json`, the report of what was changed and, last, `manifest.json`. The items of one import
 * are held in memory (the public release has some 5,000).
 *
 * @throws EngineError `usage/output-not-empty` for a folder that an import did not make; what the ports throw
 */
export async function importBenchmark(ports: ImportPorts, format: ImportFormat, { files, versions }: ImportOptions): Promise<ImportReport> {
  const { output } = ports;
  const earlier = await listEarlierFiles(output);
  const validator = createValidator();
  const datasets = new Map<string, Gathered>();
  const changes = createChangeCounter();
  const renamed = createTally();
  const findings: Finding[] = [];
  const labelFiles: { path: string; sha256: string }[] = [];
  const fileRows: ImportReport['files'] = [];
  let unreadable = 0;

  const gather = (dataset: string): Gathered => {
    const entry = datasets.get(dataset) ?? { items: [], rejected: [] };
    datasets.set(dataset, entry);
    return entry;
  };

  for (const file of files) {
    const { sha256, lines } = await ports.describeFile(file);
    labelFiles.push({ path: file, sha256 });
    const ownChanges = createTally();
    const row = { file, sha256, records: 0, written: 0, rejected: 0 };
    const refuse = (dataset: string, candidate: unknown, reasons: Finding[]): void => {
      row.rejected += 1;
      findings.push(...reasons);
      gather(dataset).rejected.push({ candidate, findings: reasons });
    };
    for await (const entry of ports.readRecords(file)) {
      row.records += 1;
      const place = { file, record: entry.record };
      if ('error' in entry) {
        unreadable += 1;
        refuse(stemOf(file), null, [{ ...place, code: entry.error.code, severity: 'error', sample_id: null, path: '', message: entry.error.message }]);
        continue;
      }
      const draft = await format.draft(entry.value, { file, sha256 });
      const sampleId = textOf(draft.checked, 'sample_id') ?? textOf(entry.value, 'sample_id') ?? textOf(entry.value, 'record_id');
      for (const change of draft.changes) {
        changes.add(change, sampleId ?? `${file}:${entry.record}`);
        ownChanges.add(change);
      }
      for (const name of draft.renamed) renamed.add(name);
      const said = listFindings(draft, { validator, place, sampleId });
      const dataset = format.terms?.id ?? textOf(draft.checked, 'dataset');
      if (said.some(({ severity }) => severity === 'error')) {
        if (said.some(({ code }) => code === 'schema/invalid')) unreadable += 1;
        refuse(dataset !== null && SAFE_NAME.test(dataset) ? dataset : stemOf(file), entry.value, said);
        continue;
      }
      row.written += 1;
      findings.push(...said);
      gather(dataset ?? stemOf(file)).items.push(draft.complete(draft.checked as BenchmarkItem));
    }
    if (row.records > 0 && lines > row.records) {
      changes.add('file/one-per-line', file);
      ownChanges.add('file/one-per-line');
    }
    fileRows.push({ ...row, changes: ownChanges.toRecord() });
  }
  findings.push(...validator.finish());
  const warnings = format.listWarnings();
  if (files.length > 0 && fileRows.every(({ written }) => written === 0)) warnings.push('no record could be written: see what they were rejected for');

  const report: ImportReport = {
    schema_version: 1,
    format: format.name,
    records: sumOf(fileRows, 'records'),
    written: sumOf(fileRows, 'written'),
    rejected: sumOf(fileRows, 'rejected'),
    unreadable,
    changes: changes.list(),
    renamed: renamed.toRecord(),
    findings: countFindings(findings, datasets),
    files: fileRows,
    written_files: listDatasets(datasets).map((dataset) => ({ dataset, path: listDatasetFiles(dataset)[0], items: datasets.get(dataset)?.items.length ?? 0 })),
    warnings,
  };
  // from here on the folder says that it is not whole: the manifest comes back last
  await output.remove('manifest.json');
  // the first file: by it a folder that an import was killed in is known as its own
  await output.writeText(REPORT_FILE, stringifyJsonDocument(report));
  const written = await writeDatasets(ports, datasets, earlier);
  const manifest = describeManifest({ ports, format, versions, datasets, written, labelFiles, warnings });
  await output.writeText('validation.json', stringifyJsonDocument(describeValidation(files, report, findings)));
  await output.writeText(REPORT_TEXT_FILE, renderImportReport(report));
  await output.writeText('manifest.json', stringifyJsonDocument(manifest));
  return report;
}

/** What is wrong with a record: as its format says, else as the rules say. */
function listFindings(draft: DraftedRecord, { validator, place, sampleId }: { validator: ReturnType<typeof createValidator>; place: { file: string; record: number }; sampleId: string | null }): Finding[] {
  const own = draft.problems.map((problem): Finding => ({ ...problem, ...place, severity: 'error', sample_id: sampleId }));
  if (own.length > 0) return own;
  const dataset = textOf(draft.checked, 'dataset');
  if (dataset !== null && !SAFE_NAME.test(dataset)) return [{ ...place, code: 'schema/invalid', severity: 'error', sample_id: sampleId, path: 'dataset', message: `expected a name that can be a file's, found ${JSON.stringify(dataset)}` }];
  return validator.checkItem(draft.checked, place);
}

/** The files that an earlier import wrote here; none where the folder is new or empty. */
async function listEarlierFiles(output: ImportPorts['output']): Promise<string[]> {
  const names = await output.list('');
  if (names.length === 0) return [];
  if (!names.includes(REPORT_FILE)) throw new EngineError('usage/output-not-empty', 'the output folder holds files that no import wrote', { hint: 'name a new or empty folder with --out' });
  return [...names.filter((name) => name.endsWith('.jsonl')), ...(await output.list('rejected')).filter((name) => name.endsWith('.jsonl')).map((name) => `rejected/${name}`)];
}

function describeValidation(files: readonly string[], { records, written }: ImportReport, findings: Finding[]): ValidationReport {
  const summary = createTally();
  for (const { code } of findings) summary.add(code);
  return { files: [...files], items: records, accepted: written, findings, summary: summary.toRecord() };
}

/** Errors are what records were rejected for; a rejected record's warnings are no matter of what was written. */
function countFindings(findings: readonly Finding[], datasets: ReadonlyMap<string, Gathered>): ImportReport['findings'] {
  const refused = new Set([...datasets.values()].flatMap(({ rejected }) => rejected.flatMap((entry) => entry.findings)));
  const [rejected, written] = [createTally(), createTally()];
  for (const finding of findings) {
    if (!refused.has(finding)) written.add(finding.code);
    else if (finding.severity === 'error') rejected.add(finding.code);
  }
  return { rejected: rejected.toRecord(), written: written.toRecord() };
}

function sumOf(rows: ImportReport['files'], field: 'records' | 'written' | 'rejected'): number {
  return rows.reduce((sum, row) => sum + row[field], 0);
}

function stemOf(file: string): string {
  return file.replace(/\.[^.]+$/u, '');
}

function textOf(value: unknown, field: string): string | null {
  const found: unknown = value !== null && typeof value === 'object' && Object.hasOwn(value, field) ? (value as Record<string, unknown>)[field] : null;
  return typeof found === 'string' ? found : null;
}
