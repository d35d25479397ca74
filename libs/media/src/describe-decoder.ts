import type { Ffmpeg } from './find-ffmpeg.js';
import { limitedSharp } from './sharp-setup.js';

/** What the pictures' bytes depend on; goes into manifests. */
export interface DecoderVersions {
  /** Null when there is no ffmpeg: still images need none. */
  ffmpeg: string | null;
  sharp: string;
  libvips: string;
}

/** Identical bytes hold for one ffmpeg and one sharp version: these. */
export function describeDecoder(ffmpeg: Ffmpeg | null): DecoderVersions {
  return { ffmpeg: ffmpeg?.version ?? null, sharp: limitedSharp.versions.sharp ?? 'unknown', libvips: limitedSharp.versions.vips };
}
