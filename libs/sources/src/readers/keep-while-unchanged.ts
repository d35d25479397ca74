import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Wraps the reader of a table that many videos share, so that it is read once and not once a video: what was read last is
 * kept while the file has the same size and time of change.
 */
export function keepWhileUnchanged<Table>(read: (root: string, path: string) => Promise<Table>): (root: string, path: string) => Promise<Table> {
  let kept: { key: string; table: Promise<Table> } | null = null;
  return async (root, path) => {
    const facts = await stat(join(root, path), { bigint: true }).catch(() => null);
    // a file that is not there is the reader's to report
    if (facts === null) return read(root, path);
    const key = [root, path, facts.size, facts.mtimeNs, facts.ino].join('\n');
    if (kept?.key !== key) kept = { key, table: read(root, path) };
    return kept.table;
  };
}
