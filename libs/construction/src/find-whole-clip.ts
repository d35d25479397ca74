import type { TemporalMode } from '@medstream/schema';

import { type BuildContext, toMicros } from './build-context.js';

/** Where a question about a whole recording or image looks. */
export interface WholeClip {
  temporalMode: TemporalMode;
  queryMicros: number;
  windowMicros: number;
}

/**
 * The window over everything there is: [0, 0] for an image, which is present; else the whole recording, looked back on from
 * its last frame. Null, and counted, where the length is unknown, or longer than the options allow: a part of a recording
 * need not show what was said of the whole.
 */
export function findWholeClip(context: BuildContext): WholeClip | null {
  const { timeline, options, scale, leftOut } = context;
  if (timeline.media.type === 'image') return { temporalMode: 'present', queryMicros: 0, windowMicros: 0 };
  const { lastFrameMicros } = timeline.media;
  if (lastFrameMicros === null) {
    leftOut.add('unknown-length');
    return null;
  }
  const queryMicros = scale.snapUp(lastFrameMicros);
  if (queryMicros < toMicros(options.sampling_period_sec)) leftOut.add('window-too-short');
  else if (queryMicros > toMicros(options.clip_max_sec)) leftOut.add('clip-too-long');
  else return { temporalMode: 'retrospective', queryMicros, windowMicros: queryMicros };
  return null;
}
