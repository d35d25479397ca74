import type { ModelPreset } from '../preset.js';

export const preset: ModelPreset = {
  name: 'openai:lingshu-medical-mllm/Lingshu-7B',
  title: 'Lingshu-7B',
  // it is a Qwen2.5-VL: 1,369 tokens for a square picture
  limits: { context_tokens: 128_000, max_images: 90 },
  image: { media_type: 'image/jpeg', max_side: 1_024 },
  thinking: 'it does not think',
  request: {},
  serve: `vllm serve lingshu-medical-mllm/Lingshu-7B --max-model-len 128000 --limit-mm-per-prompt '{"image": 128, "video": 0}' --no-enable-prefix-caching`,
};
