import { InvalidResponseDataError, type LanguageModelV3GenerateResult } from '@ai-sdk/provider';
import { z } from 'zod';

import type { ModelReply, ReplyStatus } from './model.js';
import { readUsage } from './read-usage.js';

const bodySchema = z.object({
  candidates: z.array(z.object({ finishReason: z.string().nullish() })).nullish(),
  promptFeedback: z.object({ blockReason: z.string().nullish() }).nullish(),
});
/** Ends that Google's filters cause; `OTHER` stands in blockReason even with every filter off. */
const BLOCKING_REASONS = ['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY', 'LANGUAGE', 'IMAGE_PROHIBITED_CONTENT'];
const LENGTH_REASONS = ['MAX_TOKENS', 'CONTINUATION'];

/**
 * Reads the result of one generateContent call. A blocked prompt has no candidate at all; a blocked reply may have one
 * without content. Tokens of thoughts are paid as output.
 *
 * @throws InvalidResponseDataError for a body with neither a candidate nor a reason
 */
export function readGoogleReply(result: LanguageModelV3GenerateResult): Pick<ModelReply, 'status' | 'text' | 'usage'> {
  const body = bodySchema.safeParse(result.response?.body).data;
  const finishReason = body?.candidates?.[0]?.finishReason ?? null;
  const blockReason = body?.promptFeedback?.blockReason ?? null;
  if (body !== undefined && (body.candidates ?? []).length === 0 && blockReason === null) {
    throw new InvalidResponseDataError({ data: null, message: 'the reply holds no answer' });
  }
  const text = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  return {
    status: resolveStatus({ finishReason, blockReason, text }),
    text: text === '' ? null : text,
    usage: readUsage(result.usage.raw, { input: ['promptTokenCount'], output: ['candidatesTokenCount', 'thoughtsTokenCount'] }),
  };
}

function resolveStatus({ finishReason, blockReason, text }: { finishReason: string | null; blockReason: string | null; text: string }): ReplyStatus {
  if (finishReason === null && blockReason !== null) return 'blocked';
  if (finishReason !== null && BLOCKING_REASONS.includes(finishReason)) return 'blocked';
  if (finishReason !== null && LENGTH_REASONS.includes(finishReason)) return 'truncated';
  return text.trim() === '' ? 'empty' : 'ok';
}
