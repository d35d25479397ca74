/** A cell of a table file; null for one with nothing in it. */
export type CsvCell = string | number | null | undefined;

/** Rows as RFC 4180 has them, CR LF after each. */
export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(writeCsvCell).join(',')}\r\n`).join('');
}

/**
 * A spreadsheet takes a text that begins like this for a formula: an apostrophe before it makes it a text. One that has
 * apostrophes there of its own gets another, or it could not be told from a marked one.
 */
export const FORMULA_START = /^'*[=+\-@\t\r]/;

function writeCsvCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text that {@link writeCsv} marked, as it was. */
export function unmarkCsvText(text: string): string {
  return text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text;
}
