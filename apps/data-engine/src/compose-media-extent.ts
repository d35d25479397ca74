import type { ValidateFilesPorts } from '@medstream/building';
import { createMediaReader, type MediaReader } from '@medstream/media';
import { isEngineError } from '@medstream/schema';

import type { StageSettings } from './compose-stages.js';
import { findUndecodable, LOOKED_AT } from './find-undecodable.js';
import { locateFfmpegIfAny } from './locate-ffmpeg.js';

type ReadMediaExtent = NonNullable<ValidateFilesPorts['readMediaExtent']>;

/** Items of one medium stand together in a file; this many answers are kept. */
const KEPT_ANSWERS = 1_000;

/** Looks at the media of items below a media root, their first picture and their end too; each medium is read once while it is remembered. */
export function composeMediaExtent(mediaRoot: string, settings: StageSettings): ReadMediaExtent {
  let reader: Promise<MediaReader> | null = null;
  const openReader = async (): Promise<MediaReader> => createMediaReader({ ffmpeg: await locateFfmpegIfAny(settings), saveFrame: LOOKED_AT.saveFrame });
  const answers = new Map<string, ReturnType<ReadMediaExtent>>();
  const look = async (mediaPath: string): ReturnType<ReadMediaExtent> => {
    try {
      reader ??= openReader();
      const opened = await reader;
      const place = { root: mediaRoot, mediaPath };
      const facts = await opened.probe(place);
      return { lastFrameMicros: facts.lastFrameMicros, lastFrameDurationMicros: facts.lastFrameDurationMicros, undecodableAt: await findUndecodable(opened, place, facts) };
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
