import type { EngineError} from '@medstream/schema';
import { isEngineError } from '@medstream/schema';

/** What to do with a message after an attempt. */
export type Settlement =
  | { kind: 'ack' }
  | { kind: 'retry'; delayMs: number; code: string; message: string }
  | { kind: 'dead-letter'; code: string; message: string };

export interface RetryRules {
  /** Deliveries after which a message that still fails becomes a dead letter. */
  maxDeliveries: number;
  /** First wait; doubles with every delivery. */
  baseDelayMs: number;
  /** Longest wait. */
  maxDelayMs: number;
}

export const DEFAULT_RETRY_RULES: RetryRules = { maxDeliveries: 8, baseDelayMs: 500, maxDelayMs: 60_000 };

/** Deliveries granted to a message whose handler fails by a defect: one retry, in case the fault lay in the moment. */
const MAX_DELIVERIES_OF_DEFECT = 2;

/**
 * Decides, without acting, how a failed attempt is settled (reliability.md, rules 3 and 9):
 * transient errors wait and come again, overload waits as told, permanent ones become dead letters at once, and
 * defects after one retry.
 *
 * @param deliveryCount 1 for the first delivery
 */
export function settleFailure(error: unknown, deliveryCount: number, rules: RetryRules = DEFAULT_RETRY_RULES): Settlement {
  const { code, message, verdict, retryAfterMs } = describeFailure(error);
  if (verdict === 'permanent') return { kind: 'dead-letter', code, message };
  const limit = verdict === 'defect' ? Math.min(MAX_DELIVERIES_OF_DEFECT, rules.maxDeliveries) : rules.maxDeliveries;
  if (deliveryCount >= limit) return { kind: 'dead-letter', code, message };
  const growing = Math.min(rules.baseDelayMs * 2 ** (deliveryCount - 1), rules.maxDelayMs);
  return { kind: 'retry', delayMs: retryAfterMs ?? growing, code, message };
}

function describeFailure(error: unknown): { code: string; message: string; verdict: EngineError['retryVerdict']; retryAfterMs: number | null } {
  if (isEngineError(error)) {
    const stated = error.details['retryAfterMs'];
    return { code: error.code, message: error.message, verdict: error.retryVerdict, retryAfterMs: typeof stated === 'number' ? stated : null };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'defect/broken-promise', message, verdict: 'defect', retryAfterMs: null };
}
