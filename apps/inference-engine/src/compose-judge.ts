import { join } from 'node:path';

import type { Judging, Spending } from '@medstream/evaluation';
import { LEXICAL_JUDGE } from '@medstream/metrics';
import { assertModelExists, type CostBudget, createModel, createRateControl, findDefaultEndpoint, findPrice, findRateLimits, isLoopback, type Model, parseModelSpec, type RetryNotice } from '@medstream/models';
import { EngineError, isEngineError } from '@medstream/schema';
import { openBlobStore, openReplyCache } from '@medstream/store';

import { readFrame } from './compose-media.js';
import { composeSpending } from './compose-spending.js';
import type { Environment } from './config.js';
import type { JudgeSettings } from './judge-settings.js';
import type { ShareRateControl } from './share-rate-controls.js';

export interface JudgeSurroundings {
  environment: Environment;
  /** `--cache`; undefined: as the environment says. */
  cache: string | undefined;
  /** Data sets whose pictures may go to a judge elsewhere. */
  allowUpload: readonly string[];
  /** Also ask again where the judge's reply could not be read. */
  asksAgain: boolean;
  whenUnreachable: Judging['whenUnreachable'];
  /** Of costs; the budget is shared with the tested model. */
  limit: { maxCostUsd: number | null; budget?: CostBudget };
  /** How long one attempt may take, and how long nothing may be answered before the rest is not asked, until it is tried again; absent: as of any model. Milliseconds. */
  patience?: { timeoutMs: number; maxTotalWaitMs: number; reopenAfterMs: number };
  /** Where several runs are judged at a time: one judge is asked by all of them no faster than by one. */
  shareRateControl?: ShareRateControl;
  onEvent: Judging['onEvent'];
  /** Told before each wait for another attempt. */
  onRetry?: (notice: RetryNotice) => void;
}

/** Whether verdicts may cost money: the price of a server of this machine has to be stated for that. */
export function mayCost({ source }: Judging): boolean {
  return source.kind === 'model' && source.spending !== undefined && source.spending.totals.costUsd !== null;
}

/**
 * Makes the judge with its own address, key, limits and cache; asks nobody yet.
 *
 * @throws EngineError `model/unknown`, `model/missing-key`, `usage/bad-argument`
 */
export function composeJudge(settings: JudgeSettings, { environment, cache, allowUpload, asksAgain, whenUnreachable, limit, patience, shareRateControl, onEvent, onRetry }: JudgeSurroundings): Judging {
  const { judge, showsFrames, repeats, concurrency, allowsSelf } = settings;
  const cacheFolder = cache ?? environment.cacheFolder;
  const frames = openBlobStore(join(cacheFolder, 'frames'));
  const model = judge === LEXICAL_JUDGE ? null : createJudgeModel(settings, { environment, patience, shareRateControl, onRetry });
  if (model === null) refuseModelFlags(settings);
  return {
    judge,
    source:
      model === null
        ? { kind: 'lexical' }
        : { kind: 'model', settings: { ...model.settings }, endpoint: model.endpoint, ask: (request) => model.generate(request), checkReachable: (signal) => model.checkReachable(signal).catch(addJudgeHint), cache: openReplyCache(join(cacheFolder, 'verdicts')), spending: composeJudgeSpending(settings, model, limit) },
    frames: showsFrames ? { readFrame: async (sha256) => ({ bytes: await readFrame(frames, sha256), mediaType: 'image/jpeg' }), hasFrame: (sha256) => frames.has(sha256) } : null,
    repeats,
    concurrency,
    asksAgain,
    allowsSelf,
    whenUnreachable,
    isLocal: model === null || model.endpoint === null || isLoopback(model.endpoint),
    uploadsAllowed: allowUpload,
    onEvent,
  };
}

/** Address of a judge's server, where it is not the vendor's. */
function findJudgeAddress({ judge, baseUrl }: Pick<JudgeSettings, 'judge' | 'baseUrl'>, { judgeBaseUrl, openAiBaseUrl }: Pick<Environment, 'judgeBaseUrl' | 'openAiBaseUrl'>): string | undefined {
  return baseUrl ?? judgeBaseUrl ?? (parseModelSpec(judge).provider === 'openai' ? openAiBaseUrl : undefined);
}

/** @throws EngineError `usage/bad-argument` */
function assertCanJudge(judge: string): void {
  const { provider } = parseModelSpec(judge);
  if (provider === 'baseline' || provider === 'demo') throw new EngineError('usage/bad-argument', `${judge} cannot judge`, { hint: `name a model of a server, or ${LEXICAL_JUDGE} for trials` });
}

