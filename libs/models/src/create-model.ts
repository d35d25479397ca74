import { setTimeout as sleep } from 'node:timers/promises';

import { EngineError } from '@medstream/schema';

import { createDemoModel, DEMO_MODEL_NAMES } from './create-demo-model.js';
import { createOpenAiModel } from './create-open-ai-model.js';
import type { DecodeImage, Model, Waiting } from './model.js';
import { parseModelSpec } from './model-spec.js';

export interface ModelOptions {
  /** Address of the server for providers that need one, e.g. `http://localhost:8000/v1`. */
  baseUrl?: string;
  /** Sent as a bearer token; shows in no setting, error or message. */
  apiKey?: string;
  decodeImage: DecodeImage;
  /** Default: the platform's. */
  fetch?: typeof fetch;
  /** Default: the system clock. */
  now?: Waiting['now'];
  /** Default: a timer. */
  sleep?: Waiting['sleep'];
  /** Longest duration of one attempt in milliseconds; default and most that the platform's fetch allows: 300,000. */
  timeoutMs?: number;
  /** Of the spread of waits; nothing in a reply depends on it. Default 1. */
  seed?: number;
}

/**
 * Makes the model that `PROVIDER:NAME` names. `baseline:*` is not made here: baselines look at no picture and belong to
 * the evaluation.
 *
 * @throws EngineError `model/unknown`, `usage/bad-argument` for a missing or unusable address, `model/missing-key` for a key
 * that cannot be sent
 */
export function createModel(spec: string, options: ModelOptions): Model {
  const { provider, name } = parseModelSpec(spec);
  const waiting: Waiting = {
    now: options.now ?? Date.now,
    sleep: options.sleep ?? (async (ms, signal) => sleep(ms, undefined, { signal })),
  };
  if (provider === 'openai') {
    const { baseUrl, apiKey, fetch: fetchUrl = globalThis.fetch, timeoutMs = 300_000, seed = 1 } = options;
    return createOpenAiModel({ modelName: name, baseUrl, apiKey, fetch: fetchUrl, timeoutMs, seed, waiting });
  }
  if (provider === 'demo' && DEMO_MODEL_NAMES.includes(name)) return createDemoModel({ decodeImage: options.decodeImage, now: waiting.now });
  throw new EngineError('model/unknown', `there is no model "${spec}"`, { hint: 'See `medstream-eval models`; servers that speak the OpenAI protocol are openai:NAME with --base-url.' });
}
