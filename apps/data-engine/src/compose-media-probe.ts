import { createMediaReader, type MediaFacts } from '@medstream/media';

import type { StageSettings } from './compose-stages.js';
import { locateFfmpegIfAny } from './locate-ffmpeg.js';

/** Reads the facts of one medium below a media root. */
export type MediaProbe = (mediaRoot: string, mediaPath: string) => Promise<MediaFacts>;

/** Looks for ffmpeg only when the first medium is there: labels alone can be built without it. */
export function composeMediaProbe(settings: StageSettings): MediaProbe {
  let reader: Promise<ReturnType<typeof createMediaReader>> | null = null;
  const openReader = async (): Promise<ReturnType<typeof createMediaReader>> =>
    createMediaReader({
      ffmpeg: await locateFfmpegIfAny(settings),
      saveFrame: () => Promise.reject(new Error('the data engine keeps no frames')),
    });
  return async (root, mediaPath) => {
    reader ??= openReader();
    return (await reader).probe({ root, mediaPath });
  };
}
