import type { ModelPreset } from '../preset.js';

export const preset: ModelPreset = {
  name: 'openai:ZJU-AI4H/Hulu-Med-4B',
  title: 'HuluMed-4B',
  // 5,329 tokens for a square picture (14 pixels a token side) before its own thinning out
  limits: { context_tokens: 40_960, max_images: 7 },
  image: { media_type: 'image/jpeg', max_side: 1_024 },
  thinking: 'switched off in the chat template',
  request: { chat_template_kwargs: { enable_thinking: false } },
  serve: `vllm serve ZJU-AI4H/Hulu-Med-4B --max-model-len 40960 --limit-mm-per-prompt '{"image": 128, "video": 0}' --no-enable-prefix-caching --trust-remote-code`,
  serve_note: 'a vLLM that knows its architecture: the integration of the Hulu-Med repository',
};
