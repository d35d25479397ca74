import type { ModelPreset } from '../preset.js';

export const preset: ModelPreset = {
  name: 'google:gemini-2.5-pro',
  title: 'Gemini-2.5-Pro',
  // not tokens but the 20 MB of one request set the bound; the rates are those of the first paid tier, December 2025
  limits: { context_tokens: 1_048_576, max_images: 80, requests_per_minute: 150, tokens_per_minute: 2_000_000 },
  image: { media_type: 'image/jpeg', max_side: 1_024 },
  thinking: 'cannot be switched off; held to the smallest budget, 128 tokens, which count towards the tokens of the reply',
  request: { thinkingConfig: { thinkingBudget: 128 } },
  serve: null,
};
