import { createHundredLines, LINES } from './hundred-lines.js';

const LINE_FEED = 10;
const DIGIT_ZERO = 48;
const DIGIT_NINE = 57;
/** As {@link parseCount} reads: at most ten digits and 2^31 - 1. */
const MOST_DIGITS = 10;
const MOST = 0x7fffffff;

export interface LineTakers {
  /** So many lines that repeat the one before but for the whole number they begin with, in a row from this one. False: hand them on as any other. */
  takeRepeats: (number: number, count: number) => boolean;
  /** Whole lines from one place of the bytes up to another. */
  takeOthers: (from: number, to: number) => void;
}

/**
 * Tells lines that say something new from those that repeat what the line before them says of the next number, without
 * making a text of them. Tables with a row for each frame are made of such lines almost entirely.
 *
 * ```
 * 0\tPreparation       other
 * 1\tPreparation       repeat, 1
 * 2\tPreparation       repeat, 2
 * 3\tClippingCutting   other
 * ```
 */
export function createRepeatScanner(): (bytes: Buffer, end: number, takers: LineTakers) => void {
  /** What stood behind the number of the last line, with its line break; empty where it began with none. */
  let tail = new Uint8Array(0);
  const makeHundred = createHundredLines();
  return (bytes, end, { takeRepeats, takeOthers }) => {
    let others = 0;
    let start = 0;
    while (start < end) {
      let place = start;
      let number = 0;
      for (let byte = bytes[place] as number; byte >= DIGIT_ZERO && byte <= DIGIT_NINE; byte = bytes[place] as number) {
        number = number * 10 + byte - DIGIT_ZERO;
        place += 1;
      }
      const { length } = tail;
      let equal = 0;
      while (equal < length && bytes[place + equal] === tail[equal]) equal += 1;
      const isRepeat = length > 0 && equal === length && place > start && place - start <= MOST_DIGITS && number <= MOST;
      if (isRepeat) {
        if (others < start) takeOthers(others, start);
        others = start;
        if (takeRepeats(number, 1)) {
          start = place + length;
          for (let next = number + 1; next % LINES === 0 && next <= MOST - LINES; next += LINES) {
            const lines = makeHundred(next, tail);
            const isHundred = start + lines.length <= end && bytes.compare(lines, 0, lines.length, start, start + lines.length) === 0;
            if (!isHundred || !takeRepeats(next, LINES)) break;
            start += lines.length;
          }
          others = start;
          continue;
        }
      }
      const next = bytes.indexOf(LINE_FEED, place) + 1;
      // a copy: the bytes are good until the next call only
      tail = Uint8Array.from(place > start ? bytes.subarray(place, next) : []);
      start = next;
    }
    if (others < end) takeOthers(others, end);
  };
}
