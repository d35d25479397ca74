import type { StagePorts, VideoTask } from '@medstream/building';
import { decodeImage } from '@medstream/media';
import type { Timeline } from '@medstream/schema';

import { composeMediaProbe } from './compose-media-probe.js';
import { openBuildSource } from './open-build-source.js';

/** What the stages of a video need to know of the machine; plain data, so that a thread can be given it. */
export interface StageSettings {
  ffmpegPath: string | null;
}

/** Hands the sources' readers, with the media library's probe and picture decoder, to the stages. */
export function composeStages(settings: StageSettings): StagePorts {
  const probe = composeMediaProbe(settings);
  return {
    readTimeline: async ({ source, video }: VideoTask): Promise<Timeline> => {
      const { root, mediaRoot } = source;
      return openBuildSource(source).readTimeline(video, { root, mediaRoot, probeMedia: (mediaPath) => probe(mediaRoot, mediaPath), decodeImage });
    },
  };
}
