import { z } from 'zod';

/** What the body of an HTTP error says beyond its status. */
export interface FailureFacts {
  /** Refused for what the pictures or the text show. */
  isContentRefusal?: boolean;
  /** The quota of a day or the credit is used up: waiting a minute does not help. */
  isQuotaUsedUp?: boolean;
  /** The key is wrong, under a status that does not say so. */
  isKeyRefused?: boolean;
  /** The request itself cannot be taken, under a status that says something else: the same request will fail again. */
  isRequestRefused?: boolean;
  /** How long to wait, where the body says so instead of a header. Milliseconds. */
  toldMs?: number;
}

/** Reads the parsed body of an HTTP error; anything may come. */
export type ReadFailure = (body: unknown) => FailureFacts;

/**
 * Vendors state the span of a limit in words only; these are the words of OpenAI ("on requests per day (RPD)") and those
 * who copied it.
 */
const DAILY_LIMIT = /\bper day\b|\((?:RPD|TPD)\)|\bdaily (?:limit|quota)\b/i;

const openAiSchema = z.object({ error: z.object({ code: z.unknown().optional(), type: z.unknown().optional(), message: z.string().catch('') }) });
/** Codes with which servers refuse a request for what it shows (Azure answers 400 instead of a finish reason). */
const CONTENT_CODES: readonly unknown[] = ['content_filter', 'content_policy_violation'];
const QUOTA_CODES: readonly unknown[] = ['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active'];
/** llama.cpp says so under 400 or, by its version and where it notices, under 500. */
const LENGTH_CODES: readonly unknown[] = ['context_length_exceeded', 'exceed_context_size_error'];
const LENGTH_WORDS = /\bcontext size has been exceeded\b/i;

export const readOpenAiFailure: ReadFailure = (body) => {
  const error = openAiSchema.safeParse(body).data?.error;
  if (error === undefined) return {};
  return {
    isContentRefusal: CONTENT_CODES.includes(error.code),
    isRequestRefused: LENGTH_CODES.includes(error.code) || LENGTH_CODES.includes(error.type) || LENGTH_WORDS.test(error.message),
    isQuotaUsedUp: QUOTA_CODES.includes(error.code) || QUOTA_CODES.includes(error.type) || (error.code === 'rate_limit_exceeded' && DAILY_LIMIT.test(error.message)),
  };
};

const googleSchema = z.object({ error: z.object({ details: z.array(z.record(z.string(), z.unknown())).catch([]) }) });
const violationsSchema = z.array(z.object({ quotaId: z.string() }));

/** google.rpc details: QuotaFailure names the quota, RetryInfo the wait (`34.07s`), ErrorInfo the reason. */
export const readGoogleFailure: ReadFailure = (body) => {
  const details = googleSchema.safeParse(body).data?.error.details ?? [];
  const quotaIds = details.flatMap(({ violations }) => violationsSchema.safeParse(violations).data ?? []).map(({ quotaId }) => quotaId);
  const delays = details.map(({ retryDelay }) => (typeof retryDelay === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(retryDelay)?.[1] : undefined)).filter((delay) => delay !== undefined);
  return {
    isQuotaUsedUp: quotaIds.some((id) => /PerDay/i.test(id)),
    isKeyRefused: details.some(({ reason }) => reason === 'API_KEY_INVALID'),
    ...(delays[0] === undefined ? {} : { toldMs: Math.ceil(Number(delays[0]) * 1000) }),
  };
};

const anthropicSchema = z.object({ error: z.object({ type: z.string().catch(''), message: z.string().catch('') }) });

/** Anthropic answers 400 invalid_request_error to all of these and tells them apart in words only. */
export const readAnthropicFailure: ReadFailure = (body) => {
  const error = anthropicSchema.safeParse(body).data?.error;
  if (error === undefined) return {};
  return {
    isContentRefusal: error.type === 'invalid_request_error' && /blocked by content filtering policy/i.test(error.message),
    isQuotaUsedUp: error.type === 'billing_error' || /credit balance is too low|reached your specified API usage limits/i.test(error.message) || (error.type === 'rate_limit_error' && DAILY_LIMIT.test(error.message)),
  };
};
