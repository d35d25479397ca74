import type { TimelineMedia } from '@medstream/schema';

/** How the times of one video are written in its items. Inside the builders every time is in microseconds. */
export interface TimeScale {
  unit: 'seconds' | 'frames';
  /** Frames per second where the unit is frames, else null. */
  frameRate: number | null;
  /** The number written into an item; the time must be one that `snapUp` or `snapUpToWhole` gave. */
  toUnit: (micros: number) => number;
  /** The first writable time at or after this one: a whole millisecond, or a whole frame. */
  snapUp: (micros: number) => number;
  /** The last writable time at or before this one. */
  snapDown: (micros: number) => number;
  /** The first whole second (or frame) at or after this one: the times people read most easily. */
  snapUpToWhole: (micros: number) => number;
}

const SECONDS: TimeScale = {
  unit: 'seconds',
  frameRate: null,
  toUnit: (micros) => micros / 1_000_000,
  snapUp: (micros) => Math.ceil(micros / 1000) * 1000,
  snapDown: (micros) => Math.floor(micros / 1000) * 1000,
  snapUpToWhole: (micros) => Math.ceil(micros / 1_000_000) * 1_000_000,
};

/** Seconds for videos, frame indices for image sequences; null for an image sequence whose frame rate is unknown. */
export function chooseTimeScale(media: Pick<TimelineMedia, 'type' | 'frameRate'>): TimeScale | null {
  if (media.type !== 'image_sequence') return SECONDS;
  const { frameRate } = media;
  if (frameRate === null) return null;
  const toMicros = (index: number): number => Math.round((index * 1_000_000) / frameRate);
  const toIndex = (micros: number): number => Math.round((micros * frameRate) / 1_000_000);
  const snapUp = (micros: number): number => {
    const index = toIndex(micros);
    return toMicros(toMicros(index) < micros ? index + 1 : index);
  };
  const snapDown = (micros: number): number => {
    const index = toIndex(micros);
    return toMicros(toMicros(index) > micros ? index - 1 : index);
  };
  return { unit: 'frames', frameRate, toUnit: toIndex, snapUp, snapDown, snapUpToWhole: snapUp };
}
