import { EngineError } from '@medstream/schema';

export interface TimeBase {
  /** Frames a second that the label files count. */
  labelFrameRate: number;
  /** Nominal rate of the media; null when unknown. */
  mediaFrameRate: number | null;
  /** Where the labels end. */
  labelEndMicros: number;
  /** Where the media end; null when unknown. */
  mediaEndMicros: number | null;
}

const RATE_TOLERANCE = 0.01;
const END_TOLERANCE_MICROS = 2_000_000;

/**
 * Compares the frame rate that labels count in with that of the media. A media rate of its own does no harm while labels
 * and media are equally long (a copy encoded anew at another rate); where the lengths differ too, seconds of the labels are
 * not seconds of the media, and nothing may be asked.
 *
 * @returns notes in plain words, none when all agree
 * @throws EngineError `source/time-base-mismatch`
 */
export function checkTimeBase({ labelFrameRate, mediaFrameRate, labelEndMicros, mediaEndMicros }: TimeBase): string[] {
  if (mediaEndMicros === null) return [];
  const rates = `labels count ${labelFrameRate} frames a second, the media have ${mediaFrameRate === null ? 'an unknown rate' : `${mediaFrameRate}`}`;
  const ends = `labels end at ${labelEndMicros / 1e6} s, the media at ${mediaEndMicros / 1e6} s`;
  const isRateOff = mediaFrameRate !== null && Math.abs(mediaFrameRate - labelFrameRate) > RATE_TOLERANCE * labelFrameRate;
  const isEndOff = Math.abs(labelEndMicros - mediaEndMicros) > Math.max(END_TOLERANCE_MICROS, RATE_TOLERANCE * mediaEndMicros);
  if (isRateOff && isEndOff) {
    throw new EngineError('source/time-base-mismatch', `${rates}; ${ends}`, {
      hint: 'use the original video, or a copy of the same length',
      details: { labelFrameRate, mediaFrameRate, labelEndMicros, mediaEndMicros },
    });
  }
  if (isRateOff) return [`${rates}; both are equally long, so times of the labels hold`];
  return isEndOff ? [`${ends}; ${labelEndMicros > mediaEndMicros ? 'labels beyond the media are left out' : 'the rest of the media is unlabelled'}`] : [];
}
