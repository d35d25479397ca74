import { basename } from 'node:path';

import { checkTemporalContract } from '@medstream/sampling';
import { type BenchmarkItem, cleanLine, EngineError, type ErrorCode, type RunManifest } from '@medstream/schema';
import { hashFile, type ItemProblem, listItemFiles, readBenchmarkItems } from '@medstream/store';

export interface LoadedItems {
  items: BenchmarkItem[];
  data: RunManifest['data'];
}

/** Problems printed one by one before the rest is counted. */
const SHOWN = 20;

/**
 * Reads the benchmark files behind `--data`. Each record that cannot be used is printed; one is enough to refuse the data.
 *
 * @throws EngineError with the code of the first problem
 */
export async function loadItems(paths: readonly string[], printNote: (text: string) => void): Promise<LoadedItems> {
  const files = await listItemFiles(paths);
  const items: BenchmarkItem[] = [];
  const problems: ItemProblem[] = [];
  const places = new Map<string, string>();
  const counts = new Map(files.map((file) => [file, 0]));
  for await (const read of readBenchmarkItems(files)) {
    if ('problem' in read) problems.push(read.problem);
    else {
      assertNew(read, places);
      items.push(read.item);
      counts.set(read.file, (counts.get(read.file) as number) + 1);
    }
  }
  if (problems.length > 0) throw describeProblems(problems, printNote);
  const data = await Promise.all([...counts].map(async ([file, count]) => ({ file: basename(file), sha256: await hashFile(file), items: count })));
  return { items, data };
}

/** An item with its file and record, for messages. */
export interface StreamedItem {
  item: BenchmarkItem;
  place: string;
}

/**
 * The items behind `--data` one by one, for what need not hold them; whoever takes them sees to ids that occur twice.
 * When all have been taken, what departs from the temporal contract is printed as warnings.
 *
 * @throws EngineError at the end, with the code of the first record that cannot be used; each is printed
 */
export async function* streamItems(paths: readonly string[], printNote: (text: string) => void): AsyncGenerator<StreamedItem> {
  const problems: ItemProblem[] = [];
  const warnings: string[] = [];
  const counts = { problems: 0, warnings: 0 };
  for await (const read of readBenchmarkItems(await listItemFiles(paths))) {
    if ('problem' in read) {
      counts.problems += 1;
      if (problems.length <= SHOWN) problems.push(read.problem);
    } else if (counts.problems === 0) {
      const lines = listTemporalFindings([read.item]).map(describeFinding);
      counts.warnings += lines.length;
      warnings.push(...lines.slice(0, SHOWN - warnings.length));
      yield { item: read.item, place: `${read.file}, record ${read.record}` };
    }
  }
  if (counts.problems > 0) throw describeProblems(problems, printNote, counts.problems);
  printSome(warnings, { label: 'warning', count: counts.warnings, printNote });
}

function assertNew({ item: { sample_id: sampleId }, file, record }: { item: BenchmarkItem; file: string; record: number }, places: Map<string, string>): void {
  const [place, earlier] = [`${file}, record ${record}`, places.get(sampleId)];
  places.set(sampleId, place);
  if (earlier === undefined) return;
  throw new EngineError('input/duplicate', `the sample_id "${sampleId}" of ${place}, stands in ${earlier}, too`, { hint: 'give each benchmark file once, and each item an id of its own' });
}

/** @param count of all, where only the first are at hand */
function describeProblems(problems: readonly ItemProblem[], printNote: (text: string) => void, count = problems.length): EngineError {
  const lines = problems.map(({ file, record, byteOffset, path, message }) => (message.includes(file) ? message : `${file}, record ${record} at byte ${byteOffset}${path === '' ? '' : `, ${path}`}: ${message}`));
  printSome(lines.slice(1), { label: 'also', count: count - 1, printNote });
  return new EngineError(problems[0]?.code as ErrorCode, lines[0] as string, { hint: 'mend the file; `medstream-data validate` lists every finding' });
}

/** One finding of the temporal contract, with its item. */
export interface LocatedFinding {
  sample_id: string;
  code: string;
  severity: string;
  path: string;
  message: string;
}

/** Checks each item against the temporal contract; findings are warnings here, errors in `medstream-data validate`. */
export function listTemporalFindings(items: readonly BenchmarkItem[]): LocatedFinding[] {
  return items.flatMap((item) => checkTemporalContract(item).map(({ code, severity, path, message }) => ({ sample_id: item.sample_id, code, severity, path, message })));
}

export function printTemporalWarnings(findings: readonly LocatedFinding[], printNote: (text: string) => void): void {
  printSome(findings.map(describeFinding), { label: 'warning', count: findings.length, printNote });
}

function describeFinding({ sample_id, code, path, message }: LocatedFinding): string {
  return `${sample_id}: ${code} at ${path}: ${message}`;
}

function printSome(lines: readonly string[], { label, count, printNote }: { label: string; count: number; printNote: (text: string) => void }): void {
  for (const line of lines.slice(0, SHOWN)) printNote(`${label}: ${cleanLine(line)}\n`);
  if (count > SHOWN) printNote(`${label}: and ${count - SHOWN} more of the kind\n`);
}
