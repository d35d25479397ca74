import { MAX_OUTPUT_TOKENS } from './estimate-tokens.js';

/**
 * Most tokens that a picture with a long side of 1,024 pixels (contracts.md section 5) takes, by what vendors and makers state:
 * the first pattern that a name matches, in any case, counts.
 */
const TOKENS_PER_IMAGE: readonly [RegExp, number][] = [
  // 2,833 and 5,667 for each of four tiles of 512 pixels
  [/gpt-4o-mini/, 25_501],
  // 85 and 170 for each of four tiles
  [/gpt-4o/, 765],
  // 1,024 patches of 32 pixels, times 1.62 and 2.46
  [/gpt-4\.1-mini/, 1_659],
  [/gpt-4\.1-nano/, 2_520],
  [/gpt-4\.1/, 765],
  // a pixel in 750
  [/claude/, 1_399],
  // 258 for each of four tiles
  [/gemini/, 1_032],
  // a token for 28 (Qwen2.5-VL and what is made of it) or 32 pixels a side
  [/qwen\d(?:\.\d)?-vl|lingshu/, 1_369],
];

/** For models that the list does not name: a tile model with every tile (LLaVA-OneVision: ten of 729, and line ends) takes less. */
const TOKENS_PER_UNKNOWN_IMAGE = 8_192;
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
  const name = model.toLowerCase();
  const perImage = TOKENS_PER_IMAGE.find(([pattern]) => pattern.test(name))?.[1] ?? TOKENS_PER_UNKNOWN_IMAGE;
  return { inputTokens: TEMPLATE_TOKENS + countBytes(prompt) + images.length * (perImage + BYTES_PER_TIMESTAMP), outputTokens: MAX_OUTPUT_TOKENS };
}

/** Bytes of the longer form. */
function countBytes(text: string): number {
  return Math.max(...[text, text.normalize('NFKC')].map((form) => encoder.encode(form).length));
}
