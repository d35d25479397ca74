import type { ModelPreset } from '../preset.js';

export const preset: ModelPreset = {
  name: 'openai:Qwen/Qwen3-VL-8B-Instruct',
  title: 'Qwen3-VL-8B',
  // 1,024 tokens for a square picture (32 pixels a token side)
  limits: { context_tokens: 131_072, max_images: 120 },
  image: { media_type: 'image/jpeg', max_side: 1_024 },
  thinking: 'the Instruct edition does not think',
  request: {},
  serve: `vllm serve Qwen/Qwen3-VL-8B-Instruct --max-model-len 131072 --limit-mm-per-prompt '{"image": 128, "video": 0}' --no-enable-prefix-caching`,
  serve_note: 'vLLM 0.11 or later',
};
