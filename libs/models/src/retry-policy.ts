/** Calls made for one job before it counts as a transport error (contracts.md section 4). */
export const MAX_ATTEMPTS = 8;

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A server that asks for more (a daily quota) is waited for no longer than this between two attempts. Milliseconds. */
export const LONGEST_PAUSE_MS = 300_000;
/** Waits are spread by a quarter each way, so that many workers do not come back at one moment. Doubling outgrows it. */
const JITTER = 0.25;

/**
 * How long to wait after a failed attempt: 1, 2, 4, … 60 s give or take a quarter, or what the server said where that is
 * more, up to five minutes.
 *
 * @param attemptNumber 1-based number of the attempt that failed
 * @param unit a random number in [0, 1)
 * @param firstWaitMs in place of the first second
 */
export function planWaitMs({ attemptNumber, toldMs, unit, firstWaitMs = FIRST_WAIT_MS }: { attemptNumber: number; toldMs: number | null; unit: number; firstWaitMs?: number }): number {
  const plannedMs = Math.min(firstWaitMs * 2 ** (attemptNumber - 1), LONGEST_WAIT_MS) * (1 - JITTER + 2 * JITTER * unit);
  return Math.round(Math.max(plannedMs, Math.min(toldMs ?? 0, LONGEST_PAUSE_MS)));
}

/**
 * Reads a `Retry-After` header: seconds or an HTTP date (RFC 9110, 10.2.3).
 *
 * @param nowMs milliseconds since the epoch, for dates
 * @returns milliseconds from now, not negative; null for an absent or unreadable header
 */
export function parseRetryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const dateMs = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(dateMs) ? Math.max(0, dateMs - nowMs) : null;
}
