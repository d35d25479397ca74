import type { ClassTrack } from '@medstream/schema';

import { makeClassTrack } from './readers/make-tracks.js';

const LIGHTS = { NBI: 'narrow-band imaging', WL: 'white light' } as const;
/** `NBI(36)` as a browser numbers downloads over all classes, `NBI` for the first; or a folder for each lesion. */
const CLIP_NAME = /^(?:(.+)\/)?(NBI|WL)(?:\s?\((\d+)\))?$/i;

/**
 * Which lesion a clip shows: NBI(k) and WL(k) are the same one, and lie in the same class folder; in the tree of the web page
 * each lesion has a folder of its own. A clip of another name is a lesion of its own.
 */
export function lesionOf({ videoId, stem }: { videoId: string; stem: string }): string {
  const [, folder, light, number] = CLIP_NAME.exec(stem) ?? [];
  if (light === undefined) return videoId;
  const lesion = folder?.split('/').find((name) => name.toLowerCase() !== 'videos');
  return lesion ?? `lesion${Number(number ?? 0)}`;
}

/** The light that the name of a clip states; nothing for another name. */
export function readLight(stem: string): ClassTrack[] {
  const light = CLIP_NAME.exec(stem)?.[2]?.toUpperCase() as keyof typeof LIGHTS | undefined;
  if (light === undefined) return [];
  return [makeClassTrack({ signal: 'light', vocabulary: Object.values(LIGHTS), label: LIGHTS[light], labelSource: 'directory_label' })];
}
