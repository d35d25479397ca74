import { EngineError, type ErrorCode } from '@medstream/schema';

import { settleFailure, type Settlement } from './settle-message.js';

const rules = { maxDeliveries: 4, baseDelayMs: 100, maxDelayMs: 500 };
const failure = (code: ErrorCode, details?: Record<string, unknown>): EngineError => new EngineError(code, 'why', { details });

describe('settleFailure', () => {
  // Waits: 100 · 2^(delivery − 1), at most 500. Deliveries: 4 for transient errors, 2 for defects, 1 for permanent ones.
  it.each<[string, unknown, number, Settlement['kind'], number | null]>([
    ['transient, first', failure('store/disk-full'), 1, 'retry', 100],
    ['transient, second', failure('store/disk-full'), 2, 'retry', 200],
    ['transient, third', failure('store/disk-full'), 3, 'retry', 400],
    ['transient, last', failure('store/disk-full'), 4, 'dead-letter', null],
    ['told to wait', failure('model/unreachable', { retryAfterMs: 7_000 }), 1, 'retry', 7_000],
    ['permanent', failure('source/bad-label'), 1, 'dead-letter', null],
    ['defect, first', new Error('boom'), 1, 'retry', 100],
    ['defect, second', new TypeError('boom'), 2, 'dead-letter', null],
    ['not even an error', 'boom', 2, 'dead-letter', null],
  ])('%s', (_what, error, delivery, kind, delayMs) => {
    const settlement = settleFailure(error, delivery, rules);
    expect(settlement.kind).toBe(kind);
    expect(settlement.kind === 'retry' ? settlement.delayMs : null).toBe(delayMs);
  });

  it('keeps code and message for the dead letter', () => {
    expect(settleFailure(failure('source/bad-label'), 1, rules)).toEqual({ kind: 'dead-letter', code: 'source/bad-label', message: 'why' });
  });

  it('never waits longer than the longest wait', () => {
    const settlement = settleFailure(failure('bus/timed-out'), 30, { ...rules, maxDeliveries: 1_000 });
    expect(settlement).toMatchObject({ kind: 'retry', delayMs: 500 });
  });
});
