import { join } from 'node:path';

import type { Answerer } from '@medstream/evaluation';
import { createMediaReader, decodeImage, DEFAULT_PICTURE_FORMAT, describeDecoder, findFfmpeg, type MediaReader } from '@medstream/media';
import { EngineError } from '@medstream/schema';
import { type BlobStore, openBlobStore, openReplyCache, pruneBlobStore } from '@medstream/store';

import type { Environment } from './config.js';
import { parseSize } from './parse-size.js';

/** Of the stored frames, where nothing else is said. */
export const DEFAULT_CACHE_SIZE = '20GB';
/** The store is looked through again when this part of its cap has been written. */
const PRUNED_PART = 0.05;

export interface MediaTools {
  reader: MediaReader;
  decodeImage: typeof decodeImage;
  frames: BlobStore;
  /** Versions that frames depend on. */
  versions: Record<string, string>;
  cacheFolder: string;
  /** Keeps the store of frames within its cap; quick while little was written. */
  prune: () => Promise<void>;
}

export interface MediaNeeds {
  environment: Pick<Environment, 'ffmpegPath' | 'cacheSize'>;
  cacheFolder: string;
  /** `--cache-size`; undefined: as the environment says. */
  cacheSize?: string | undefined;
  /** Still images alone need no ffmpeg. */
  hasVideo: boolean;
}

/** Finds ffmpeg where it is needed and opens the store of frames. @throws EngineError `media/ffmpeg-missing`, `config/bad-value` */
export async function composeMedia({ environment, cacheFolder, cacheSize, hasVideo }: MediaNeeds): Promise<MediaTools> {
  const maxBytes = parseSize(cacheSize ?? environment.cacheSize ?? DEFAULT_CACHE_SIZE, cacheSize === undefined ? 'MEDSTREAM_CACHE_SIZE' : '--cache-size');
  const ffmpeg = hasVideo ? await findFfmpeg({ ffmpegPath: environment.ffmpegPath }) : null;
  const frames = openBlobStore(join(cacheFolder, 'frames'));
  const known = openReplyCache(join(cacheFolder, 'media'));
  // before the first look nothing is known of what the store holds
  let unseenBytes = Infinity;
  return {
    reader: createMediaReader({
      ffmpeg,
      saveFrame: (bytes) => {
        unseenBytes += bytes.length;
        return frames.put(bytes);
      },
      memory: { get: (key) => known.get(key), put: (key, value) => known.put(key, value), hasFrame: (sha256) => frames.has(sha256) },
    }),
    async prune() {
      if (unseenBytes < maxBytes * PRUNED_PART) return;
      unseenBytes = 0;
      await pruneBlobStore(join(cacheFolder, 'frames'), { maxBytes });
    },
    decodeImage,
    frames,
    versions: Object.fromEntries(Object.entries(describeDecoder(ffmpeg)).filter(([, version]) => version !== null)),
    cacheFolder,
  };
}

/** The evaluation's view of media: frames of a media root, and the stores beside them. */
export function composeFrames({ reader, frames, cacheFolder, prune }: MediaTools, root: string): Pick<Extract<Answerer, { kind: 'model' }>, 'sampleMedia' | 'readFrame' | 'hasFrame' | 'cache'> {
  return {
    async sampleMedia(request) {
      const sampled = await reader.sampleMedia({ root, image: DEFAULT_PICTURE_FORMAT, ...request });
      await prune();
      return sampled;
    },
    readFrame: async (sha256) => ({ bytes: await readFrame(frames, sha256), mediaType: 'image/jpeg' }),
    hasFrame: (sha256) => frames.has(sha256),
    cache: openReplyCache(join(cacheFolder, 'replies')),
  };
}

/** @throws EngineError `store/corrupt` when the picture is gone or damaged */
export async function readFrame(frames: BlobStore, sha256: string): Promise<Uint8Array> {
  const bytes = await frames.get(sha256);
  if (bytes !== null) return bytes;
  throw new EngineError('store/corrupt', `the picture ${sha256} is gone from the cache, or damaged`, { hint: 'run the command again with --resume: it is decoded anew' });
}
