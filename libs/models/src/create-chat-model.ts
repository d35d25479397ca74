import type { LanguageModelV3, LanguageModelV3GenerateResult } from '@ai-sdk/provider';
import { createSeededRandom, EngineError } from '@medstream/schema';
import type { z } from 'zod';

import { buildChatPrompt } from './build-chat-prompt.js';
import { type Attempt, callWithRetries } from './call-with-retries.js';
import { checkServer } from './check-server.js';
import { classifyFailure } from './classify-failure.js';
import { createDirectFetch } from './connection-failure.js';
import type { ModelOptions } from './create-model.js';
import { estimateTokens } from './estimate-tokens.js';
import { limitTime } from './limit-time.js';
import type { Model, ModelReply, ModelRequest, Waiting } from './model.js';
import { createPictureNames } from './picture-names.js';
import type { ReadFailure } from './read-failure-facts.js';
import { removeKey } from './redact-secrets.js';

/** What differs from vendor to vendor; everything else of a call is one code for all. */
export interface ChatDialect {
  /** `PROVIDER:NAME`. */
  name: string;
  endpoint: string;
  apiKey: string | undefined;
  /** Holds `max_output_tokens`, and a temperature unless the model takes none. */
  settings: Readonly<Record<string, string | number | boolean>>;
  /** Fields that a preset adds to the request; they count as settings. */
  request: Readonly<Record<string, z.core.util.JSONType>>;
  /** How the vendor is shown the key, for the check before work starts. */
  keyHeaders: Record<string, string>;
  /** Loads the vendor's SDK, at the first call. */
  connect: (fetchUrl: typeof fetch) => Promise<LanguageModelV3>;
  providerOptions?: Parameters<LanguageModelV3['doGenerate']>[0]['providerOptions'];
  readReply: (result: LanguageModelV3GenerateResult) => Pick<ModelReply, 'status' | 'text' | 'usage'>;
  readFailure: ReadFailure;
}

/**
 * A model behind one HTTP interface for chats with pictures.
 *
 * @throws EngineError `model/missing-key` for a key that cannot be sent
 */
export function createChatModel(dialect: ChatDialect, options: ModelOptions, waiting: Waiting): Model {
  const { name, endpoint, apiKey, settings } = dialect;
  const { fetch: fetchUrl = globalThis.fetch, timeoutMs = 300_000, seed = 1, rateControl, firstWaitMs, onRetry } = options;
  assertSendableKey(apiKey, name);
  const pictures = createPictureNames();
  const send = createDirectFetch(fetchUrl);
  // outside of what is told as a failure of the connection
  const fetchHere: typeof fetch = async (input, init) => send(input, typeof init?.body === 'string' ? { ...init, body: pictures.fill(init.body) } : init);
  const random = createSeededRandom(seed, `model-waits/${name}`);
  let connected: Promise<LanguageModelV3> | null = null;

  async function attempt(request: ModelRequest): Promise<Attempt> {
    // seconds of a configuration need not come to whole milliseconds, and only those are taken
    const limit = limitTime(request.signal, Math.ceil(timeoutMs));
    const sent = pictures.open(request.images);
    try {
      const chat = await (connected ??= dialect.connect(fetchHere));
      const result = await chat.doGenerate({
        prompt: buildChatPrompt(request, sent.names),
        ...(typeof settings['temperature'] === 'number' ? { temperature: settings['temperature'] } : {}),
        maxOutputTokens: Number(settings['max_output_tokens']),
        ...(dialect.providerOptions === undefined ? {} : { providerOptions: dialect.providerOptions }),
        abortSignal: limit.signal,
      });
      sent.assertFilled();
      const unsent = findUnsentSetting(result);
      if (unsent !== null) return fail('model/bad-request', `${name}: the setting ${unsent} was not sent as the manifest states it`, 'permanent');
      const reply = dialect.readReply(result);
      return { kind: 'answered', reply: { ...reply, text: reply.text === null ? null : removeKey(reply.text, apiKey) } };
    } catch (error) {
      request.signal?.throwIfAborted();
      if (limit.isOver()) return fail('model/failing', `${name}: no complete reply within ${timeoutMs / 1000} s`, 'transient');
      const outcome = classifyFailure(error, { model: name, apiKey, nowMs: waiting.now(), readFailure: dialect.readFailure });
      if (outcome === null) throw error;
      return outcome;
    } finally {
      sent.close();
      limit.end();
    }
  }

  return {
    name,
    settings: Object.keys(dialect.request).length === 0 ? settings : { ...settings, request: JSON.stringify(dialect.request) },
    endpoint,
    generate: async (request) => callWithRetries(async () => attempt(request), { waiting, random, rateControl, tokens: sumTokens(request, name), firstWaitMs, onRetry, signal: request.signal }),
    checkReachable: async (signal) => checkServer({ endpoint, name, apiKey, keyHeaders: dialect.keyHeaders, readFailure: dialect.readFailure, fetch: fetchHere, waiting, onRetry, signal }),
  };
}

function sumTokens(request: ModelRequest, model: string): number {
  const { inputTokens, outputTokens } = estimateTokens(request, model);
  return inputTokens + outputTokens;
}

function fail(code: 'model/bad-request' | 'model/failing', message: string, verdict: 'transient' | 'permanent'): Attempt {
  return { kind: 'failed', verdict, error: { code, message }, retryAfterMs: null };
}

/** SDKs leave out or change what they think a model cannot take, and say so only here. */
function findUnsentSetting({ warnings }: LanguageModelV3GenerateResult): string | null {
  const warning = warnings.find((candidate) => candidate.type === 'unsupported' && ['temperature', 'maxOutputTokens'].includes(candidate.feature));
  return warning?.type === 'unsupported' ? warning.feature : null;
}

/** A line break at the end of a key file would otherwise fail in every call, with the key in the platform's message. */
function assertSendableKey(apiKey: string | undefined, name: string): void {
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new EngineError('model/missing-key', `the key for ${name} is empty or holds a space, line break or letter that no key has`, { hint: 'Set its environment variable again.' });
  }
}
