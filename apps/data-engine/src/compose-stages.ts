import type { StagePorts, VideoTask } from '@medstream/building';
import { decodeImage } from '@medstream/media';
import type { Timeline } from '@medstream/schema';

import { composeMediaReader } from './compose-media-reader.js';
import { openBuildSource } from './open-build-source.js';

/** What the stages of a video need to know of the machine; plain data, so that a thread can be given it. */
export interface StageSettings {
  ffmpegPath: string | null;
  /** Where is kept what was learnt of media; absent: nothing is kept. */
  cacheFolder?: string;
}

/** How far the search for pictures of one colour is in one medium; `share` is 0 to 1. */
export interface LookedThrough {
  mediaPath: string;
  colour: 'white' | 'black';
  share: number;
}

export interface StageOptions {
  /** Ends a decoding that takes long; a thread needs none, it is ended with what it started. */
  signal?: AbortSignal;
  onLookedThrough?: (event: LookedThrough) => void;
}

/** Told again when so much more is done. */
const TOLD_SHARE = 0.01;

/** Hands the sources' readers, with the media library's probe and picture decoder, to the stages. */
export function composeStages(settings: StageSettings, { signal, onLookedThrough }: StageOptions = {}): StagePorts {
  // one reader: what it has just learned of a medium is not found out again
  const openReader = composeMediaReader(settings);
  return {
    readTimeline: async ({ source, video }: VideoTask): Promise<Timeline> => {
      const { root, mediaRoot } = source;
      const probeMedia = async (mediaPath: string) => (await openReader()).probe({ root: mediaRoot, mediaPath });
      return openBuildSource(source).readTimeline(video, { root, mediaRoot, probeMedia, decodeImage });
    },
    findBlankSpans: async ({ mediaRoot, media: { path: mediaPath, frameRate }, colour }) => {
      let told = 0;
      const tell = (share: number): void => {
        if (share - told < TOLD_SHARE) return;
        told = share;
        onLookedThrough?.({ mediaPath, colour, share });
      };
      return (await openReader()).findBlank({ root: mediaRoot, mediaPath, colour, frameRate, signal, onLookedThrough: tell });
    },
  };
}
