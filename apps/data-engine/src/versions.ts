import { CONSTRUCTION_VERSION } from '@medstream/construction';
import { RANDOM_GENERATOR } from '@medstream/schema';

import type { StageSettings } from './compose-stages.js';
import { ENGINE_VERSION } from './engine-version.js';
import { locateFfmpegIfAny } from './locate-ffmpeg.js';

/** Versions of everything that shapes items, for the manifest. */
export function listVersions(): Record<string, string> {
  return { engine: ENGINE_VERSION, builders: CONSTRUCTION_VERSION, schema: '1', random: RANDOM_GENERATOR };
}

/** Version of ffmpeg; empty where there is none, which matters only once a medium is to be read. */
export async function listMediaVersions(settings: StageSettings): Promise<Record<string, string>> {
  const ffmpeg = await locateFfmpegIfAny(settings);
  return ffmpeg === null ? {} : { ffmpeg: ffmpeg.version };
}
