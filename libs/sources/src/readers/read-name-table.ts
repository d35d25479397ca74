import { createHash } from 'node:crypto';

import { parse } from 'csv-parse/sync';

import { readLabelFile } from './open-label-file.js';
import { quoteCell, rejectLabel } from './reject-label.js';

/** A name is shown as a choice. */
const MOST_NAME_CHARACTERS = 200;

/**
 * Reads a table `id, name` with a header, ids 0, 1, 2, … in order (blanks after commas and a missing last line break are
 * usual).
 *
 * @returns the names, index = id, and the SHA-256 of the file
 * @throws EngineError `source/bad-label` with file and line; `input/unreadable` when the file cannot be opened
 */
export async function readNameTable(root: string, path: string): Promise<{ names: string[]; sha256: string }> {
  const bytes = await readLabelFile(root, path);
  const [header, ...rows] = parseRows(bytes, path);
  if (header?.join() !== 'id,name') {
    throw rejectLabel({ path, at: 'line 1', found: quoteCell(header?.join(', ') ?? ''), expected: 'the header "id, name"' });
  }
  const names = rows.map((row, index) => {
    const [id, name] = row;
    if (row.length === 2 && id === String(index) && name && name.length <= MOST_NAME_CHARACTERS) return name;
    throw rejectLabel({ path, at: `line ${index + 2}`, found: quoteCell(row.join(', ')), expected: `"${index}, <name>"` });
  });
  return { names, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function parseRows(bytes: Buffer, path: string): string[][] {
  try {
    return parse(bytes, { bom: true, trim: true, relax_column_count: true, skip_empty_lines: true });
  } catch (cause) {
    throw rejectLabel({ path, at: 'as a whole', found: `unreadable rows (${(cause as Error).message})`, expected: 'comma-separated rows', cause });
  }
}
