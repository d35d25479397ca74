import { setTimeout as sleep } from 'node:timers/promises';

import { EngineError } from '@medstream/schema';

import { assertModelExists } from './assert-model-exists.js';
import { findPreset } from './find-preset.js';
import type { DecodeImage, Model, RetryNotice, Waiting } from './model.js';
import { parseModelSpec } from './model-spec.js';
import type { RateControl } from './rate-control.js';

export interface ModelOptions {
  /** Address of the server, e.g. `http://localhost:8000/v1`; default: the vendor's own, where there is one. */
  baseUrl?: string;
  /** Shown to the server alone; in no setting, error or message. No provider looks for one in the environment. */
  apiKey?: string;
  decodeImage: DecodeImage;
  /** Asked before every attempt; one for all calls to one server. Default: none. */
  rateControl?: RateControl;
  /** Default: the platform's. */
  fetch?: typeof fetch;
  /** Default: the system clock. */
  now?: Waiting['now'];
  /** Default: a timer. */
  sleep?: Waiting['sleep'];
  /** Told before each wait for another attempt. Default: nobody. */
  onRetry?: (notice: RetryNotice) => void;
  /** Longest duration of one attempt in milliseconds; default and most that the platform's fetch allows: 300,000. */
  timeoutMs?: number;
  /** Wait after a first failed attempt in milliseconds; each further one is twice as long, up to a minute. Default 1,000. */
  firstWaitMs?: number;
  /** Of the spread of waits; nothing in a reply depends on it. Default 1. */
  seed?: number;
}

/**
 * Makes the model that `PROVIDER:NAME` names. `baseline:*` is not made here: baselines look at no picture and belong to
 * the evaluation.
 *
 * @throws EngineError `model/unknown`, `usage/bad-argument` for a missing or unusable address, `model/missing-key` for a key
 * that is missing or cannot be sent
 */
export function createModel(spec: string, options: ModelOptions): Model {
  const { name } = parseModelSpec(spec);
  const provider = assertModelExists(spec);
  if (!provider.hasServer && options.baseUrl !== undefined) {
    throw new EngineError('usage/bad-argument', `${spec} asks no server, so --base-url says nothing`, { hint: 'Leave out --base-url, or name a model of a server.' });
  }
  const waiting: Waiting = {
    now: options.now ?? Date.now,
    sleep: options.sleep ?? (async (ms, signal) => sleep(ms, undefined, { signal })),
  };
  return provider.createModel({ modelName: name, options, waiting, preset: findPreset(spec) });
}
