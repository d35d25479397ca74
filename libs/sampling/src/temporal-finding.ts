import type { Severity } from '@medstream/schema';

import { formatMicros, secondsToMicros } from './time.js';

/** One breach of the temporal contract of contracts.md section 1. */
export interface TemporalFinding {
  /** Stable code: `temporal/…` for the item, `rounds/…` for its rounds. */
  code: string;
  severity: Severity;
  /** The field, e.g. `rounds[2].current_time`. */
  path: string;
  /** What was expected and what was found. */
  message: string;
}

/** A finding of severity error. */
export function reportError(code: string, path: string, message: string): TemporalFinding {
  return { code, severity: 'error', path, message };
}

/** The earliest time the public release writes: 0 is floored to it, which is accepted. */
export const RELEASE_FLOOR_MICROS = 1000;

/** Whether a stated start is the expected one, or the release's floor in place of an earlier one. */
export function isAcceptedStart(foundMicros: number, expectedMicros: number): boolean {
  return foundMicros === expectedMicros || (expectedMicros < RELEASE_FLOOR_MICROS && foundMicros === RELEASE_FLOOR_MICROS);
}

/** A finding with code and path where two times differ on the internal scale, else nothing. */
export function compareTimes(code: string, path: string, times: { expected: number; found: number; of: string }): TemporalFinding[] {
  const [expected, found] = [secondsToMicros(times.expected), secondsToMicros(times.found)];
  if (expected === found) return [];
  return [reportError(code, path, `expected ${times.of}, ${formatMicros(expected)}, found ${formatMicros(found)}`)];
}
