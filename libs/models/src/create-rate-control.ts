import { setTimeout as sleepFor } from 'node:timers/promises';

import { EngineError } from '@medstream/schema';

import type { RateControl, RateControlOptions, RateOutcome, RatePermit } from './rate-control.js';
import { LONGEST_PAUSE_MS } from './retry-policy.js';
import { createStartWindow } from './start-window.js';

/** Answers and refusals that overload is judged by: enough that one in ten is rarely taken for a quarter. */
const RECENT_ENDS = 32;
const OVERLOAD_SHARE = 1 / 4;

interface Waiter {
  tokens: number;
  begin(permit: RatePermit): void;
  refuse(error: unknown): void;
}

/**
 * Decides when a call may start: at most `limit` at a time, where the limit grows by one after as many answers as it is
 * large and halves on overload, once for all calls that were under way together and only where a quarter of the latest
 * calls under this limit met it: refusals that come by chance, a few in a hundred whatever the load, say nothing of how many calls are too
 * many; at most so many calls and tokens in any minute; nobody before the time a server asked for; and nobody at all once a day's quota is used up or the server has
 * held everything back for longer than the cap.
 *
 * @throws EngineError `usage/bad-argument` for limits that would let nothing through
 */
export function createRateControl(options: RateControlOptions): RateControl {
  const { maxInFlight, startInFlight = 4, maxTotalWaitMs = 1_800_000, reopenAfterMs = Infinity } = options;
  for (const name of ['maxInFlight', 'startInFlight', 'requestsPerMinute', 'tokensPerMinute'] as const) assertPositive(name, options[name]);
  const now = options.now ?? (() => performance.now());
  const sleep = options.sleep ?? (async (ms, signal) => sleepFor(ms, undefined, { signal }));
  const window = createStartWindow(options);
  const queue: Waiter[] = [];
  let limit = Math.min(startInFlight, maxInFlight);
  let [inFlight, answers, halvings, pausedUntilMs] = [0, 0, 0, 0];
  const recent = createRecentShare(RECENT_ENDS);
  let heldBackSinceMs: number | null = null;
  let lastHeldBackMs = 0;
  let closed: { error: EngineError; atMs: number } | null = null;
  let closing = new AbortController();
  let alarm: AbortController | null = null;

  /** Lets through whoever may start now, and wakes up again when the next one may. */
  function letThrough(): void {
    alarm?.abort();
    alarm = null;
    while (inFlight < limit) {
      const first = queue[0];
      if (first === undefined) return;
      const waitMs = Math.max(pausedUntilMs - now(), window.waitMs(first.tokens, now()));
      if (waitMs > 0) return wakeAfter(waitMs);
      queue.shift();
      inFlight += 1;
      first.begin(makePermit(first.tokens));
    }
  }

  function wakeAfter(waitMs: number): void {
    const { signal } = (alarm = new AbortController());
    sleep(waitMs, signal).then(
      () => (signal.aborted ? undefined : letThrough()),
      (error: unknown) => (signal.aborted ? undefined : refuseAll(error)),
    );
  }

  function refuseAll(error: unknown): void {
    for (const waiter of queue.splice(0)) waiter.refuse(error);
  }

  function makePermit(tokens: number): RatePermit {
    const start = window.record(tokens, now());
    const halvingsBefore = halvings;
    let isReleased = false;
    return {
      release(outcome) {
        if (isReleased) throw new Error('a permit was released twice');
        isReleased = true;
        inFlight -= 1;
        if (outcome.kind === 'answered') {
          if (outcome.tokens !== null) start.tokens = outcome.tokens;
          countAnswer(halvings === halvingsBefore);
        } else if (outcome.kind === 'overloaded') {
          if (halvings === halvingsBefore) countOverload();
          holdBack(outcome.retryAfterMs ?? 0);
        } else if (outcome.kind === 'unanswered') {
          holdBack(0);
        } else if (outcome.kind === 'quota-used-up') {
          close(describeQuota(outcome));
        }
        letThrough();
      },
    };
  }

  /** @param isOfLimit whether the call began under the limit of now: others say nothing of it */
  function countAnswer(isOfLimit: boolean): void {
    heldBackSinceMs = null;
    if (isOfLimit) recent.add(false);
    answers += 1;
    if (answers < limit) return;
    answers = 0;
    limit = Math.min(maxInFlight, limit + 1);
  }

  function countOverload(): void {
    recent.add(true);
    if (recent.share() < OVERLOAD_SHARE) return;
    recent.clear();
    limit = Math.max(1, Math.floor(limit / 2));
    halvings += 1;
    answers = 0;
  }

  function holdBack(toldMs: number): void {
    heldBackSinceMs ??= now();
    pausedUntilMs = Math.max(pausedUntilMs, now() + toldMs);
    lastHeldBackMs = Math.max(pausedUntilMs, now());
    const heldBackMs = lastHeldBackMs - heldBackSinceMs;
    if (heldBackMs <= maxTotalWaitMs) return;
    const words = toldMs > maxTotalWaitMs ? `asks for a wait of ${Math.round(toldMs / 1000)} s` : `answers no call for ${Math.round(heldBackMs / 1000)} s`;
    close(new EngineError('model/failing', `the model server ${words}, longer than the ${Math.round(maxTotalWaitMs / 1000)} s that a run waits`, { hint: 'Look into the log of the server, and resume the run later.' }));
  }

  /** Whoever failed asks again after a pause, even if a timer is late; where nobody did, nobody was held back. */
  function forgetIdleTime(): void {
    if (inFlight === 0 && queue.length === 0 && now() - lastHeldBackMs > 2 * LONGEST_PAUSE_MS) heldBackSinceMs = null;
  }

  function close(error: EngineError): void {
    closed ??= { error, atMs: now() };
    closing.abort(closed.error);
    refuseAll(closed.error);
  }

  /** The error of everything, while it lasts. */
  function findRefusal(): EngineError | null {
    if (closed === null || now() < closed.atMs + reopenAfterMs) return closed?.error ?? null;
    [closed, heldBackSinceMs, closing, pausedUntilMs] = [null, null, new AbortController(), now()];
    return null;
  }

  return {
    acquire: async ({ tokens, signal }) =>
      new Promise((resolve, reject) => {
        // the reason of an abort may be anything
        const refuse: (reason: unknown) => void = reject;
        if (signal?.aborted === true) return refuse(signal.reason);
        const refusal = findRefusal();
        if (refusal !== null) return refuse(refusal);
        forgetIdleTime();
        const stopListening = (): void => signal?.removeEventListener('abort', giveUp);
        const waiter: Waiter = {
          tokens,
          begin: (permit) => (stopListening(), resolve(permit)),
          refuse: (error) => (stopListening(), refuse(error)),
        };
        function giveUp(): void {
          queue.splice(queue.indexOf(waiter), 1);
          refuse(signal?.reason);
          letThrough();
        }
        signal?.addEventListener('abort', giveUp, { once: true });
        queue.push(waiter);
        if (queue.length === 1) letThrough();
      }),
    get closed() {
      return closing.signal;
    },
    get state() {
      return { limit, inFlight, waiting: queue.length };
    },
  };
}

/** Share of true among the latest `size` that were added, or among all while they are fewer. */
function createRecentShare(size: number): { add(value: boolean): void; share(): number; clear(): void } {
  const latest: boolean[] = [];
  return {
    add: (value) => {
      latest.push(value);
      if (latest.length > size) latest.shift();
    },
    share: () => latest.filter((value) => value).length / latest.length,
    clear: () => void latest.splice(0),
  };
}

function describeQuota({ message }: Extract<RateOutcome, { kind: 'quota-used-up' }>): EngineError {
  return new EngineError('model/quota-used-up', message, { hint: 'Resume the run when the quota is renewed; nothing that was answered is asked again.' });
}

function assertPositive(name: string, value: number | undefined): void {
  if (value !== undefined && (!Number.isInteger(value) || value < 1)) {
    throw new EngineError('usage/bad-argument', `${name} is ${value}, where a whole number of at least 1 is needed`);
  }
}
