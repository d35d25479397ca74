import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { EngineError } from '@medstream/schema';

import { systemCodeOf } from './store-error.js';

/**
 * Names the item files behind what stands on a command line: a file is itself, a folder its own `*.jsonl` (not those of
 * its subfolders, no hidden ones) in order of name. Each file once, even when it was named twice.
 *
 * @throws EngineError `usage/missing-root` for a path that is not there, `input/no-items` for a folder without such a
 * file and for no path at all, `input/unreadable` when the system refuses
 */
export async function listItemFiles(paths: readonly string[]): Promise<string[]> {
  const files = new Map<string, string>();
  for (const path of paths) {
    for (const file of await listFilesOf(path)) files.set(resolve(file), files.get(resolve(file)) ?? file);
  }
  if (files.size === 0) throw new EngineError('input/no-items', 'no item file was named', { hint: 'Give a .jsonl file or a folder that holds some.' });
  return [...files.values()];
}

async function listFilesOf(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = (await readdir(path)).filter((name) => name.endsWith('.jsonl') && !name.startsWith('.')).sort();
    const files: string[] = [];
    for (const name of names) if ((await stat(join(path, name))).isFile()) files.push(join(path, name));
    if (files.length > 0) return files;
  } catch (cause) {
    const code = systemCodeOf(cause);
    if (code === 'ENOENT') throw new EngineError('usage/missing-root', `${path} does not exist`, { cause, hint: 'Check the path.' });
    if (code === null) throw cause;
    throw new EngineError('input/unreadable', `cannot read ${path} (${code})`, { cause, hint: 'Check the permissions.' });
  }
  throw new EngineError('input/no-items', `the folder ${path} holds no .jsonl file of its own`, { hint: 'Subfolders are not searched: name the folder that holds the .jsonl files.' });
}
