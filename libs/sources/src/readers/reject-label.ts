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

/** Makes the one error for unreadable labels: file, place, what was found and what was expected. */
export function rejectLabel({ path, at, found, expected, cause }: LabelProblem): EngineError {
  return new EngineError('source/bad-label', `${path} ${at}: found ${found}, expected ${expected}`, {
    cause,
    hint: `compare ${path} with the original file of the data set; other videos are read all the same`,
    details: { path, at },
  });
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
