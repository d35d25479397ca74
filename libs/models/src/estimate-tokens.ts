/** Most that vendors count for a picture with a long side of 1,024 pixels: 258 to 1,032 (Gemini), 1,398 (Claude), 1,337 (Qwen2.5-VL). */
export const TOKENS_PER_IMAGE = 1_600;
/** Fewer characters a token than English text has (about four), so that the estimate is rather too high. */
const CHARACTERS_PER_TOKEN = 3;
/** Every call may answer with as many (contracts.md section 5). */
export const MAX_OUTPUT_TOKENS = 512;

/** What a call takes, more or less, to pace calls by until the vendor says what it took; limits of money go by `boundTokens`. */
export function estimateTokens({ prompt, images }: { prompt: string; images: readonly unknown[] }): { inputTokens: number; outputTokens: number } {
  // the time beside a picture is a few tokens more
  return { inputTokens: Math.ceil(prompt.length / CHARACTERS_PER_TOKEN) + images.length * (TOKENS_PER_IMAGE + 10), outputTokens: MAX_OUTPUT_TOKENS };
}
