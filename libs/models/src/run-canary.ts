import { EngineError } from '@medstream/schema';

import type { Model, ModelReply } from './model.js';

/** Makes one picture of one colour; handed in, since encoding belongs to another adapter. Channels are 0 to 255. */
export type EncodePlainPicture = (colour: { red: number; green: number; blue: number }) => Promise<{ bytes: Uint8Array; mediaType: string }>;

export interface CanaryOutcome {
  /** `passed`: the pictures made a difference. `warned`: nothing can be said. `failed`: throw `error`, before any question is asked. */
  verdict: 'passed' | 'warned' | 'failed';
  /** One sentence for the log. */
  message: string;
  /** Present exactly for `failed`: `model/blind`, exit code 3. */
  error?: EngineError;
  /** What was asked, for the count of tokens: three pictures, and a text alone where needed. */
  replies: readonly ModelReply[];
}

const PROMPT = 'Which colour fills the picture? Reply with the name of the colour and nothing else.';
const COLOURS = [
  { red: 220, green: 20, blue: 20 },
  { red: 20, green: 160, blue: 40 },
  { red: 30, green: 60, blue: 220 },
] as const;

/**
 * Shows a server three plain pictures under one prompt, one after the other, as the rounds of a streaming question come.
 * Servers that keep prompts between calls have answered the second and third with the answer to the first: then nothing
 * that such a run measures means anything.
 *
 * Three equal answers alone prove nothing (the model may say the same to everything), so the prompt is asked once more
 * without a picture: only where that answer differs are the pictures seen and mixed up, and the run has to stop.
 *
 * Rejects only when aborted or for a defect.
 */
export async function runCanary(model: Model, { encodePlainPicture, signal }: { encodePlainPicture: EncodePlainPicture; signal?: AbortSignal }): Promise<CanaryOutcome> {
  const replies: ModelReply[] = [];
  const ask = async (images: Parameters<Model['generate']>[0]['images']): Promise<string | null> => {
    const reply = await model.generate({ prompt: PROMPT, images, ...(signal === undefined ? {} : { signal }) });
    replies.push(reply);
    return reply.status === 'ok' && reply.text !== null ? reply.text.trim().toLowerCase() : null;
  };
  const answers: (string | null)[] = [];
  for (const colour of COLOURS) {
    answers.push(await ask([{ ...(await encodePlainPicture(colour)), timestampSec: 0 }]));
    // a server that fails is met with again, and told of, by the run itself
    if (answers.at(-1) === null) break;
  }
  const unanswered = replies.find(({ status }) => status !== 'ok');
  if (unanswered !== undefined) return { verdict: 'warned', message: `the canary got no answer from ${model.name} (${unanswered.error?.code ?? unanswered.status})`, replies };
  if (new Set(answers).size > 1) return { verdict: 'passed', message: `${model.name} tells plain pictures apart`, replies };
  const control = await ask([]);
  if (control === null || control === answers[0]) {
    return { verdict: 'warned', message: `${model.name} gives one answer to three plain pictures and none other without a picture: it may not look at pictures`, replies };
  }
  const message = `${model.name} gives one answer to three different plain pictures, and another without a picture`;
  const hint = 'Its server seems to keep a picture from one call to the next: switch off prefix or prompt caching (vLLM: --no-enable-prefix-caching; llama.cpp: cache_prompt false), or use --no-canary.';
  return { verdict: 'failed', message, error: new EngineError('model/blind', message, { hint }), replies };
}
