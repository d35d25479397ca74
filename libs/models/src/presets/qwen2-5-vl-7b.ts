import type { ModelPreset } from '../preset.js';

export const preset: ModelPreset = {
  name: 'openai:Qwen/Qwen2.5-VL-7B-Instruct',
  title: 'Qwen2.5-VL-7B',
  // 1,369 tokens for a square picture (28 pixels a token side)
  limits: { context_tokens: 128_000, max_images: 90 },
  image: { media_type: 'image/jpeg', max_side: 1_024 },
  thinking: 'it does not think',
  request: {},
  serve: `vllm serve Qwen/Qwen2.5-VL-7B-Instruct --max-model-len 128000 --limit-mm-per-prompt '{"image": 128, "video": 0}' --no-enable-prefix-caching`,
};
