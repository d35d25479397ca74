import type { ModelPreset } from '../preset.js';

export const preset: ModelPreset = {
  name: 'openai:ZJU-AI4H/Hulu-Med-7B',
  title: 'HuluMed-7B',
  // 5,329 tokens for a square picture (14 pixels a token side) before its own thinning out
  limits: { context_tokens: 32_768, max_images: 6 },
  image: { media_type: 'image/jpeg', max_side: 1_024 },
  thinking: 'it thinks only when asked to',
  request: {},
  serve: `vllm serve ZJU-AI4H/Hulu-Med-7B --max-model-len 32768 --limit-mm-per-prompt '{"image": 128, "video": 0}' --no-enable-prefix-caching --trust-remote-code`,
  serve_note: 'a vLLM that knows its architecture: the integration of the Hulu-Med repository',
};
