import { basename } from 'node:path';

import { createItemList, type ItemList } from '@medstream/evaluation';
import { checkTemporalContract } from '@medstream/sampling';
import { type BenchmarkItem, cleanLine, EngineError, type ErrorCode, type RunManifest } from '@medstream/schema';
import { hashFile, indexBenchmarkItems, type IndexedItems, type ItemProblem, listItemFiles, readBenchmarkItems } from '@medstream/store';

export interface LoadedItems {
  /** Each is read from its file when it is asked for. */
  items: ItemList;
  data: RunManifest['data'];
}

/** Problems printed one by one before the rest is counted. */
const SHOWN = 20;

/**
 * Reads the benchmark files behind `--data` once and keeps where each item stands. Each record that cannot be used is
 * printed; one is enough to refuse the data.
 *
 * @param onItem told of each item in order of the files
 * @throws EngineError with the code of the first problem
 */
export async function loadItems(paths: readonly string[], printNote: (text: string) => void, onItem: (item: BenchmarkItem) => void = () => undefined): Promise<LoadedItems> {
  const files = await listItemFiles(paths);
  const problems: ItemProblem[] = [];
  let problemCount = 0;
  const ids: string[] = [];
  const indexed = await indexBenchmarkItems(files, {
    onItem: (item) => {
      ids.push(item.sample_id);
      onItem(item);
    },
    onProblem: (problem) => {
      problemCount += 1;
      if (problems.length <= SHOWN) problems.push(problem);
    },
  });
  if (problemCount > 0) throw describeProblems(problems, printNote, problemCount);
  assertNew(ids, (index) => indexed.describePlace(index));
  const data = await Promise.all([...indexed.counts].map(async ([file, count]) => ({ file: basename(file), sha256: await hashFile(file), items: count })));
  return { items: readLater(indexed), data };
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
      const lines = findTemporal(read.item).map(describeFinding);
      counts.warnings += lines.length;
      warnings.push(...lines.slice(0, SHOWN - warnings.length));
      yield { item: read.item, place: `${read.file}, record ${read.record}` };
    }
  }
  if (counts.problems > 0) throw describeProblems(problems, printNote, counts.problems);
  printSome(warnings, { label: 'warning', count: counts.warnings, printNote });
}

/** Apart, so that the list does not hold what was needed to make it. */
function readLater(indexed: IndexedItems): ItemList {
  return createItemList(indexed.length, (index) => indexed.read(index));
}

/** @throws EngineError `input/duplicate` naming the first item whose id stands earlier */
function assertNew(ids: readonly string[], describePlace: (index: number) => string): void {
  const earlier = new Map<string, number>();
  for (const [index, sampleId] of ids.entries()) {
    const first = earlier.get(sampleId);
    earlier.set(sampleId, index);
    if (first !== undefined) throw new EngineError('input/duplicate', `the sample_id "${sampleId}" of ${describePlace(index)}, stands in ${describePlace(first)}, too`, { hint: 'give each benchmark file once, and each item an id of its own' });
  }
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
export function listTemporalFindings(items: Iterable<BenchmarkItem>): LocatedFinding[] {
  return Array.from(items, findTemporal).flat();
}

function findTemporal(item: BenchmarkItem): LocatedFinding[] {
  return checkTemporalContract(item).map(({ code, severity, path, message }) => ({ sample_id: item.sample_id, code, severity, path, message }));
}

/** Prints the first findings of the items and counts the others; none is held. */
export function warnOfItems(items: Iterable<BenchmarkItem>, printNote: (text: string) => void): void {
  const lines: string[] = [];
  let count = 0;
  for (const item of items) {
    const found = findTemporal(item);
    count += found.length;
    lines.push(...found.slice(0, SHOWN - lines.length).map(describeFinding));
  }
  printSome(lines, { label: 'warning', count, printNote });
}

export function printTemporalWarnings(findings: readonly LocatedFinding[], printNote: (text: string) => void): void {
  printSome(findings.slice(0, SHOWN).map(describeFinding), { label: 'warning', count: findings.length, printNote });
}

function describeFinding({ sample_id, code, path, message }: LocatedFinding): string {
  return `${sample_id}: ${code} at ${path}: ${message}`;
}

function printSome(lines: readonly string[], { label, count, printNote }: { label: string; count: number; printNote: (text: string) => void }): void {
  for (const line of lines.slice(0, SHOWN)) printNote(`${label}: ${cleanLine(line)}\n`);
  if (count > SHOWN) printNote(`${label}: and ${count - SHOWN} more of the kind\n`);
}
