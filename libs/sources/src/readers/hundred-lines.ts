const DIGIT_ZERO = 48;
/** So many lines have numbers that differ in their last two digits only. */
export const LINES = 100;

/**
 * Makes the lines of a hundred numbers in a row with the same rest (`2100\tA`, `2101\tA`, … `2199\tA`) as bytes, so that as
 * many lines of a file are compared with them at once. From one hundred to the next only the leading digits are written anew.
 *
 * @returns for a first number, a multiple of a hundred, and a rest of at least a line break; good until the next call
 */
export function createHundredLines(): (first: number, tail: Uint8Array) => Uint8Array {
  let bytes = new Uint8Array(0);
  let lastTail: Uint8Array | null = null;
  let digitCount = 0;
  return (first, tail) => {
    const digits = String(first);
    const length = digits.length + tail.length;
    const isOther = tail !== lastTail || digits.length !== digitCount;
    if (isOther) bytes = new Uint8Array(LINES * length);
    for (let line = 0; line < LINES; line += 1) {
      const start = line * length;
      for (let place = 0; place < digits.length - 2; place += 1) bytes[start + place] = digits.charCodeAt(place);
      if (!isOther) continue;
      bytes[start + digits.length - 2] = DIGIT_ZERO + Math.floor(line / 10);
      bytes[start + digits.length - 1] = DIGIT_ZERO + (line % 10);
      bytes.set(tail, start + digits.length);
    }
    lastTail = tail;
    digitCount = digits.length;
    return bytes;
  };
}
