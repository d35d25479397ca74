import type { LanguageModelV3GenerateResult } from '@ai-sdk/provider';

import type { ModelReply, ReplyStatus } from './model.js';
import { readUsage } from './read-usage.js';

const LENGTH_REASONS = ['max_tokens', 'model_context_window_exceeded'];

/** Reads the result of one messages call: the text without thinking, and how it ended. Cached input is input. */
export function readAnthropicReply(result: LanguageModelV3GenerateResult): Pick<ModelReply, 'status' | 'text' | 'usage'> {
  const text = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  return {
    status: resolveStatus(result.finishReason.raw, text),
    text: text === '' ? null : text,
    usage: readUsage(result.usage.raw, { input: ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'], output: ['output_tokens'] }),
  };
}

function resolveStatus(stopReason: string | undefined, text: string): ReplyStatus {
  if (stopReason === 'refusal') return 'refused';
  if (stopReason !== undefined && LENGTH_REASONS.includes(stopReason)) return 'truncated';
  return text.trim() === '' ? 'empty' : 'ok';
}
