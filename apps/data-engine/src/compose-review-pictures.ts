import { createHash } from 'node:crypto';

import { createMediaReader, type MediaReader } from '@medstream/media';
import type { ReviewPorts } from '@medstream/review';
import { planWindowTargets, resolveMediaType, resolveTimeUnit } from '@medstream/sampling';

import { locateFfmpegIfAny } from './locate-ffmpeg.js';

/** JPEG quality of a picture that people look at. */
const QUALITY = 80;
const JOB = 'window';

/** Pictures of evidence windows below a media root, for the form. ffmpeg is looked for when the first medium is. */
export function composeReviewPictures({ root, maxSide, ffmpegPath }: { root: string; maxSide: number; ffmpegPath: string | null }): ReviewPorts['readPictures'] {
  const pictures = new Map<string, string>();
  let opened: Promise<MediaReader> | null = null;
  const openReader = async (): Promise<MediaReader> =>
    createMediaReader({
      ffmpeg: await locateFfmpegIfAny({ ffmpegPath }),
      saveFrame: async (bytes) => {
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        pictures.set(sha256, `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`);
        return sha256;
      },
    });
  return async (item, window, maxFrames) => {
    opened ??= openReader();
    const reader = await opened;
    const sampled = await reader.sampleMedia({
      root,
      mediaPath: item.media_path,
      mediaType: resolveMediaType(item),
      timeUnit: resolveTimeUnit(item),
      frameRate: item.frame_rate,
      image: { quality: QUALITY, maxSide },
      jobs: [{ jobId: JOB, targetsMicros: planWindowTargets(item, window, maxFrames), endMicros: window.endMicros }],
    });
    const outcome = sampled.get(JOB);
    if (outcome === undefined || 'error' in outcome) {
      pictures.clear();
      return { code: outcome?.error.code ?? 'media/undecodable' };
    }
    // the same picture may be on display at two targets: it is shown once
    const shown = outcome.frames.filter(({ pts }, index) => index === 0 || outcome.frames[index - 1]?.pts !== pts);
    const read = shown.map(({ sha256, pts }) => ({ sha256, pts, address: pictures.get(sha256) ?? '' }));
    pictures.clear();
    return read;
  };
}
