import type { Answerer, PlannedModel, Spending } from '@medstream/evaluation';
import { BASELINE_NAMES, parseBaselineName } from '@medstream/metrics';
import { assertModelExists, asksServer, type CostBudget, createModel, type DecodeImage, findDefaultEndpoint, isLoopback, listModels, type Model, type ModelDescription, parseModelSpec, type RetryNotice } from '@medstream/models';
import { EngineError } from '@medstream/schema';

import { composeRateControl } from './compose-rate-control.js';
import { composeCheckSight, composeSpending } from './compose-spending.js';
import type { Environment } from './config.js';
import type { CallSettings } from './run-settings.js';
import type { ShareRateControl } from './share-rate-controls.js';

/** A model that is asked, or a policy that looks at no picture. */
export type ComposedModel = { kind: 'model'; model: Model; /** Null for a model that asks no server. */ spending: Spending | null; checksSight: boolean; planned: PlannedModel; isLocal: boolean } | { kind: 'baseline'; planned: PlannedModel; isLocal: true };

export interface ModelChoice {
  /** `PROVIDER:NAME`. */
  spec: string;
  baseUrl: string | undefined;
  seed: number;
  environment: Environment;
  decodeImage: DecodeImage;
  calls: CallSettings;
  /** Of the limit of costs, where a judge that costs money takes from it, too. */
  budget?: CostBudget;
  /** Of a process that asks several models; absent: one of this model's own. */
  shareRateControl?: ShareRateControl;
  /** Told before each wait for another attempt. */
  onRetry?: (notice: RetryNotice) => void;
}

/**
 * Makes the model of a run; asks nobody yet.
 *
 * @throws EngineError `model/unknown`, `usage/bad-argument` for its address
 */
export function composeModel({ spec, baseUrl, seed, environment, decodeImage, calls, budget, shareRateControl = (_, make) => make(), onRetry }: ModelChoice): ComposedModel {
  const { provider, name } = parseModelSpec(spec);
  if (provider === 'baseline') {
    assertBaselineExists(name);
    if (baseUrl !== undefined) throw new EngineError('usage/bad-argument', `${spec} asks no server, so --base-url says nothing`, { hint: 'leave out --base-url, or name a model of a server' });
    refuseLimit(spec, calls);
    return { kind: 'baseline', planned: { name: spec, settings: { seed }, looksAtFrames: false }, isLocal: true };
  }
  const address = findAddress(spec, baseUrl, environment);
  const endpoint = address ?? findDefaultEndpoint(spec);
  if (!asksServer(spec) && budget === undefined) refuseLimit(spec, calls);
  const apiKey = environment.apiKeys[provider];
  const model = createModel(spec, {
    ...(address === undefined ? {} : { baseUrl: address }),
    ...(apiKey === undefined ? {} : { apiKey }),
    decodeImage,
    ...(endpoint === null ? {} : { rateControl: shareRateControl({ name: spec, endpoint }, () => composeRateControl({ name: spec, endpoint }, calls)) }),
    ...(calls.timeoutSec === undefined ? {} : { timeoutMs: calls.timeoutSec * 1_000 }),
    ...(calls.retryWaitSec === undefined ? {} : { firstWaitMs: calls.retryWaitSec * 1_000 }),
    ...(onRetry === undefined ? {} : { onRetry }),
  });
  // beside a judge that costs money, a server of this machine without a price is free
  const isFree = budget !== undefined && calls.price === undefined && endpoint !== null && isLoopback(endpoint);
  const spending = model.endpoint === null ? null : composeSpending(model, isFree ? { ...calls, maxCostUsd: null } : calls, budget);
  return { kind: 'model', model, spending, checksSight: calls.canary && spending !== null, planned: { name: model.name, settings: { ...model.settings }, looksAtFrames: true }, isLocal: model.endpoint === null || isLoopback(model.endpoint) };
}

/** The address that is given, by flag or variable; undefined: the vendor's own. */
export function findAddress(spec: string, baseUrl: string | undefined, environment: Pick<Environment, 'openAiBaseUrl'>): string | undefined {
  return baseUrl ?? (parseModelSpec(spec).provider === 'openai' ? environment.openAiBaseUrl : undefined);
}

function refuseLimit(spec: string, { maxCostUsd }: CallSettings): void {
  if (maxCostUsd !== null) throw new EngineError('usage/bad-argument', `${spec} asks no server and costs nothing, so --max-cost says nothing`, { hint: 'leave out --max-cost, or name a model of a server' });
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
export function composeAnswerer({ model, spending, checksSight }: Extract<ComposedModel, { kind: 'model' }>, frames: Pick<Extract<Answerer, { kind: 'model' }>, 'sampleMedia' | 'readFrame' | 'hasFrame' | 'cache'>): Answerer {
  return {
    kind: 'model',
    ask: (request) => model.generate(request),
    checkReachable: (signal) => model.checkReachable(signal),
    endpoint: model.endpoint,
    ...(spending === null ? {} : { spending }),
    ...(spending === null || !checksSight ? {} : { checkSight: composeCheckSight(model, spending) }),
    ...frames,
  };
}

export function listAllModels(): ModelDescription[] {
  return listModels([...BASELINE_NAMES, 'oracle-lag-K']);
}
