import { InvalidResponseDataError, type LanguageModelV3GenerateResult } from '@ai-sdk/provider';
import { z } from 'zod';

import type { ModelReply, ReplyStatus } from './model.js';
import { readUsage } from './read-usage.js';

const bodySchema = z.object({ choices: z.array(z.object({ message: z.object({ refusal: z.string().nullish() }) })).min(1) });

/** The server broke off under 200: vLLM and SGLang that shut down, pause or lose a worker, routers whose server failed. What there is of a text is no reply. */
const BROKEN_OFF: readonly unknown[] = ['abort', 'error', 'insufficient_system_resource'];

/**
 * Reads the result of one chat completion: the text without reasoning, and how it ended. The SDK appends a refusal to the
 * text and turns missing token counts into 0; both are taken from the body instead.
 *
 * @throws InvalidResponseDataError for a reply that the server broke off
 */
export function readOpenAiReply(result: LanguageModelV3GenerateResult): Pick<ModelReply, 'status' | 'text' | 'usage'> {
  const finishReason = result.finishReason.raw;
  if (BROKEN_OFF.includes(finishReason)) throw new InvalidResponseDataError({ data: null, message: `the server broke the reply off (${finishReason})` });
  const refusal = readRefusal(result.response?.body);
  const parts = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const answer = (refusal === null ? parts : parts.slice(0, -1)).join('');
  const text = answer === '' ? refusal : answer;
  const usage = readUsage(result.usage.raw, { input: ['prompt_tokens'], output: ['completion_tokens'] });
  return { status: resolveStatus({ finishReason, refusal, text }), text, usage };
}

function resolveStatus({ finishReason, refusal, text }: { finishReason: string | undefined; refusal: string | null; text: string | null }): ReplyStatus {
  if (refusal !== null || finishReason === 'refusal') return 'refused';
  if (finishReason !== undefined && /content_filter|safety|prohibited/i.test(finishReason)) return 'blocked';
  if (finishReason === 'length') return 'truncated';
  return text === null || text.trim() === '' ? 'empty' : 'ok';
}

function readRefusal(body: unknown): string | null {
  const refusal = bodySchema.safeParse(body).data?.choices[0]?.message.refusal ?? '';
  return refusal === '' ? null : refusal;
}
