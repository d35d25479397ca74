import type { MediaFacts } from '@medstream/media';

import { composeMediaReader } from './compose-media-reader.js';
import type { StageSettings } from './compose-stages.js';

/** Reads the facts of one medium below a media root. */
export type MediaProbe = (mediaRoot: string, mediaPath: string) => Promise<MediaFacts>;

/** Looks for ffmpeg only when the first medium is there. */
export function composeMediaProbe(settings: StageSettings): MediaProbe {
  const openReader = composeMediaReader(settings);
  return async (root, mediaPath) => (await openReader()).probe({ root, mediaPath });
}
