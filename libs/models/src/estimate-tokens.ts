import { findTokensPerImage } from './find-tokens-per-image.js';

/** Fewer characters a token than English text has (about four), so that the estimate is rather too high. */
const CHARACTERS_PER_TOKEN = 3;
/** The time beside a picture. */
const TOKENS_PER_TIMESTAMP = 10;
/** Every call may answer with as many (contracts.md section 5). */
export const MAX_OUTPUT_TOKENS = 512;

/**
 * What a call takes, more or less, to pace calls by until the vendor says what it took; limits of money go by `boundTokens`.
 *
 * @param model `PROVIDER:NAME`
 */
export function estimateTokens({ prompt, images }: { prompt: string; images: readonly unknown[] }, model: string): { inputTokens: number; outputTokens: number } {
  return { inputTokens: Math.ceil(prompt.length / CHARACTERS_PER_TOKEN) + images.length * (findTokensPerImage(model) + TOKENS_PER_TIMESTAMP), outputTokens: MAX_OUTPUT_TOKENS };
}
