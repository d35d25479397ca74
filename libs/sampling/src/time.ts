/**
 * The one internal scale of every time: integers, 1,000,000 to the unit of the item.
 *
 * - `time_unit: seconds`: the unit is the second, so an internal time is in microseconds from the first displayed frame;
 * - `time_unit: frames`: the unit is the frame index, so index 7 is 7,000,000. Nothing is converted by a frame rate:
 *   an index stays exact, and the same comparisons, grids and guards serve both.
 */
export const MICROS_PER_UNIT = 1_000_000;

/** Seconds (or a frame index) to the internal integer scale, rounded to the nearest microsecond. */
export function secondsToMicros(sec: number): number {
  return Math.round(sec * MICROS_PER_UNIT);
}

/** Internal time to seconds (or a frame index): the double nearest to micros / 1,000,000. */
export function microsToSeconds(micros: number): number {
  return micros / MICROS_PER_UNIT;
}

/**
 * Seconds rounded UP to a whole millisecond: what an item writes for a time that comes from a frame, so that the frame
 * lies inside a window that ends there (contracts.md section 1, `query_time`).
 */
export function ceilMicrosToMillisecondSec(micros: number): number {
  return Math.ceil(micros / 1000) / 1000;
}

/** An internal time for messages: `12.345` or `12`. */
export function formatMicros(micros: number): string {
  return String(microsToSeconds(micros));
}
