import type { ModelPreset } from '../preset.js';

export const preset: ModelPreset = {
  name: 'openai:llava-hf/llava-onevision-qwen2-7b-ov-hf',
  title: 'LLaVA-OneVision-7B',
  // vLLM cuts each picture into tiles, also one of several: 3 x 3 tiles of 27 x 27 tokens for a square one, 81 line ends and 729 for the whole: 7,371
  limits: { context_tokens: 32_768, max_images: 4 },
  image: { media_type: 'image/jpeg', max_side: 1_024 },
  thinking: 'it does not think',
  request: {},
  serve: `vllm serve llava-hf/llava-onevision-qwen2-7b-ov-hf --max-model-len 32768 --limit-mm-per-prompt '{"image": 128, "video": 0}' --no-enable-prefix-caching`,
  serve_note: 'the context holds four square pictures, or six of 4:3: give --max-frames',
};
