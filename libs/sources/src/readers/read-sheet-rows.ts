import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { EngineError } from '@medstream/schema';

import { readTextRows } from './read-text-rows.js';
import { rejectLabel } from './reject-label.js';

/**
 * Reads the first sheet of a workbook (.xlsx), or a comma-separated copy of it (.csv), as texts: blanks around cells
 * dropped, blank cells empty, rows without any cell left out.
 *
 * @returns rows with their numbers in the file (1-based)
 * @throws EngineError `source/bad-label` when it is no such file; `input/unreadable` when it cannot be opened
 */
export async function readSheetRows(root: string, path: string): Promise<{ rows: { cells: string[]; line: number }[]; sha256: string }> {
  const rows: { cells: string[]; line: number }[] = [];
  if (path.endsWith('.csv')) {
    const { sha256 } = await readTextRows({ root, path, separator: ',', onRow: (cells, line) => rows.push({ cells, line }) });
    return { rows, sha256 };
  }
  const bytes = await readFile(join(root, path)).catch((cause: unknown) => {
    throw new EngineError('input/unreadable', `the workbook ${path} cannot be read: ${(cause as Error).message}`, { cause, hint: 'check that the file is there and may be read', details: { path } });
  });
  // one data set in twenty-two needs it, and it takes as long to load as half of the others' readers
  const { readSheet } = await import('read-excel-file/node');
  const sheet = await readSheet(bytes).catch((cause: unknown) => {
    throw rejectLabel({ path, at: 'as a whole', found: `an unreadable workbook (${(cause as Error).message})`, expected: 'an .xlsx file', cause });
  });
  for (const [index, row] of sheet.entries()) {
    const cells = row.map((cell) => (cell === null ? '' : String(cell).trim()));
    if (cells.some((cell) => cell !== '')) rows.push({ cells, line: index + 1 });
  }
  return { rows, sha256: createHash('sha256').update(bytes).digest('hex') };
}
