import { rejectLabel } from './reject-label.js';

/**
 * Finds columns by name in a header, or by number (from 1) where there is none.
 *
 * @returns 0-based places in the order asked
 * @throws EngineError `source/bad-label` naming the columns the file has
 */
export function pickColumns(wanted: readonly (string | number)[], { header, path }: { header: readonly string[] | null; path: string }): number[] {
  return wanted.map((column) => {
    if (typeof column === 'number') return column - 1;
    const place = header?.indexOf(column) ?? -1;
    if (place >= 0) return place;
    throw rejectLabel({ path, at: 'line 1', found: header ? `the columns ${header.join(', ')}` : 'no header', expected: `a column "${column}"` });
  });
}
