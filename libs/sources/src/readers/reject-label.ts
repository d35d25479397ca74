import { EngineError } from '@medstream/schema';

/** Where a label could not be read and what should have stood there. */
export interface LabelProblem {
  /** Label file, relative to the root. */
  path: string;
  /** Place in it: `line 12` (1-based) or a field such as `phases[3].end`. */
  at: string;
  found: string;
  expected: string;
  cause?: unknown;
}

/** So much of a label file, or of a list of what it may hold, stands in a message. */
const MOST_CHARACTERS = 300;

/** Makes the one error for unreadable labels: file, place, what was found and what was expected, each shortened. */
export function rejectLabel({ path, at, found, expected, cause }: LabelProblem): EngineError {
  return new EngineError('source/bad-label', `${path} ${shorten(at)}: found ${shorten(found)}, expected ${shorten(expected)}`, {
    cause,
    hint: `compare ${path} with the original file of the data set; other videos are read all the same`,
    details: { path, at: shorten(at) },
  });
}

function shorten(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** Quotes a cell or line for an error message, shortened to 80 characters. */
export function quoteCell(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

/** Reads a whole number written in decimal digits, at most 2^31 - 1; null for anything else. */
export function parseCount(text: string): number | null {
  if (!/^\d{1,10}$/.test(text)) return null;
  const count = Number(text);
  return count <= 0x7fffffff ? count : null;
}
