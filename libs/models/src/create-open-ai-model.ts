import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createSeededRandom, EngineError } from '@medstream/schema';

import { buildChatPrompt } from './build-chat-prompt.js';
import { type Attempt, callWithRetries } from './call-with-retries.js';
import { checkServer } from './check-server.js';
import { classifyFailure } from './classify-failure.js';
import { createDirectFetch } from './connection-failure.js';
import type { Model, ModelRequest, Waiting } from './model.js';
import { readChatReply } from './read-chat-reply.js';
import { readServerAddress } from './read-server-address.js';

/** Sent with every call (protocol medstream-1, contracts.md section 5). */
const SETTINGS = { api: 'chat-completions', temperature: 0, max_output_tokens: 512 } as const;

export interface OpenAiOptions {
  /** The model's name as the server knows it. */
  modelName: string;
  baseUrl: string | undefined;
  apiKey: string | undefined;
  fetch: typeof fetch;
  waiting: Waiting;
  /** Longest duration of one attempt in milliseconds. */
  timeoutMs: number;
  seed: number;
}

/**
 * A model behind any server that speaks OpenAI's chat completions: vLLM, SGLang, Ollama, llama.cpp, LM Studio.
 *
 * @throws EngineError `usage/bad-argument` for an unusable address, `model/missing-key` for a key that cannot be sent
 */
export function createOpenAiModel({ modelName, baseUrl, apiKey, timeoutMs, waiting, seed, fetch: fetchUrl }: OpenAiOptions): Model {
  const name = `openai:${modelName}`;
  const endpoint = readServerAddress(baseUrl, name);
  assertSendableKey(apiKey, name);
  const fetchHere = createDirectFetch(fetchUrl);
  const chat = createOpenAICompatible({ name: 'openai', baseURL: endpoint, apiKey, fetch: fetchHere }).chatModel(modelName);
  const random = createSeededRandom(seed, `model-waits/${name}`);

  async function attempt(request: ModelRequest): Promise<Attempt> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const abortSignal = request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout]);
    try {
      const result = await chat.doGenerate({
        prompt: buildChatPrompt(request),
        temperature: SETTINGS.temperature,
        maxOutputTokens: SETTINGS.max_output_tokens,
        abortSignal,
      });
      return { kind: 'answered', reply: readChatReply(result) };
    } catch (error) {
      request.signal?.throwIfAborted();
      if (timeout.aborted) {
        const message = `${name}: no complete reply within ${timeoutMs / 1000} s`;
        return { kind: 'failed', verdict: 'transient', error: { code: 'model/failing', message }, retryAfterMs: null };
      }
      const outcome = classifyFailure(error, { model: name, apiKey, nowMs: waiting.now() });
      if (outcome === null) throw error;
      return outcome;
    }
  }

  return {
    name,
    settings: SETTINGS,
    endpoint,
    generate: async (request) => callWithRetries(async () => attempt(request), { waiting, random, signal: request.signal }),
    checkReachable: async (signal) => checkServer({ endpoint, name, apiKey, fetch: fetchHere, waiting, signal }),
  };
}

/** A line break at the end of a key file would otherwise fail in every call, with the key in the platform's message. */
function assertSendableKey(apiKey: string | undefined, name: string): void {
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new EngineError('model/missing-key', `the key for ${name} is empty or holds a space, line break or letter that no key has`, { hint: 'Set its environment variable again.' });
  }
}
