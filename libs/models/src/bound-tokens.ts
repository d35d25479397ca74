import { MAX_OUTPUT_TOKENS } from './estimate-tokens.js';
import { findTokensPerImage } from './find-tokens-per-image.js';

/** The time in words beside a picture: at most so many bytes. */
const BYTES_PER_TIMESTAMP = 24;
/** What a chat template or a vendor wraps round one message, a system prompt of the template's own included. */
const TEMPLATE_TOKENS = 64;

const encoder = new TextEncoder();

/**
 * Most tokens that a call can take, to hold limits by. Text counts by its UTF-8 bytes, of the longer of itself and its NFKC
 * form: tokenizers work on bytes or fall back to them, so that no token stands for less than one byte, whatever the script.
 * For English that is about four times too much; a mean number of characters a token would be too little for Chinese,
 * Japanese, Korean, Thai, digits or signs.
 *
 * @param model `PROVIDER:NAME`
 */
export function boundTokens({ prompt, images }: { prompt: string; images: readonly unknown[] }, model: string): { inputTokens: number; outputTokens: number } {
  return { inputTokens: TEMPLATE_TOKENS + countBytes(prompt) + images.length * (findTokensPerImage(model) + BYTES_PER_TIMESTAMP), outputTokens: MAX_OUTPUT_TOKENS };
}

/** Bytes of the longer form. */
function countBytes(text: string): number {
  return Math.max(...[text, text.normalize('NFKC')].map((form) => encoder.encode(form).length));
}
