import { resolve, sep } from 'node:path';

import type { OutputFolder } from '@medstream/building';
import { EngineError } from '@medstream/schema';
import { commitFile, listEntries, makeFolder, moveEntry, readTextIfAny, removeEntry, writeFileAtomically, writeJsonLinesAtomically } from '@medstream/store';

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
    list: async (path) => (await listEntries(locate(path))).filter((name) => !(path === '' && name.startsWith('.lock'))),
    readText: async (path) => readTextIfAny(locate(path)),
    writeText: async (path, text) => writeFileAtomically(locate(path), text),
    createText: async (path, text) => commitFile(locate(path), text),
    makeFolder: async (path) => makeFolder(locate(path)),
    writeLines: async (path, values) => writeJsonLinesAtomically(locate(path), values),
    move: async (from, to) => moveEntry(locate(from), locate(to)),
    remove: async (path) => removeEntry(locate(path)),
  };
}
