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

/**
 * Most tokens of one picture, for limits of money and for pacing alike.
 *
 * @param model `PROVIDER:NAME`
 */
export function findTokensPerImage(model: string): number {
  const name = model.toLowerCase();
  return TOKENS_PER_IMAGE.find(([pattern]) => pattern.test(name))?.[1] ?? TOKENS_PER_UNKNOWN_IMAGE;
}
