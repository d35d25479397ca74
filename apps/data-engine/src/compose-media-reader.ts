import { join } from 'node:path';

import { createMediaReader, type MediaMemory, type MediaReader } from '@medstream/media';
import { isEngineError } from '@medstream/schema';
import { openReplyCache } from '@medstream/store';

import type { StageSettings } from './compose-stages.js';
import { locateFfmpegIfAny } from './locate-ffmpeg.js';

/** Opens the media library once, when the first medium is there: labels alone can be built without ffmpeg. */
export function composeMediaReader(settings: StageSettings): () => Promise<MediaReader> {
  let reader: Promise<MediaReader> | null = null;
  const open = async (): Promise<MediaReader> =>
    createMediaReader({
      ffmpeg: await locateFfmpegIfAny(settings),
      saveFrame: () => Promise.reject(new Error('the data engine keeps no frames')),
      ...(settings.cacheFolder === undefined ? {} : { memory: openMemory(settings.cacheFolder) }),
    });
  return () => (reader ??= open());
}

/** What is known of media only saves time: a cache that cannot be read or written is done without. */
function openMemory(cacheFolder: string): MediaMemory {
  const known = openReplyCache(join(cacheFolder, 'media'));
  const tolerate = (error: unknown): undefined => {
    if (isEngineError(error, 'store/disk-full', 'store/not-writable')) return undefined;
    throw error;
  };
  return { get: async (key) => known.get(key).catch(tolerate), put: async (key, value) => known.put(key, value).catch(tolerate), hasFrame: async () => false };
}
