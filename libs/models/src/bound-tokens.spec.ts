import fc from 'fast-check';

import { boundTokens } from './bound-tokens.js';

const textOf = (prompt: string, model = 'google:gemini-2.5-pro') => boundTokens({ prompt, images: [] }, model).inputTokens;

describe('boundTokens', () => {
  it.each([
    // 64 of the template throughout
    ['English', 'hook', 64 + 4],
    // three bytes each; tokenizers take up to that for rare characters, and a third of the characters is far too little
    ['Chinese', '请问阶段', 64 + 12],
    // Thai and Devanagari: three bytes a sign
    ['Thai', 'ระยะ', 64 + 12],
    // four bytes
    ['a pictograph', '🩺', 64 + 4],
    ['digits, which some tokenizers take one by one', '0123456789', 64 + 10],
    // U+FDFA is three bytes, and 18 letters (33 bytes) for a tokenizer that normalises
    ['a ligature that normalising takes apart', '\uFDFA', 64 + 33],
  ])('%s', (_, prompt, expected) => {
    expect(textOf(prompt)).toBe(expected);
  });

  it('no text has more tokens than it has bytes, and never fewer are reckoned with', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (prompt) => {
        expect(textOf(prompt)).toBeGreaterThanOrEqual(64 + Buffer.byteLength(prompt));
      }),
    );
  });

  it.each([
    ['google:gemini-2.5-pro', 1_032],
    ['anthropic:claude-sonnet-4-5', 1_399],
    ['openai:gpt-4o', 765],
    ['openai:gpt-4o-mini', 25_501],
    ['openai:gpt-4.1', 765],
    ['openai:gpt-4.1-mini', 1_659],
    ['openai:gpt-4.1-nano', 2_520],
    ['openai:Qwen/Qwen2.5-VL-7B-Instruct', 1_369],
    ['openai:Qwen/Qwen3-VL-4B-Instruct', 1_369],
    ['openai:lingshu-medical-mllm/Lingshu-7B', 1_369],
    ['openai:something-of-ones-own', 8_192],
  ])('a picture for %s', (model, perImage) => {
    // 24 for the time beside each
    expect(boundTokens({ prompt: '', images: [1, 2] }, model)).toEqual({ inputTokens: 64 + 2 * (perImage + 24), outputTokens: 512 });
  });
});
