import type { Answerer, PlannedModel } from '@medstream/evaluation';
import { BASELINE_NAMES, parseBaselineName } from '@medstream/metrics';
import { assertModelExists, createModel, type DecodeImage, isLoopback, listModels, type Model, type ModelDescription, parseModelSpec, type RetryNotice } from '@medstream/models';
import { EngineError } from '@medstream/schema';

import type { Environment } from './config.js';

/** A model that is asked, or a policy that looks at no picture. */
export type ComposedModel = { kind: 'model'; model: Model; planned: PlannedModel; isLocal: boolean } | { kind: 'baseline'; planned: PlannedModel; isLocal: true };

export interface ModelChoice {
  /** `PROVIDER:NAME`. */
  spec: string;
  baseUrl: string | undefined;
  seed: number;
  environment: Environment;
  decodeImage: DecodeImage;
  /** Told before each wait for another attempt. */
  onRetry?: (notice: RetryNotice) => void;
}

/**
 * Makes the model of a run; asks nobody yet.
 *
 * @throws EngineError `model/unknown`, `usage/bad-argument` for its address
 */
export function composeModel({ spec, baseUrl, seed, environment, decodeImage, onRetry }: ModelChoice): ComposedModel {
  const { provider, name } = parseModelSpec(spec);
  if (provider === 'baseline') {
    assertBaselineExists(name);
    if (baseUrl !== undefined) throw new EngineError('usage/bad-argument', `${spec} asks no server, so --base-url says nothing`, { hint: 'leave out --base-url, or name a model of a server' });
    return { kind: 'baseline', planned: { name: spec, settings: { seed }, looksAtFrames: false }, isLocal: true };
  }
  const address = baseUrl ?? (provider === 'openai' ? environment.openAiBaseUrl : undefined);
  const apiKey = environment.apiKeys[provider];
  const model = createModel(spec, {
    ...(address === undefined ? {} : { baseUrl: address }),
    ...(apiKey === undefined ? {} : { apiKey }),
    decodeImage,
    ...(onRetry === undefined ? {} : { onRetry }),
  });
  return { kind: 'model', model, planned: { name: model.name, settings: { ...model.settings }, looksAtFrames: true }, isLocal: model.endpoint === null || isLoopback(model.endpoint) };
}

/** Whether a run could name this model. @throws EngineError `model/unknown` */
export function assertModelNamed(spec: string): void {
  const { provider, name } = parseModelSpec(spec);
  if (provider === 'baseline') assertBaselineExists(name);
  else assertModelExists(spec);
}

function assertBaselineExists(name: string): void {
  if (parseBaselineName(name) === null) throw new EngineError('model/unknown', `there is no baseline "${name}"`, { hint: `the baselines are ${[...BASELINE_NAMES, 'oracle-lag-K'].join(', ')}` });
}

/** True for a name of a policy that looks at no picture. */
export function isBaselineSpec(spec: string): boolean {
  return parseModelSpec(spec).provider === 'baseline';
}

/** What a model answers with, given where frames and kept replies come from. */
export function composeAnswerer({ model }: Extract<ComposedModel, { kind: 'model' }>, frames: Pick<Extract<Answerer, { kind: 'model' }>, 'sampleMedia' | 'readFrame' | 'hasFrame' | 'cache'>): Answerer {
  return { kind: 'model', ask: (request) => model.generate(request), checkReachable: (signal) => model.checkReachable(signal), endpoint: model.endpoint, ...frames };
}

export function listAllModels(): ModelDescription[] {
  return listModels([...BASELINE_NAMES, 'oracle-lag-K']);
}
