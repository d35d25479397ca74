import { InvalidArgumentError } from 'commander';

/** A whole number of at least 1, from the command line. */
export function parsePositiveInteger(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError('write a whole number of at least 1.');
}

/** A whole number. */
export function parseInteger(text: string): number {
  const value = Number(text);
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError('write a whole number.');
}

/** Seconds (or a frame index), not negative. */
export function parseTime(text: string): number {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value <= 1e7) return value;
  throw new InvalidArgumentError('write a number of seconds, such as 12.5, from 0 to 10000000.');
}

/** Seconds between two frames. */
export function parsePeriod(text: string): number {
  const value = parseTime(text);
  if (value >= 0.001) return value;
  throw new InvalidArgumentError('write a number of seconds of at least 0.001.');
}

/** US dollars, more than nothing. */
export function parseDollars(text: string): number {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value > 0 && value <= 1e7) return value;
  throw new InvalidArgumentError('write a number of US dollars above 0, such as 2.50.');
}

/** US dollars for a million tokens sent and replied. */
export function parsePrice(text: string): { input: number; output: number } {
  const [input, output, ...rest] = text.split(',').map((part) => (/^\d+(\.\d+)?$/.test(part) ? Number(part) : null));
  if (typeof input === 'number' && typeof output === 'number' && rest.length === 0 && Math.max(input, output) <= 1e7) return { input, output };
  throw new InvalidArgumentError('write two numbers of US dollars for a million tokens, such as 1.25,10.');
}

/** A port; 0 stands for a free one. */
export function parsePort(text: string): number {
  const value = Number(text);
  if (/^\d{1,5}$/.test(text) && value <= 65_535) return value;
  throw new InvalidArgumentError('write a port from 0 to 65535.');
}
