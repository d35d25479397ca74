/** What one medium may cost. Media are hostile (reliability.md rule 10). */
export interface MediaLimits {
  /** Pixels of one picture. Default 64,000,000. */
  maxPixels: number;
  /** Bytes of one file. Default 64 GiB, for video; still images are read whole and bounded by `maxImageBytes`. */
  maxFileBytes: number;
  /** Bytes of one still image. Default 512 MiB. */
  maxImageBytes: number;
  /** Packets of one video stream, and so frames. Default 20,000,000 (90 hours at 60 fps). */
  maxPackets: number;
  /** Wall-clock time of one ffmpeg process, in ms; more for a pass over more than `PICTURES_IN_TIME` pictures. Default 30 minutes. */
  processTimeoutMs: number;
  /** Decoding processes at a time. Default 2. */
  concurrency: number;
}

export const DEFAULT_MEDIA_LIMITS: MediaLimits = {
  maxPixels: 64_000_000,
  maxFileBytes: 64 * 2 ** 30,
  maxImageBytes: 512 * 2 ** 20,
  maxPackets: 20_000_000,
  processTimeoutMs: 30 * 60_000,
  concurrency: 2,
};

/** Pictures that one pass decodes within `processTimeoutMs`: half an hour of video at 25 a second. */
const PICTURES_IN_TIME = 45_000;

/** The same limits for one pass over so many pictures: an hour and a half of 1080p50 needs more than half an hour on one core. */
export function allowTimeFor(limits: MediaLimits, pictures: number): MediaLimits {
  return { ...limits, processTimeoutMs: Math.ceil(limits.processTimeoutMs * Math.max(1, pictures / PICTURES_IN_TIME)) };
}
