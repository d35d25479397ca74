import { InvalidArgumentError } from 'commander';

/** Reads a whole number of at least `minimum` from the command line. */
export function parseCountFrom(minimum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value) || value < minimum) {
      throw new InvalidArgumentError(minimum === Number.MIN_SAFE_INTEGER ? 'Expected a whole number.' : `Expected a whole number of at least ${minimum}.`);
    }
    return value;
  };
}
