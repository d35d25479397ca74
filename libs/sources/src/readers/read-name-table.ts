import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';

import { quoteCell, rejectLabel } from './reject-label.js';

/**
 * Reads a table `id, name` with a header, ids 0, 1, 2, … in order (blanks after commas and a missing last line break are
 * usual).
 *
 * @returns the names, index = id; null when there is no such file
 * @throws EngineError `source/bad-label` with file and line
 */
export async function readNameTable(root: string, path: string): Promise<string[] | null> {
  const text = await readFile(join(root, path), 'utf8').catch(() => null);
  if (text === null) return null;
  const [header, ...rows] = parseRows(text, path);
  if (header?.join() !== 'id,name') {
    throw rejectLabel({ path, at: 'line 1', found: quoteCell(header?.join(', ') ?? ''), expected: 'the header "id, name"' });
  }
  return rows.map((row, index) => {
    const [id, name] = row;
    if (row.length === 2 && id === String(index) && name) return name;
    throw rejectLabel({ path, at: `line ${index + 2}`, found: quoteCell(row.join(', ')), expected: `"${index}, <name>"` });
  });
}

function parseRows(text: string, path: string): string[][] {
  try {
    return parse(text, { bom: true, trim: true, relax_column_count: true, skip_empty_lines: true });
  } catch (cause) {
    throw rejectLabel({ path, at: 'as a whole', found: `unreadable rows (${(cause as Error).message})`, expected: 'comma-separated rows', cause });
  }
}
