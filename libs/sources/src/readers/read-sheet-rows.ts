import { createHash } from 'node:crypto';

import type { unzipSync } from 'fflate';

import { readLabelFile } from './open-label-file.js';
import { readTextRows } from './read-text-rows.js';
import { rejectLabel } from './reject-label.js';

/** A workbook of the field has some thousand rows: a few hundred kilobytes, ten times as much unpacked. */
const LIMITS = { packedBytes: 16_000_000, unpackedBytes: 100_000_000, cells: 2_000_000 };
const COLUMN_LETTERS = 26;

/**
 * Reads the first sheet of a workbook (.xlsx), or a comma-separated copy of it (.csv), as texts: blanks around cells
 * dropped, blank cells empty, rows without any cell left out. Of a formula the stored result is taken, an error (#DIV/0!)
 * is a blank cell, and of cells that were merged the first holds the text.
 *
 * @returns rows with their numbers in the file (1-based)
 * @throws EngineError `source/bad-label` when it is no such file, or a workbook over the limits; `input/unreadable` when it
 *   cannot be opened
 */
export async function readSheetRows(root: string, path: string): Promise<{ rows: { cells: string[]; line: number }[]; sha256: string }> {
  const rows: { cells: string[]; line: number }[] = [];
  if (path.endsWith('.csv')) {
    const { sha256 } = await readTextRows({ root, path, separator: ',', onRow: (cells, line) => rows.push({ cells, line }) });
    return { rows, sha256 };
  }
  const bytes = await readLabelFile(root, path, { maxBytes: LIMITS.packedBytes });
  const sheet = await readFirstSheet(bytes).catch((cause: unknown) => {
    throw rejectLabel({ path, at: 'as a whole', found: `an unreadable workbook (${(cause as Error).message})`, expected: 'an .xlsx file', cause });
  });
  for (const [index, row] of sheet.entries()) {
    const cells = row.map((cell) => (cell === null ? '' : String(cell).trim()));
    if (cells.some((cell) => cell !== '')) rows.push({ cells, line: index + 1 });
  }
  return { rows, sha256: createHash('sha256').update(bytes).digest('hex') };
}

type Cells = (string | number | boolean | Date | null)[];

async function readFirstSheet(bytes: Uint8Array): Promise<Cells[]> {
  // one data set in twenty-two needs them, and they take as long to load as half of the others' readers
  const { unzipSync: unzip } = await import('fflate');
  assertWithinLimits(bytes, unzip);
  // the reader of files and streams waits without end for an archive that is not whole
  const { readSheet } = await import('read-excel-file/universal');
  return (await readSheet(new Uint8Array(bytes).buffer)) as Cells[];
}

/** Small archives may unpack to gigabytes, and a sheet with one cell in its last corner is held with all cells before it. */
function assertWithinLimits(bytes: Uint8Array, unzip: typeof unzipSync): void {
  let unpackedBytes = 0;
  unzip(bytes, {
    filter: ({ originalSize }) => {
      unpackedBytes += originalSize;
      return false;
    },
  });
  if (unpackedBytes > LIMITS.unpackedBytes) throw new Error(`it unpacks to ${unpackedBytes} bytes, over the limit of ${LIMITS.unpackedBytes}`);
  const sheets = unzip(bytes, { filter: ({ name }) => /^xl\/worksheets\/[^/]+\.xml$/.test(name) });
  for (const sheet of Object.values(sheets)) {
    const cells = countCells(new TextDecoder().decode(sheet));
    if (cells > LIMITS.cells) throw new Error(`a sheet reaches over ${cells} cells, over the limit of ${LIMITS.cells}`);
  }
}

/** Rows times columns up to the last that is named. */
function countCells(xml: string): number {
  let [columns, rows] = [0, 0];
  for (const [, letters = '', digits = ''] of xml.matchAll(/\sr\s*=\s*["']([A-Za-z]{0,4})(\d{0,9})["']/g)) {
    const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * COLUMN_LETTERS + letter.charCodeAt(0) - 64, 0);
    columns = Math.max(columns, column);
    rows = Math.max(rows, Number(digits));
  }
  return rows * columns;
}
