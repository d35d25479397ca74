import { setMaxListeners } from 'node:events';

import { isEngineError, type SeededRandom } from '@medstream/schema';

import type { ModelReply, RetryNotice, Waiting } from './model.js';
import type { RateControl, RateOutcome, RatePermit } from './rate-control.js';
import { MAX_ATTEMPTS, planWaitMs } from './retry-policy.js';

/** What one attempt came to. */
export type Attempt =
  | { kind: 'answered'; reply: Pick<ModelReply, 'status' | 'text' | 'usage'> }
  | { kind: 'failed'; verdict: 'transient' | 'overloaded' | 'permanent'; error: { code: string; message: string }; retryAfterMs: number | null };

interface CallContext {
  waiting: Waiting;
  random: SeededRandom;
  /** Asked before each attempt; absent: nothing holds calls back but their own failures. */
  rateControl: RateControl | undefined;
  /** Estimate of what an attempt takes. */
  tokens: number;
  /** Of the first wait; each further one is twice as long. Milliseconds. */
  firstWaitMs?: number;
  /** Told before each wait. */
  onRetry?: (notice: RetryNotice) => void;
  signal?: AbortSignal;
}

/**
 * Makes one call up to eight times: an answer or a permanent failure ends it, a transient failure is waited out. The one
 * place in this library, beside the rate control it asks, where anybody waits. No slot is held while it waits.
 */
export async function callWithRetries(attempt: () => Promise<Attempt>, { waiting, random, rateControl, tokens, firstWaitMs, onRetry, signal }: CallContext): Promise<ModelReply> {
  // one signal stands for all calls that are under way
  if (signal !== undefined) setMaxListeners(0, signal);
  let latencyMs: number | null = null;
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    signal?.throwIfAborted();
    const permit = await askForPermit(rateControl, { tokens, signal });
    if (permit !== null && 'error' in permit) return { status: 'transport_error', text: null, usage: null, latencyMs, attempts: attemptNumber - 1, error: permit.error, endsRun: true };
    const startMs = waiting.now();
    const outcome = await settle(attempt, permit);
    latencyMs = Math.max(0, waiting.now() - startMs);
    if (outcome.kind === 'answered') return { ...outcome.reply, latencyMs, attempts: attemptNumber };
    if (outcome.verdict === 'permanent' || attemptNumber === MAX_ATTEMPTS) {
      return { status: 'transport_error', text: null, usage: null, latencyMs, attempts: attemptNumber, error: outcome.error, ...(outcome.error.code === 'model/quota-used-up' ? { endsRun: true } : {}) };
    }
    // a rate control holds every call back for as long as told, this one among them
    const toldMs = rateControl === undefined || outcome.verdict !== 'overloaded' ? outcome.retryAfterMs : null;
    const waitMs = planWaitMs({ attemptNumber, toldMs, unit: random.nextUnit(), firstWaitMs });
    onRetry?.({ error: outcome.error, attemptNumber: attemptNumber + 1, attempts: MAX_ATTEMPTS, waitMs });
    await sleepUnlessClosed(waitMs, { waiting, rateControl, signal });
  }
}

/** Where the rate control refuses everything meanwhile, the next attempt is asked for, and refused, at once. */
async function sleepUnlessClosed(waitMs: number, { waiting, rateControl, signal }: Pick<CallContext, 'waiting' | 'rateControl' | 'signal'>): Promise<void> {
  const closed = rateControl?.closed;
  const signals = [signal, closed].filter((one) => one !== undefined);
  try {
    await waiting.sleep(waitMs, signals.length === 0 ? undefined : AbortSignal.any(signals));
  } catch (error) {
    signal?.throwIfAborted();
    if (closed?.aborted !== true) throw error;
  }
}

async function askForPermit(rateControl: RateControl | undefined, call: { tokens: number; signal?: AbortSignal }): Promise<RatePermit | { error: { code: string; message: string } } | null> {
  if (rateControl === undefined) return null;
  try {
    return await rateControl.acquire(call);
  } catch (error) {
    call.signal?.throwIfAborted();
    if (isEngineError(error)) return { error: { code: error.code, message: error.message } };
    throw error;
  }
}

async function settle(attempt: () => Promise<Attempt>, permit: RatePermit | null): Promise<Attempt> {
  try {
    const outcome = await attempt();
    permit?.release(describeOutcome(outcome));
    return outcome;
  } catch (error) {
    permit?.release({ kind: 'failed' });
    throw error;
  }
}

function describeOutcome(outcome: Attempt): RateOutcome {
  if (outcome.kind === 'answered') {
    const { input_tokens: input, output_tokens: output } = outcome.reply.usage ?? { input_tokens: null, output_tokens: null };
    return { kind: 'answered', tokens: input === null || output === null ? null : input + output };
  }
  if (outcome.error.code === 'model/quota-used-up') return { kind: 'quota-used-up', message: outcome.error.message };
  if (outcome.verdict === 'overloaded') return { kind: 'overloaded', retryAfterMs: outcome.retryAfterMs };
  return outcome.verdict === 'transient' ? { kind: 'unanswered' } : { kind: 'failed' };
}
