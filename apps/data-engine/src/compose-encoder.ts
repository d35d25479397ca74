import { encodeVideo } from '@medstream/media';
import type { EncodeVideo } from '@medstream/sources';

import type { StageSettings } from './compose-stages.js';
import { locateFfmpeg } from './locate-ffmpeg.js';

/** Hands the media library's encoder to the sources' example makers. */
export async function composeEncoder(settings: StageSettings): Promise<EncodeVideo> {
  const ffmpeg = await locateFfmpeg(settings);
  return (request) => encodeVideo({ ffmpeg, ...request });
}
