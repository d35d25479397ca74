const REACH = 6;

/** Whole numbers near a count and not below the least, the nearest first: its most plausible wrong answers. */
export function listNearNumbers(value: number, least: number): number[] {
  return Array.from({ length: REACH }, (_, index) => [value + index + 1, value - index - 1]).flat().filter((number) => number >= least);
}
