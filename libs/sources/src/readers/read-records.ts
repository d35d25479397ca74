import { readTextRows } from './read-text-rows.js';
import { rejectLabel } from './reject-label.js';

/** One row: cells by the name the reader gives them; null where the row has no such cell or a blank one. */
export interface TableRecord<Column extends string> {
  cells: Readonly<Record<Column, string | null>>;
  /** 1-based. */
  line: number;
}

export interface RecordsRequest<Column extends string> {
  root: string;
  /** Relative to the root. */
  path: string;
  separator: ',' | ';' | '\t';
  /** Columns by how the header may spell them (case, blanks, `_` and `-` do not count). */
  columns: Readonly<Record<Column, readonly string[]>>;
  /** Columns a copy may lack; absent: none. */
  optional?: readonly NoInfer<Column>[];
}

/**
 * Reads a table with a header by the names of its columns, in whichever order. Rows may have fewer cells than the header.
 *
 * @throws EngineError `source/bad-label` naming the columns that the file has
 */
export async function readRecords<Column extends string>({ root, path, separator, columns, optional = [] }: RecordsRequest<Column>): Promise<{ records: TableRecord<Column>[]; sha256: string }> {
  const records: TableRecord<Column>[] = [];
  let places: ColumnPlaces<Column> | null = null;
  const onHeader = (header: string[]): void => {
    places = findColumns(header, { path, columns, optional });
  };
  const onRow = (cells: string[], line: number): void => {
    if (places !== null) records.push({ cells: pickCells(cells, places), line });
  };
  const { sha256 } = await readTextRows({ root, path, onHeader, onRow, separator });
  return { records, sha256 };
}

/** Place of each column in a row; null for one that the table lacks. */
export type ColumnPlaces<Column extends string> = Readonly<Record<Column, number | null>>;

/** @throws EngineError `source/bad-label` naming the columns that the file has */
export function findColumns<Column extends string>(
  header: readonly string[],
  { path, columns, optional = [] }: Pick<RecordsRequest<Column>, 'path' | 'columns' | 'optional'>,
): ColumnPlaces<Column> {
  const names = header.map(normaliseName);
  const entries = (Object.entries(columns) as [Column, readonly string[]][]).map(([column, spellings]): [Column, number | null] => {
    const place = names.findIndex((name) => spellings.some((spelling) => normaliseName(spelling) === name));
    if (place < 0 && !optional.includes(column)) {
      throw rejectLabel({ path, at: 'line 1', found: `the columns ${header.join(', ')}`, expected: `a column ${spellings.map((spelling) => `"${spelling}"`).join(' or ')}` });
    }
    return [column, place < 0 ? null : place];
  });
  return Object.fromEntries(entries) as ColumnPlaces<Column>;
}

/** The cells of one row by column; blanks around them dropped. */
export function pickCells<Column extends string>(cells: readonly string[], places: ColumnPlaces<Column>): TableRecord<Column>['cells'] {
  const entries = (Object.entries(places) as [Column, number | null][]).map(([column, place]): [Column, string | null] => {
    const cell = place === null ? '' : (cells[place] ?? '').trim();
    return [column, cell === '' ? null : cell];
  });
  return Object.fromEntries(entries) as Record<Column, string | null>;
}

/** Letters and digits of a name in lower case: spellings that differ in anything else are one. */
export function normaliseName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
