import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';

import type { OutputFolder } from '@medstream/building';
import { EngineError } from '@medstream/schema';
import { commitFile, writeFileAtomically, writeJsonLinesAtomically } from '@medstream/store';

/** The output folder of a build on this machine's disk. */
export function composeOutputFolder(folder: string): OutputFolder {
  /** Paths come partly from files in the folder itself: none may lead out of it. */
  const locate = (path: string): string => {
    const located = resolve(folder, path);
    if (located !== resolve(folder) && !located.startsWith(resolve(folder) + sep)) {
      throw new EngineError('store/corrupt', `a file of the output folder names ${JSON.stringify(path)}, which is outside it`, { hint: 'name another folder with --out' });
    }
    return located;
  };
  return {
    list: async (path) => {
      const names = await whereThere(() => readdir(locate(path)), []);
      return names.filter((name) => !(path === '' && name.startsWith('.lock'))).sort();
    },
    readText: async (path) => whereThere(() => readFile(locate(path), 'utf8'), null),
    writeText: async (path, text) => writeFileAtomically(locate(path), text),
    createText: async (path, text) => commitFile(locate(path), text),
    makeFolder: async (path) => void (await mkdir(locate(path), { recursive: true })),
    writeLines: async (path, values) => writeJsonLinesAtomically(locate(path), values),
    move: async (from, to) => {
      await mkdir(dirname(locate(to)), { recursive: true });
      await rename(locate(from), locate(to));
      await flushFolder(dirname(locate(to)));
    },
    remove: async (path) => rm(locate(path), { recursive: true, force: true }),
  };
}

/** Makes a rename durable. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // a folder cannot be opened there
  const handle = await open(join(folder), 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function whereThere<Result>(read: () => Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}
