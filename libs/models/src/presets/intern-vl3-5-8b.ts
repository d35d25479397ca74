import type { ModelPreset } from '../preset.js';

export const preset: ModelPreset = {
  name: 'openai:OpenGVLab/InternVL3_5-8B',
  title: 'InternVL3.5-8B',
  // 256 tokens a tile
  limits: { context_tokens: 40_960, max_images: 128 },
  image: { media_type: 'image/jpeg', max_side: 1_024 },
  thinking: 'it thinks only under a system prompt of its own, which is not sent',
  request: {},
  serve: `vllm serve OpenGVLab/InternVL3_5-8B --max-model-len 40960 --limit-mm-per-prompt '{"image": 128, "video": 0}' --no-enable-prefix-caching --trust-remote-code --mm-processor-kwargs '{"max_dynamic_patch": 1}'`,
  serve_note: 'one tile (256 tokens) a picture, as its makers do for frames of a video; with more tiles few pictures fit',
};
