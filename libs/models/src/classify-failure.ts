import { APICallError, InvalidResponseDataError } from '@ai-sdk/provider';
import type { ErrorCode } from '@medstream/schema';

import type { Attempt } from './call-with-retries.js';
import { ConnectionFailure } from './connection-failure.js';
import { redactSecrets } from './redact-secrets.js';
import { parseRetryAfterMs } from './retry-policy.js';

const TRANSIENT_STATUSES = [408, 409, 425, 429];
/** Codes with which servers refuse a request for what it shows (Azure answers 400 instead of a finish reason). */
const CONTENT_CODES = ['content_filter', 'content_policy_violation'];

export interface FailureContext {
  /** `PROVIDER:NAME`, for messages. */
  model: string;
  apiKey: string | undefined;
  /** Milliseconds since the epoch. */
  nowMs: number;
}

/**
 * Says what a failed HTTP call means (contracts.md section 4), or null for an error that no server caused: a defect.
 * Messages hold what the server said, but never on 401 and 403, where servers repeat parts of the key.
 */
export function classifyFailure(error: unknown, context: FailureContext): Attempt | null {
  const fail = (verdict: 'transient' | 'permanent', code: ErrorCode, message: string): Attempt => ({
    kind: 'failed',
    verdict,
    error: { code, message: redactSecrets(`${context.model}: ${message}`, [context.apiKey]) },
    retryAfterMs: APICallError.isInstance(error) ? parseRetryAfterMs(error.responseHeaders?.['retry-after'], context.nowMs) : null,
  });
  if (error instanceof ConnectionFailure) return fail('transient', 'model/unreachable', error.message);
  if (InvalidResponseDataError.isInstance(error)) return fail('transient', 'model/failing', 'the reply holds no answer');
  if (!APICallError.isInstance(error) || error.statusCode === undefined) return null;
  const { statusCode: status, message } = error;
  if (status < 300) return fail('transient', 'model/failing', `the body of the reply cannot be read (${message})`);
  if (TRANSIENT_STATUSES.includes(status) || status >= 500) return fail('transient', 'model/failing', `HTTP ${status} ${message}`);
  if (status < 400) return fail('permanent', 'model/bad-request', `HTTP ${status}: the server sends us elsewhere; give its final address as --base-url`);
  if (status === 401 || status === 403) return fail('permanent', 'model/missing-key', `HTTP ${status}: the server does not accept the key, or wants one`);
  if (status === 404) return fail('permanent', 'model/unknown', `HTTP 404: no such model or path (does the base URL end in /v1?); ${message}`);
  if (isContentRefusal(error.data)) return { kind: 'answered', reply: { status: 'blocked', text: null, usage: null } };
  return fail('permanent', 'model/bad-request', `HTTP ${status} ${message}`);
}

function isContentRefusal(data: unknown): boolean {
  const code = (data as { error?: { code?: unknown } } | undefined)?.error?.code;
  return typeof code === 'string' && CONTENT_CODES.includes(code);
}
