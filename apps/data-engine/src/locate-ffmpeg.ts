import { type Ffmpeg, findFfmpeg } from '@medstream/media';
import { isEngineError } from '@medstream/schema';

import type { StageSettings } from './compose-stages.js';

/**
 * Finds the ffmpeg that the environment names, else the packaged one, else the system's.
 *
 * @throws EngineError `media/ffmpeg-missing`
 */
export async function locateFfmpeg({ ffmpegPath }: StageSettings): Promise<Ffmpeg> {
  return findFfmpeg(ffmpegPath === null ? {} : { ffmpegPath });
}

/** The same, null where there is none: stills and labels alone need none, and whoever needs it says so then. */
export async function locateFfmpegIfAny(settings: StageSettings): Promise<Ffmpeg | null> {
  try {
    return await locateFfmpeg(settings);
  } catch (error) {
    if (isEngineError(error, 'media/ffmpeg-missing')) return null;
    throw error;
  }
}
