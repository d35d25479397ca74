import { z } from 'zod';

/** One line of a batch file as OpenAI takes it: a request by the name of its job and its pictures ({@link nameRequest}). */
export interface BatchLine {
  custom_id: string;
  method: 'POST';
  url: string;
  body: unknown;
}

/** Longest name, and the most that is told of one that is none. */
const MAX_ID_LENGTH = 512;

/**
 * One line of a file of replies or of errors as vendors write them, in any order: the answer of the server with its
 * status, or why there is none.
 */
export const batchReplySchema = z.looseObject({
  custom_id: z.string().min(1).max(MAX_ID_LENGTH),
  response: z.looseObject({ status_code: z.int().min(100).max(599), body: z.unknown().optional() }).nullish(),
  error: z.unknown().optional().describe('OpenAI: {code, message} or null; vllm run-batch: a text, or the body of the answer'),
});

export type BatchReply = z.infer<typeof batchReplySchema>;

/** What a vendor takes in one file. */
export interface BatchLimits {
  maxBytes: number;
  maxRequests: number;
}

/** OpenAI's: 200 MB and 50,000 requests a file; a little less, since its megabytes may be smaller than ours. */
export const BATCH_LIMITS: BatchLimits = { maxBytes: 190_000_000, maxRequests: 50_000 };
