import { join } from 'node:path';

import { type BusConnection, publishEvent, readQueueState, type ServiceLog, type ServiceSettings } from '@medstream/bus';
import { assertJudgeIsAnother, assertUploadAllowed, createRunService, type Evaluations, type Judging, type RequestedRun, RUN_FILES, type RunPlan, type RunService, type RunServicePorts } from '@medstream/evaluation';
import { createCostBudget } from '@medstream/models';
import { resolveMediaType } from '@medstream/sampling';
import { EngineError, type EventType } from '@medstream/schema';
import { describeLocation, hashFile, openRequestRegistry, resolveLocation } from '@medstream/store';

import { composeJudge, mayCost } from './compose-judge.js';
import { isBaselineSpec } from './compose-model.js';
import { composeAnswers, composeRun, type PlanSettings, startReport } from './compose-run.js';
import { describeFolder, openRunFolder } from './compose-run-folder.js';
import { openRunLedger } from './compose-run-ledger.js';
import type { Environment } from './config.js';
import { DEFAULT_JUDGE_CONCURRENCY } from './judge-settings.js';
import { openRunLog } from './open-run-log.js';
import { DEFAULT_CALLS, DEFAULT_SEED } from './run-settings.js';
import { type ShareRateControl, shareRateControls } from './share-rate-controls.js';

export const SERVICE_NAME = 'inference-engine';
export const EVENT_SOURCE = `/medstream/${SERVICE_NAME}`;
/** Below the first root: the requests taken up, a folder each. */
const REGISTRY_FOLDER = '.medstream/runs';

export interface ServiceContext {
  settings: ServiceSettings;
  environment: Environment;
  engineVersion: string;
  log: ServiceLog;
  evaluations: Evaluations | null;
  allowUpload: string[];
  /** Jobs at a time. */
  slots: number;
  /** Whether a model is shown plain pictures first. */
  canary: boolean;
}

/** A judge that is down holds one of a few places; its run ends with what is judged after a few minutes, and the next run tries it again. */
const JUDGE_PATIENCE = { timeoutMs: 60_000, maxTotalWaitMs: 120_000, reopenAfterMs: 10_000 };
/** A used-up quota is tried again after a quarter of an hour. */
const REOPEN_AFTER_MS = 900_000;

/** Joins the service side of the evaluation with broker, disk, media and models. */
export function composeService(bus: BusConnection, context: ServiceContext): RunService {
  const { settings, log, evaluations } = context;
  const { roots } = settings;
  const shareRateControl = shareRateControls();
  // what is marked goes by limits of its own, also where one model is tested and judges
  const shareJudgeRateControl = shareRateControls();
  const outOf = (request: RequestedRun): Promise<string> => resolveLocation(request.out, roots);
  const openFolder: RunServicePorts['openFolder'] = async (request) => {
    const out = await outOf(request);
    return { folder: describeFolder(out), ledger: openRunLedger(out, request.run_id) };
  };
  const ports: RunServicePorts = {
    registry: openRequestRegistry(join(roots[0] ?? '.', REGISTRY_FOLDER)),
    publish: ({ type, id, runId, data, messageId }) => publishEvent<EventType>(bus, { type, id, source: EVENT_SOURCE, subject: runId, data }, messageId === undefined ? {} : { messageId }),
    readQueue: () => readQueueState(bus, 'eval'),
    planRequest: async (request) => {
      const printNote = (text: string): void => log.warn({ run: request.run_id, reason: text.trim() }, 'note');
      const judging = assertJudge(request, context);
      const settings = await resolveSettings(request, context);
      // a limit that cannot be kept is refused before anything is asked
      const limited = { ...settings, calls: { ...settings.calls, maxCostUsd: request.max_cost ?? null } };
      return (await composeRun(limited, { ...context, printNote, ...(judging !== null && mayCost(judging) ? { budget: createCostBudget() } : {}) })).plan;
    },
    composeAnswerer: async (request, plan) => composeWorker(await resolveSettings(request, context), plan, { environment: context.environment, shareRateControl }),
    composeJudging: async (request, spentUsd) => composeRequestedJudge(request, context, { spentUsd, shareRateControl: shareJudgeRateControl }),
    openFolder,
    withLock: async (request, work) => {
      const out = await outOf(request);
      const folder = await openRunFolder(out);
      try {
        return await work({ folder, ledger: openRunLedger(out, request.run_id) });
      } finally {
        await folder.release();
      }
    },
    verifyFile: async ({ path, sha256 }) => {
      if ((await hashFile(await resolveLocation(path, roots))) === sha256) return;
      throw new EngineError('store/corrupt', `${path} is not the file that was announced`, { hint: 'build the benchmark again, or start the run by its own request' });
    },
    describeFile: async (request, name) => describeLocation(join(await outOf(request), name), roots),
    startReport,
    onEvent: (request, event) => {
      if (event.kind === 'planned') log.info({ run: request.run_id, jobs: event.jobs, pending: event.pending }, 'planned');
      if (event.kind === 'done') log.info({ run: request.run_id, jobs: event.summary.jobs, incomplete: event.summary.incomplete }, 'run completed');
      // its times of day are a courtesy: a run goes on without them
      void outOf(request).then((out) => openRunLog(join(out, RUN_FILES.log), () => new Date())(event), () => undefined);
    },
  };
  return createRunService(ports, { evaluations, now: () => performance.now() });
}

