import { join } from 'node:path';

import type { Answerer } from '@medstream/evaluation';
import { createMediaReader, decodeImage, DEFAULT_PICTURE_FORMAT, describeDecoder, findFfmpeg, type MediaReader } from '@medstream/media';
import { EngineError } from '@medstream/schema';
import { type BlobStore, openBlobStore, openReplyCache } from '@medstream/store';

import type { Environment } from './config.js';

export interface MediaTools {
  reader: MediaReader;
  decodeImage: typeof decodeImage;
  frames: BlobStore;
  /** Versions that frames depend on. */
  versions: Record<string, string>;
  cacheFolder: string;
}

export interface MediaNeeds {
  environment: Pick<Environment, 'ffmpegPath'>;
  cacheFolder: string;
  /** Still images alone need no ffmpeg. */
  hasVideo: boolean;
}

/** Finds ffmpeg where it is needed and opens the store of frames. @throws EngineError `media/ffmpeg-missing` */
export async function composeMedia({ environment, cacheFolder, hasVideo }: MediaNeeds): Promise<MediaTools> {
  const ffmpeg = hasVideo ? await findFfmpeg({ ffmpegPath: environment.ffmpegPath }) : null;
  const frames = openBlobStore(join(cacheFolder, 'frames'));
  return {
    reader: createMediaReader({ ffmpeg, saveFrame: (bytes) => frames.put(bytes) }),
    decodeImage,
    frames,
    versions: Object.fromEntries(Object.entries(describeDecoder(ffmpeg)).filter(([, version]) => version !== null)),
    cacheFolder,
  };
}

/** The evaluation's view of media: frames of a media root, and the stores beside them. */
export function composeFrames({ reader, frames, cacheFolder }: MediaTools, root: string): Pick<Extract<Answerer, { kind: 'model' }>, 'sampleMedia' | 'readFrame' | 'hasFrame' | 'cache'> {
  return {
    sampleMedia: (request) => reader.sampleMedia({ root, image: DEFAULT_PICTURE_FORMAT, ...request }),
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