/**
 * What a judge will cost, without a key and without asking anybody; null for the lexical judge, which costs nothing.
 *
 * @throws EngineError `model/unknown`, `usage/bad-argument`
 */
export function planJudge(settings: JudgeSettings, environment: Environment): Spending | null {
  const { judge, price } = settings;
  if (judge === LEXICAL_JUDGE) {
    refuseModelFlags(settings);
    return null;
  }
  assertCanJudge(judge);
  assertModelExists(judge);
  return composeSpending({ name: judge, endpoint: findJudgeAddress(settings, environment) ?? findDefaultEndpoint(judge) }, { maxCostUsd: null, price });
}

function createJudgeModel({ judge, baseUrl, concurrency }: JudgeSettings, { environment, patience, shareRateControl = (_, make) => make(), onRetry }: Pick<JudgeSurroundings, 'environment' | 'patience' | 'shareRateControl' | 'onRetry'>): Model {
  const { provider } = parseModelSpec(judge);
  assertCanJudge(judge);
  const own = baseUrl ?? environment.judgeBaseUrl;
  const address = findJudgeAddress({ judge, baseUrl }, environment);
  // the key of one server is not shown to another: an address of the judge's own goes with a key of its own
  const served = { name: judge, endpoint: address ?? findDefaultEndpoint(judge) };
  const apiKey = environment.judgeApiKey ?? (own === undefined ? environment.apiKeys[provider] : undefined);
  try {
    return createModel(judge, {
      ...(address === undefined ? {} : { baseUrl: address }),
      ...(apiKey === undefined ? {} : { apiKey }),
      decodeImage: async () => Promise.reject(new EngineError('defect/broken-promise', 'a judge decoded a picture')),
      rateControl: shareRateControl(served, () => createRateControl({ maxInFlight: concurrency, ...findRateLimits(served), ...(patience === undefined ? {} : { maxTotalWaitMs: patience.maxTotalWaitMs, reopenAfterMs: patience.reopenAfterMs }) })),
      ...(patience === undefined ? {} : { timeoutMs: patience.timeoutMs }),
      ...(onRetry === undefined ? {} : { onRetry }),
    });
  } catch (error) {
    return addJudgeHint(error);
  }
}

/** @throws EngineError `usage/bad-argument` for a limit that cannot be kept */
function composeJudgeSpending({ judge, price }: JudgeSettings, model: Model, { maxCostUsd, budget }: JudgeSurroundings['limit']): Spending {
  const isPriced = price !== undefined || findPrice(model) !== null;
  const isFree = !isPriced && model.endpoint !== null && isLoopback(model.endpoint);
  if (maxCostUsd !== null && !isPriced && !isFree) {
    throw new EngineError('usage/bad-argument', `a cost limit cannot be kept for the judge ${judge}: what it costs at ${model.endpoint ?? 'no address'} is not known`, { hint: 'state its price with --judge-price INPUT,OUTPUT (US dollars for a million tokens), or leave out --max-cost' });
  }
  return composeSpending(model, { maxCostUsd: isFree ? null : maxCostUsd, price }, budget);
}

/** Messages of the models' library speak of the tested model's flags and variables. */
function addJudgeHint(error: unknown): never {
  const hints: Partial<Record<string, string>> = {
    'model/missing-key': 'set MEDSTREAM_JUDGE_API_KEY: a judge with an address of its own is never shown the key of another server',
    'model/unreachable': 'start the judge\'s server, or correct --judge-base-url; what was judged is kept, and the same command goes on (run: with --resume)',
    'usage/bad-argument': 'give its address with --judge-base-url, or set MEDSTREAM_JUDGE_BASE_URL',
  };
  if (!isEngineError(error)) throw error;
  const { code, message, details, hint } = error;
  throw new EngineError(code, `the judge: ${message}`, { details, cause: error, hint: hints[code] ?? hint });
}

function refuseModelFlags({ judge, baseUrl, showsFrames, price }: JudgeSettings): void {
  const given = { '--judge-base-url': baseUrl !== undefined, '--judge-frames': showsFrames, '--judge-price': price !== undefined };
  const flag = Object.entries(given).find(([, isGiven]) => isGiven)?.[0] ?? null;
  if (flag !== null) throw new EngineError('usage/bad-argument', `the judge ${judge} asks no server and looks at nothing, so ${flag} says nothing`, { hint: `leave out ${flag}` });
}
