import { APICallError, InvalidResponseDataError } from '@ai-sdk/provider';
import { type ErrorCode, parseJsonText } from '@medstream/schema';

import { OversizedBody } from './bound-body.js';
import type { Attempt } from './call-with-retries.js';
import { ConnectionFailure } from './connection-failure.js';
import type { FailureFacts, ReadFailure } from './read-failure-facts.js';
import { redactSecrets } from './redact-secrets.js';
import { parseRetryAfterMs } from './retry-policy.js';

const TRANSIENT_STATUSES = [408, 409, 425, 429];
/** Too many calls, or a server without room for them: fewer at a time help. 529 is Anthropic's. */
const OVERLOAD_STATUSES = [429, 503, 529];

export interface FailureContext {
  /** `PROVIDER:NAME`, for messages. */
  model: string;
  apiKey: string | undefined;
  /** Milliseconds since the epoch. */
  nowMs: number;
  readFailure: ReadFailure;
}

/**
 * Says what a failed HTTP call means (contracts.md section 4), or null for an error that no server caused: a defect.
 * Messages hold what the server said, but never on 401 and 403, where servers repeat parts of the key.
 */
export function classifyFailure(error: unknown, context: FailureContext): Attempt | null {
  const facts = APICallError.isInstance(error) ? context.readFailure(parseBody(error.responseBody)) : {};
  const fail = (verdict: 'transient' | 'overloaded' | 'permanent', code: ErrorCode, message: string): Attempt => ({
    kind: 'failed',
    verdict,
    error: { code, message: redactSecrets(`${context.model}: ${message}`, [context.apiKey]) },
    retryAfterMs: APICallError.isInstance(error) ? readToldWait(error, facts, context.nowMs) : null,
  });
  if (error instanceof ConnectionFailure) return fail('transient', 'model/unreachable', error.message);
  if (InvalidResponseDataError.isInstance(error)) return fail('transient', 'model/failing', error.message);
  if (!APICallError.isInstance(error)) return null;
  // the connection ended while the body came in
  if (error.statusCode === undefined) return fail('transient', 'model/unreachable', error.message);
  const { statusCode: status } = error;
  // else the SDK says only that it could not
  const message = error.cause instanceof OversizedBody ? error.cause.message : error.message;
  if (facts.isRequestRefused === true) return fail('permanent', 'model/bad-request', `HTTP ${status} ${addServerWords(message, error.responseBody)}`);
  if (status < 300) return fail('transient', 'model/failing', `the body of the reply cannot be read (${message})`);
  // 402 is "payment required", whoever says so: DeepSeek and routers without credit
  if (facts.isQuotaUsedUp === true || status === 402) return fail('permanent', 'model/quota-used-up', `HTTP ${status} ${message}`);
  if (OVERLOAD_STATUSES.includes(status)) return fail('overloaded', 'model/failing', `HTTP ${status} ${message}`);
  if (TRANSIENT_STATUSES.includes(status) || status >= 500) return fail('transient', 'model/failing', `HTTP ${status} ${message}`);
  if (status < 400) return fail('permanent', 'model/bad-request', `HTTP ${status}: the server sends us elsewhere; give its final address as --base-url`);
  if (status === 401 || status === 403 || facts.isKeyRefused === true) return fail('permanent', 'model/missing-key', `HTTP ${status}: the server does not accept the key, or wants one`);
  if (status === 404) return fail('permanent', 'model/unknown', `HTTP 404: no such model or path (does the base URL end as the vendor says, such as in /v1?); ${message}`);
  if (facts.isContentRefusal === true) return { kind: 'answered', reply: { status: 'blocked', text: null, usage: null } };
  return fail('permanent', 'model/bad-request', `HTTP ${status} ${addServerWords(message, error.responseBody)}`);
}

/** Servers that write no error of the vendor's form (proxies, FastAPI's `detail`) still say what they do not like. */
function addServerWords(message: string, body: string | undefined): string {
  const words = readServerWords(parseBody(body)) ?? body?.trim() ?? '';
  return words === '' || message.includes(words) ? message : `${message}: ${words}`;
}

/** Words lie a few levels deep; a body may be nested as deep as its bytes allow. */
const DEEPEST_WORDS = 6;

function readServerWords(body: unknown, levels = DEEPEST_WORDS): string | null {
  if (typeof body === 'string') return body;
  if (body === null || typeof body !== 'object' || levels === 0) return null;
  const { error, message, detail, msg } = body as Record<string, unknown>;
  const places = Array.isArray(body) ? [body[0] as unknown] : [error, message, detail, msg];
  return places.map((place) => readServerWords(place, levels - 1)).find((words) => words !== null) ?? null;
}

function readToldWait(error: APICallError, { toldMs }: FailureFacts, nowMs: number): number | null {
  const { 'retry-after-ms': inMs, 'retry-after': header } = error.responseHeaders ?? {};
  // Azure and OpenAI give milliseconds beside the rounded seconds
  const exactMs = inMs !== undefined && /^\d{1,9}(?:\.\d+)?$/.test(inMs) ? Math.ceil(Number(inMs)) : null;
  return exactMs ?? parseRetryAfterMs(header, nowMs) ?? toldMs ?? null;
}

/** The body as JSON; null for anything else. */
export function parseBody(text: string | undefined): unknown {
  if (text === undefined) return null;
  try {
    return parseJsonText(text, 'the body of an error');
  } catch {
    return null;
  }
}
