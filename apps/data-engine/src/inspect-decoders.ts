import { describeDecoder } from '@medstream/media';
import { isEngineError } from '@medstream/schema';

import type { StageSettings } from './compose-stages.js';
import { locateFfmpeg } from './locate-ffmpeg.js';

/** Where ffmpeg is, or how to get one. */
export async function inspectFfmpeg(settings: StageSettings): Promise<{ path: string; version: string } | { missing: string; how_to_mend: string }> {
  try {
    const { path, version } = await locateFfmpeg(settings);
    return { path, version };
  } catch (error) {
    if (!isEngineError(error, 'media/ffmpeg-missing')) throw error;
    return { missing: error.message, how_to_mend: error.hint ?? 'install ffmpeg' };
  }
}

export function readSharpVersion(): string {
  return describeDecoder(null).sharp;
}