/**
 * The judge of a request, with address and key of the service's environment; it is shown no frames.
 *
 * @param shared.spentUsd what the model of the run took of the limit that they share
 */
function composeRequestedJudge({ judge, judge_price: price, max_cost: maxCostUsd }: RequestedRun, { environment, allowUpload }: ServiceContext, { spentUsd = 0, shareRateControl }: { spentUsd?: number; shareRateControl?: ShareRateControl } = {}): Judging | null {
  if (judge === undefined) return null;
  const settings = { judge, baseUrl: undefined, showsFrames: false, concurrency: DEFAULT_JUDGE_CONCURRENCY, repeats: 1, allowsSelf: false, price };
  return composeJudge(settings, { environment, cache: undefined, allowUpload, asksAgain: false, whenUnreachable: 'count', limit: { maxCostUsd: maxCostUsd ?? null, budget: { ...createCostBudget(), spentUsd } }, patience: JUDGE_PATIENCE, ...(shareRateControl === undefined ? {} : { shareRateControl }), onEvent: () => undefined });
}

/** What is wrong with a judge ends the run before anything is spent. @throws EngineError `model/…`, `usage/bad-argument` */
function assertJudge(request: RequestedRun, context: ServiceContext): Judging | null {
  const judging = composeRequestedJudge(request, context);
  if (judging !== null && !isBaselineSpec(request.model)) assertJudgeIsAnother(judging, request.model);
  return judging;
}

/** What a request stands for as settings of a run; the rest has the command's defaults. @throws EngineError for its paths */
async function resolveSettings(request: RequestedRun, { settings, allowUpload, slots, canary }: ServiceContext): Promise<PlanSettings> {
  const resolve = (location: string): Promise<string> => resolveLocation(location, settings.roots);
  return {
    data: await Promise.all(request.data.map(resolve)),
    mediaRoot: await resolve(request.media_root),
    model: request.model,
    baseUrl: request.base_url,
    limit: request.limit ?? null,
    filter: [],
    maxFrames: null,
    repeats: request.repeats ?? 1,
    // the limit is that of all workers, who take from one purse on the disk
    calls: { ...DEFAULT_CALLS, concurrency: slots, canary, reopenAfterMs: REOPEN_AFTER_MS, ...(request.price === undefined ? {} : { price: request.price }) },
    cache: undefined,
    cacheSize: undefined,
    seed: DEFAULT_SEED,
    allowUpload,
  };
}

function holdsVideo({ items }: RunPlan): boolean {
  for (const item of items) if (resolveMediaType(item) === 'video') return true;
  return false;
}

/** The answerer of a worker, which has to make the very frames of the plan and obey the same terms. */
async function composeWorker(settings: PlanSettings, plan: RunPlan, { environment, shareRateControl }: Pick<ServiceContext, 'environment'> & { shareRateControl: ShareRateControl }) {
  const { answerer, versions, isLocal } = await composeAnswers(settings, { environment, shareRateControl, hasVideo: holdsVideo(plan) });
  assertUploadAllowed(plan.items, { isLoopback: isLocal, allowed: plan.manifest.uploads_allowed });
  const differing = Object.entries(versions).find(([name, version]) => plan.manifest.versions[name] !== version);
  if (differing === undefined) return answerer;
  throw new EngineError('run/plan-changed', `this worker has ${differing.join(' ')}, the run was planned with ${plan.manifest.versions[differing[0]] ?? 'none'}: its frames would differ`, {
    hint: 'run the same image, or the same ffmpeg and sharp, on every worker',
  });
}
