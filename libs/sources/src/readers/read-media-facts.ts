import type { TimelineMedia } from '@medstream/schema';

import type { SourceContext, SourceVideo } from '../source.js';

/** Media facts of a timeline and the end of the last picture: its pts plus one frame at the nominal rate; null when unknown. */
export interface MediaFacts {
  media: TimelineMedia;
  endMicros: number | null;
}

/**
 * Probes the media of one video when they are there.
 *
 * @param statedFrameRate the data set's own rate for image sequences, which carry none themselves
 */
export async function readMediaFacts(video: SourceVideo, context: SourceContext, statedFrameRate: number): Promise<MediaFacts> {
  const probed = video.isMediaPresent ? await context.probeMedia(video.mediaPath) : null;
  const frameRate = video.mediaType === 'image_sequence' ? statedFrameRate : (probed?.frameRate ?? null);
  const lastFrameMicros = probed?.lastFrameMicros ?? null;
  return {
    media: {
      path: video.mediaPath,
      type: video.mediaType,
      isPresent: video.isMediaPresent,
      lastFrameMicros,
      frameRate,
      width: probed?.width ?? null,
      height: probed?.height ?? null,
    },
    endMicros: lastFrameMicros === null ? null : lastFrameMicros + Math.round(1_000_000 / (frameRate ?? statedFrameRate)),
  };
}
