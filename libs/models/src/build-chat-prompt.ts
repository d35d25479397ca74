import type { LanguageModelV3Prompt } from '@ai-sdk/provider';

import type { ModelImage, ModelRequest } from './model.js';

/**
 * One user message: the prompt, then for every picture its decoded time in words and the picture, in the order given.
 *
 * @param pictures in base64, or what stands for it
 */
export function buildChatPrompt({ prompt, images }: ModelRequest, pictures: readonly string[]): LanguageModelV3Prompt {
  return [
    {
      role: 'user',
      content: [
        { type: 'text', text: prompt },
        ...images.flatMap((image, index) => [
          { type: 'text' as const, text: formatTimestamp(image) },
          { type: 'file' as const, mediaType: image.mediaType, data: pictures[index] ?? '' },
        ]),
      ],
    },
  ];
}

/** `t = 12.000 s`, or `frame 12` for image sequences. */
function formatTimestamp({ timestampSec, timeUnit }: ModelImage): string {
  return timeUnit === 'frames' ? `frame ${timestampSec}` : `t = ${timestampSec.toFixed(3)} s`;
}
