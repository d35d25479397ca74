import { join } from 'node:path';

import { makeThumbnail } from '@medstream/media';
import { isEngineError } from '@medstream/schema';
import { openBlobStore } from '@medstream/store';

import type { MakeThumbnails } from './compose-report.js';

/** Bytes of pictures that a page takes at most: the rest of it has to fit into 5 MB as well. */
const MAX_TOTAL_BYTES = 2_500_000;

/** Pictures from the store of frames that runs keep; frames that are gone or damaged are left out. */
export function composeThumbnails(cacheFolder: string): MakeThumbnails {
  const frames = openBlobStore(join(cacheFolder, 'frames'));
  return async (hashes) => {
    const thumbnails = new Map<string, string>();
    let total = 0;
    for (const hash of hashes) {
      const picture = await readPicture(() => frames.get(hash));
      if (picture === null) continue;
      total += picture.length;
      if (total > MAX_TOTAL_BYTES) break;
      thumbnails.set(hash, picture);
    }
    return thumbnails;
  };
}

async function readPicture(read: () => Promise<Uint8Array | null>): Promise<string | null> {
  try {
    const bytes = await read();
    return bytes === null ? null : `data:image/jpeg;base64,${Buffer.from(await makeThumbnail(bytes)).toString('base64')}`;
  } catch (error) {
    if (isEngineError(error)) return null;
    throw error;
  }
}
