import type { Waiting } from './model.js';

/** How a call that was let through ended. */
export type RateOutcome =
  /** `tokens`: what the vendor counted, in place of the estimate; null where it does not say. */
  | { kind: 'answered'; tokens: number | null }
  /** Too many calls for the server; `retryAfterMs`: how long it asks everybody to wait, null where it does not say. */
  | { kind: 'overloaded'; retryAfterMs: number | null }
  /** No usable answer, such as a connection that was cut: says nothing about load, yet counts towards the total wait. */
  | { kind: 'unanswered' }
  /** Any other failure: says nothing about load. */
  | { kind: 'failed' }
  /** The quota of a day or the credit is used up: no further call makes sense now. */
  | { kind: 'quota-used-up'; message: string };

/** Leave to make one call. */
export interface RatePermit {
  /** To be called exactly once, however the call ended. */
  release(outcome: RateOutcome): void;
}

export interface RateControl {
  /**
   * Waits, first come first served, until one more call may start.
   *
   * @throws EngineError `model/quota-used-up`, or `model/failing` when the server held everything back for longer than the
   * cap; both for every later call as well. What the signal was aborted with.
   */
  acquire(call: { tokens: number; signal?: AbortSignal }): Promise<RatePermit>;
  /** Aborted, with that error, once every later call is refused: nobody needs to wait for another attempt any more. */
  readonly closed: AbortSignal;
  /** For progress lines and tests. */
  readonly state: { limit: number; inFlight: number; waiting: number };
}

export interface RateControlOptions {
  /** Most calls at a time, at least 1: what the user allows. */
  maxInFlight: number;
  /** Calls at a time to begin with. Default 4, never above the maximum. */
  startInFlight?: number;
  /** Calls begun in any 60 seconds, at least 1; absent: no limit. */
  requestsPerMinute?: number;
  /** Tokens of calls begun in any 60 seconds, at least 1; a single larger call goes alone. Absent: no limit. */
  tokensPerMinute?: number;
  /** Longest time in milliseconds that the server may hold everything back, or fail, with no answer in between. Default half an hour. */
  maxTotalWaitMs?: number;
  /** Lets calls through again so many milliseconds after everything was refused, for a process that outlives a quota. Default: never. */
  reopenAfterMs?: number;
  /** Milliseconds that never go back; default: the process's monotonic clock. */
  now?: Waiting['now'];
  /** Default: a timer. */
  sleep?: Waiting['sleep'];
}
