import type { StagePorts, VideoTask } from '@medstream/building';
import { decodeImage } from '@medstream/media';
import type { Timeline } from '@medstream/schema';

import { composeMediaReader } from './compose-media-reader.js';
import { openBuildSource } from './open-build-source.js';

/** What the stages of a video need to know of the machine; plain data, so that a thread can be given it. */
export interface StageSettings {
  ffmpegPath: string | null;
}

/**
 * Hands the sources' readers, with the media library's probe and picture decoder, to the stages.
 *
 * @param signal ends a decoding that takes long; a thread needs none, it is ended with what it started
 */
export function composeStages(settings: StageSettings, signal?: AbortSignal): StagePorts {
  // one reader: what it has just learned of a medium is not found out again
  const openReader = composeMediaReader(settings);
  return {
    readTimeline: async ({ source, video }: VideoTask): Promise<Timeline> => {
      const { root, mediaRoot } = source;
      const probeMedia = async (mediaPath: string) => (await openReader()).probe({ root: mediaRoot, mediaPath });
      return openBuildSource(source).readTimeline(video, { root, mediaRoot, probeMedia, decodeImage });
    },
    findBlankSpans: async ({ mediaRoot, media: { path: mediaPath, frameRate }, colour }) => (await openReader()).findBlank({ root: mediaRoot, mediaPath, colour, frameRate, signal }),
  };
}
