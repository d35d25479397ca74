import type { MediaFacts, MediaReader } from '@medstream/media';

/** The pictures are only looked at: small, and kept nowhere. */
export const LOOKED_AT = { format: { quality: 50, maxSide: 64 }, saveFrame: (): Promise<string> => Promise.resolve('0'.repeat(64)) } as const;

/** The end of a video that has to hold a picture that can be decoded. */
const END_MICROS = 2_000_000;

/**
 * Where a video cannot be decoded although its index can be read: its first picture, or those of the last 2 s. Null where it
 * can; only videos are tried.
 */
export async function findUndecodable(reader: Pick<MediaReader, 'sampleMedia'>, { root, mediaPath }: { root: string; mediaPath: string }, { type, lastFrameMicros }: MediaFacts): Promise<'start' | 'end' | null> {
  if (type !== 'video') return null;
  const results = await reader.sampleMedia({
    root,
    mediaPath,
    mediaType: 'video',
    timeUnit: 'seconds',
    image: LOOKED_AT.format,
    jobs: [
      { jobId: 'start', targetsMicros: [0], endMicros: 0 },
      { jobId: 'end', targetsMicros: [...new Set([Math.max(0, lastFrameMicros - END_MICROS), lastFrameMicros])], endMicros: lastFrameMicros },
    ],
  });
  const isBroken = (jobId: string): boolean => 'error' in (results.get(jobId) ?? { error: null });
  if (isBroken('start')) return 'start';
  return isBroken('end') ? 'end' : null;
}
