/** Seconds in one tick of a stream, as a fraction. */
export interface TimeBase {
  numerator: number;
  denominator: number;
}

/** Reads `1/12800`; null for anything that is no positive fraction. */
export function parseTimeBase(text: string): TimeBase | null {
  const match = /^(\d+)\/(\d+)$/.exec(text);
  const timeBase = { numerator: Number(match?.[1] ?? 0), denominator: Number(match?.[2] ?? 0) };
  return timeBase.numerator > 0 && timeBase.denominator > 0 ? timeBase : null;
}

/** Ticks to the nearest microsecond. */
export function ticksToMicros(ticks: number, { numerator, denominator }: TimeBase): number {
  return Math.round((ticks * numerator * 1_000_000) / denominator);
}

export function isSameTimeBase(one: TimeBase, other: TimeBase): boolean {
  return one.numerator * other.denominator === other.numerator * one.denominator;
}
