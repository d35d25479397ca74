import type { SeededRandom } from '@medstream/schema';

import type { ModelReply, Waiting } from './model.js';
import { MAX_ATTEMPTS, planWaitMs } from './retry-policy.js';

/** What one attempt came to. */
export type Attempt =
  | { kind: 'answered'; reply: Pick<ModelReply, 'status' | 'text' | 'usage'> }
  | { kind: 'failed'; verdict: 'transient' | 'permanent'; error: { code: string; message: string }; retryAfterMs: number | null };

/**
 * Makes one call up to eight times: an answer or a permanent failure ends it, a transient failure is waited out. The one
 * place in this library where anybody waits.
 */
export async function callWithRetries(
  attempt: () => Promise<Attempt>,
  { waiting, random, signal }: { waiting: Waiting; random: SeededRandom; signal?: AbortSignal },
): Promise<ModelReply> {
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    signal?.throwIfAborted();
    const startMs = waiting.now();
    const outcome = await attempt();
    const facts = { latencyMs: Math.max(0, waiting.now() - startMs), attempts: attemptNumber };
    if (outcome.kind === 'answered') return { ...outcome.reply, ...facts };
    if (outcome.verdict === 'permanent' || attemptNumber === MAX_ATTEMPTS) {
      return { status: 'transport_error', text: null, usage: null, ...facts, error: outcome.error };
    }
    await waiting.sleep(planWaitMs({ attemptNumber, toldMs: outcome.retryAfterMs, unit: random.nextUnit() }), signal);
  }
}
