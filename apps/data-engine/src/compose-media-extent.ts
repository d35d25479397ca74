import type { ValidateFilesPorts } from '@medstream/building';
import { isEngineError } from '@medstream/schema';

import { composeMediaProbe } from './compose-media-probe.js';
import type { StageSettings } from './compose-stages.js';

type ReadMediaExtent = NonNullable<ValidateFilesPorts['readMediaExtent']>;

/** Items of one medium stand together in a file; this many answers are kept. */
const KEPT_ANSWERS = 1_000;

/** Looks at the media of items below a media root; each medium is read once while it is remembered. */
export function composeMediaExtent(mediaRoot: string, settings: StageSettings): ReadMediaExtent {
  const probe = composeMediaProbe(settings);
  const answers = new Map<string, ReturnType<ReadMediaExtent>>();
  const look = async (mediaPath: string): ReturnType<ReadMediaExtent> => {
    try {
      const { lastFrameMicros, lastFrameDurationMicros } = await probe(mediaRoot, mediaPath);
      return { lastFrameMicros, lastFrameDurationMicros };
    } catch (error) {
      if (isEngineError(error, 'media/missing')) return null;
      // without ffmpeg no medium can be looked at: that ends the command
      if (isEngineError(error) && error.code !== 'media/ffmpeg-missing') return error;
      throw error;
    }
  };
  return ({ media_path: mediaPath }) => {
    const known = answers.get(mediaPath);
    if (known !== undefined) return known;
    const [oldest] = answers.keys();
    if (oldest !== undefined && answers.size >= KEPT_ANSWERS) answers.delete(oldest);
    const answer = look(mediaPath);
    answers.set(mediaPath, answer);
    return answer;
  };
}
