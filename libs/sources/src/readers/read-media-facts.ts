import type { TimelineMedia } from '@medstream/schema';

import type { ProbedMedia, SourceContext, SourceVideo } from '../source.js';

/** Media facts of a timeline and the end of the last picture: its pts plus one frame at the nominal rate; null when unknown, and for an image. */
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
  const frameRate = { video: probed?.frameRate ?? null, image: null, image_sequence: statedFrameRate }[video.mediaType];
  const lastFrameMicros = video.mediaType === 'image' ? 0 : findLastFrameMicros(video, probed, statedFrameRate);
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
    endMicros: lastFrameMicros === null || video.mediaType === 'image' ? null : lastFrameMicros + Math.round(1_000_000 / (frameRate ?? statedFrameRate)),
  };
}

/** A sequence is probed without a rate: 1,000,000 for each number in the names of its pictures. */
function findLastFrameMicros({ mediaType }: SourceVideo, probed: ProbedMedia | null, statedFrameRate: number): number | null {
  const lastFrameMicros = probed?.lastFrameMicros ?? null;
  return lastFrameMicros !== null && mediaType === 'image_sequence' ? Math.round(lastFrameMicros / statedFrameRate) : lastFrameMicros;
}
