/** A number with its noun, for messages: `1 item`, `2 items`. */
export function countNoun(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
