import type { LanguageModelV3Prompt } from '@ai-sdk/provider';

import type { ModelImage, ModelRequest } from './model.js';

/** One user message: the prompt, then for every picture its decoded time in words and the picture, in the order given. */
export function buildChatPrompt({ prompt, images }: ModelRequest): LanguageModelV3Prompt {
  return [
    {
      role: 'user',
      content: [
        { type: 'text', text: prompt },
        ...images.flatMap((image) => [
          { type: 'text' as const, text: formatTimestamp(image) },
          { type: 'file' as const, mediaType: image.mediaType, data: encodeBase64(image.bytes) },
        ]),
      ],
    },
  ];
}

/** By the platform: the SDK would build the text byte by byte, which takes longer than all else that a call does here. */
function encodeBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

/** `t = 12.000 s`, or `frame 12` for image sequences. */
function formatTimestamp({ timestampSec, timeUnit }: ModelImage): string {
  return timeUnit === 'frames' ? `frame ${timestampSec}` : `t = ${timestampSec.toFixed(3)} s`;
}
