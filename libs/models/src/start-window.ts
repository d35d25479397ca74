const WINDOW_MS = 60_000;

/** One call that was begun. */
export interface RecordedStart {
  readonly atMs: number;
  /** The estimate, until the vendor says what it took. */
  tokens: number;
}

/** The calls begun in the last minute, against limits of calls and tokens. */
export interface StartWindow {
  /** Milliseconds until a call of so many tokens may begin; 0: now. */
  waitMs(tokens: number, nowMs: number): number;
  record(tokens: number, nowMs: number): RecordedStart;
}

/**
 * Keeps a sliding minute, not a bucket that refills: a full bucket would let nearly twice the limit through within one
 * minute, which vendors count as too many. A call larger than the whole limit goes once nothing else is in the minute.
 */
export function createStartWindow({ requestsPerMinute, tokensPerMinute }: { requestsPerMinute?: number; tokensPerMinute?: number }): StartWindow {
  const starts: RecordedStart[] = [];
  const isLimited = requestsPerMinute !== undefined || tokensPerMinute !== undefined;
  const forgetBefore = (nowMs: number): void => {
    const kept = starts.findIndex(({ atMs }) => atMs + WINDOW_MS > nowMs);
    starts.splice(0, kept === -1 ? starts.length : kept);
  };
  return {
    waitMs(tokens, nowMs) {
      forgetBefore(nowMs);
      let calls = starts.length;
      let total = starts.reduce((sum, start) => sum + start.tokens, 0);
      let waitMs = 0;
      // the oldest leave the minute first; with none left, any call fits
      for (const start of starts) {
        if (calls < (requestsPerMinute ?? Infinity) && total + tokens <= (tokensPerMinute ?? Infinity)) break;
        calls -= 1;
        total -= start.tokens;
        waitMs = start.atMs + WINDOW_MS - nowMs;
      }
      return waitMs;
    },
    record(tokens, nowMs) {
      const start = { atMs: nowMs, tokens };
      if (isLimited) starts.push(start);
      return start;
    },
  };
}
