import { createMediaReader, type MediaReader } from '@medstream/media';

import type { StageSettings } from './compose-stages.js';
import { locateFfmpegIfAny } from './locate-ffmpeg.js';

/** Opens the media library once, when the first medium is there: labels alone can be built without ffmpeg. */
export function composeMediaReader(settings: StageSettings): () => Promise<MediaReader> {
  let reader: Promise<MediaReader> | null = null;
  const open = async (): Promise<MediaReader> =>
    createMediaReader({
      ffmpeg: await locateFfmpegIfAny(settings),
      saveFrame: () => Promise.reject(new Error('the data engine keeps no frames')),
    });
  return () => (reader ??= open());
}
