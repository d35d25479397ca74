import type { ModelPreset } from '../preset.js';

export const preset: ModelPreset = {
  name: 'openai:llava-hf/llava-onevision-qwen2-7b-ov-hf',
  title: 'LLaVA-OneVision-7B',
  // 729 tokens a picture among several
  limits: { context_tokens: 32_768, max_images: 40 },
  image: { media_type: 'image/jpeg', max_side: 1_024 },
  thinking: 'it does not think',
  request: {},
  serve: `vllm serve llava-hf/llava-onevision-qwen2-7b-ov-hf --max-model-len 32768 --limit-mm-per-prompt '{"image": 128, "video": 0}' --no-enable-prefix-caching`,
};
