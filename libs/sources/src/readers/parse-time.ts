/** How a table writes its times. */
export type TimeUnit =
  | { unit: 'seconds' | 'milliseconds' | 'clock' }
  | { unit: 'frames'; frame_rate: number; first_frame: 0 | 1; end_included: boolean };

const CLOCK = /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d(?:\.\d+)?)$/;

/**
 * Reads one end of an interval.
 *
 * @returns microseconds from the first frame; null for a text that is no such time
 */
export function parseTime(text: string, time: TimeUnit, end: 'start' | 'end'): number | null {
  if (time.unit === 'clock') {
    const [, hours = '0', minutes, seconds] = CLOCK.exec(text) ?? [];
    return minutes === undefined || seconds === undefined ? null : Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1_000_000);
  }
  if (!/^\d{1,10}(\.\d+)?$/.test(text)) return null;
  const number = Number(text);
  if (time.unit !== 'frames') return Math.round(number * (time.unit === 'seconds' ? 1_000_000 : 1000));
  const frame = number - time.first_frame + (end === 'end' && time.end_included ? 1 : 0);
  return Number.isInteger(number) && frame >= 0 ? Math.round((frame * 1_000_000) / time.frame_rate) : null;
}

/** What {@link parseTime} takes, in words. */
export function describeTime({ unit }: TimeUnit): string {
  return { seconds: 'seconds (12.5)', milliseconds: 'milliseconds (12500)', clock: 'a clock time (0:00:12.5)', frames: 'a frame number' }[unit];
}
