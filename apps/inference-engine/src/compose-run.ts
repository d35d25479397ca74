import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { type Answerer, assertUploadAllowed, executeRun, type Judging, parseItemFilter, type PlannedModel, planRun, type ReportPage, RUN_FILES, type RunEvent, type RunOutcome, type RunPlan } from '@medstream/evaluation';
import { DEFAULT_PICTURE_FORMAT } from '@medstream/media';
import { createCostBudget } from '@medstream/models';
import { createDetailsCollector, renderReport } from '@medstream/report';
import { resolveMediaType } from '@medstream/sampling';
import { EngineError } from '@medstream/schema';

import type { CommandContext } from './command-context.js';
import { composeJudge, mayCost } from './compose-judge.js';
import type { Environment } from './config.js';
import { composeFrames, composeMedia } from './compose-media.js';
import { composeAnswerer, composeModel, isBaselineSpec, type ModelChoice } from './compose-model.js';
import { openRunFolder } from './compose-run-folder.js';
import { LIST_PRICES } from './list-prices.js';
import { loadItems, warnOfItems } from './load-items.js';
import type { JudgeSettings } from './judge-settings.js';
import { openRunLog } from './open-run-log.js';
import type { RunSettings } from './run-settings.js';
import { warnOfPictures } from './warn-of-pictures.js';

export interface RunRequest extends RunSettings {
  judge: JudgeSettings | null;
  resume: boolean;
  retryErrors: boolean;
  /** Also ask calls that stand in batch files. */
  asksExported: boolean;
}

/** A planned run and who answers it. */
export interface ComposedRun {
  plan: RunPlan;
  answerer: Answerer;
}

/** What decides a plan; where it is written and how fast is another matter. */
export type PlanSettings = Pick<RunSettings, 'data' | 'mediaRoot' | 'model' | 'baseUrl' | 'limit' | 'filter' | 'maxFrames' | 'repeats' | 'calls' | 'cache' | 'cacheSize' | 'seed' | 'allowUpload'>;

type Surroundings = Pick<CommandContext, 'environment' | 'engineVersion' | 'printNote'> & Pick<ModelChoice, 'budget' | 'onRetry'>;

/** Loads the data and plans, for the command and for the service alike. */
export async function composeRun(settings: PlanSettings, { environment, engineVersion, printNote, budget, onRetry }: Surroundings): Promise<ComposedRun> {
  if (!isBaselineSpec(settings.model)) await requireMediaRoot(settings.mediaRoot);
  let hasVideo = false;
  const { items, data } = await loadItems(settings.data, printNote, (item) => {
    hasVideo ||= resolveMediaType(item) === 'video';
  });
  const { planned, isLocal, versions, answerer } = await composeAnswers(settings, { environment, budget, onRetry, hasVideo });
  const plan = planRun({
    items,
    data,
    model: planned,
    sampling: { maxFrames: settings.maxFrames, image: DEFAULT_PICTURE_FORMAT, decoderVersions: versions },
    selection: { limit: settings.limit, filters: settings.filter.map(parseItemFilter) },
    repeats: settings.repeats,
    seed: settings.seed,
    uploadsAllowed: settings.allowUpload,
    engineVersion,
  });
  assertUploadAllowed(plan.items, { isLoopback: isLocal, allowed: settings.allowUpload });
  warnOfItems(plan.items, printNote);
  warnOfPictures(settings.model, plan.jobs, printNote);
  return { plan, answerer };
}

/** Who answers, with what frames depend on. */
export interface ComposedAnswers {
  planned: PlannedModel;
  isLocal: boolean;
  /** Versions of what decodes and encodes; none for baselines. */
  versions: Record<string, string>;
  answerer: Answerer;
}

/** Makes the model of a run with its media and stores; asks nobody yet. */
export async function composeAnswers(settings: Pick<PlanSettings, 'mediaRoot' | 'model' | 'baseUrl' | 'cache' | 'cacheSize' | 'seed' | 'calls'>, { environment, hasVideo, budget, shareRateControl, onRetry }: { environment: Environment; hasVideo: boolean } & Pick<ModelChoice, 'budget' | 'shareRateControl' | 'onRetry'>): Promise<ComposedAnswers> {
  const { mediaRoot } = settings;
  const media = isBaselineSpec(settings.model) || mediaRoot === undefined ? null : await composeMedia({ environment, cacheFolder: settings.cache ?? environment.cacheFolder, cacheSize: settings.cacheSize, hasVideo });
  const composed = composeModel({ spec: settings.model, baseUrl: settings.baseUrl, seed: settings.seed, environment, decodeImage: media?.decodeImage ?? refuseToDecode, calls: settings.calls, budget, shareRateControl, onRetry });
  const answerer = composed.kind === 'baseline' || media === null || mediaRoot === undefined ? ({ kind: 'baseline' } as const) : composeAnswerer(composed, composeFrames(media, mediaRoot));
  return { planned: composed.planned, isLocal: composed.isLocal, versions: media?.versions ?? {}, answerer };
}

/** Who is told what a run does, and how its calls are doing. */
export interface RunWatcher {
  show: (event: RunEvent) => void;
  showRetry: NonNullable<ModelChoice['onRetry']>;
  showJudged: Judging['onEvent'];
}

/** Loads the data, plans, and runs to the end of the run folder. */
export async function runEvaluation(request: RunRequest, context: CommandContext, watcher: RunWatcher): Promise<RunOutcome> {
  const { judge, retryErrors, cache, allowUpload } = request;
  const budget = createCostBudget();
  const limit = { maxCostUsd: request.calls.maxCostUsd, budget };
  const surroundings = { limit, environment: context.environment, cache, allowUpload, asksAgain: retryErrors, whenUnreachable: 'throw' as const, onEvent: watcher.showJudged, onRetry: watcher.showRetry };
  const judging = judge === null ? null : composeJudge(judge, surroundings);
  const { plan, answerer } = await composeRun(request, { ...context, ...(judging !== null && mayCost(judging) ? { budget } : {}), onRetry: watcher.showRetry });
  if (judging !== null && answerer.kind === 'baseline') context.printNote('note: no judge is called for a baseline\n');
  const folder = await openRunFolder(request.out);
  try {
    const log = openRunLog(join(request.out, RUN_FILES.log), () => new Date());
    const tell = (event: RunEvent): void => {
      log(event);
      watcher.show(event);
    };
    const ports = { folder, answerer, judging, onEvent: tell, startReport };
    return await executeRun(plan, ports, { resume: request.resume, retryErrors: request.retryErrors, asksExported: request.asksExported, concurrency: request.calls.concurrency, signal: context.signal });
  } finally {
    await folder.release();
  }
}

/** Begins the page of one run. */
export function startReport(): ReportPage {
  const collector = createDetailsCollector({ prices: LIST_PRICES });
  return { add: (reported) => collector.add(reported), render: (run) => renderReport({ runs: [{ ...run, details: collector.finish() }] }) };
}

async function requireMediaRoot(root: string | undefined): Promise<void> {
  if (root === undefined) throw new EngineError('usage/bad-argument', '--media-root is missing (the folder below which the media lie)', { hint: 'only baseline models do without media' });
  await assertFolder(root, '--media-root');
}

/** @throws EngineError `usage/missing-root` */
export async function assertFolder(folder: string, flag: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() !== true) throw new EngineError('usage/missing-root', `the folder ${folder} of ${flag} does not exist`, { hint: 'check the path' });
}

async function refuseToDecode(): Promise<never> {
  throw new EngineError('defect/broken-promise', 'a baseline asked for a picture');
}
