import { EngineError, EVENT_DATA_SCHEMAS, SUBJECTS } from '@medstream/schema';

import { composeBaseline } from '../compose-baseline.js';
import { createModelGate, type ModelGate } from '../model-gate.js';
import type { PlannedJob, RunPlan } from '../plan-run.js';
import type { Answerer } from '../ports.js';
import { readRunPlan } from '../read-run-plan.js';
import { RUN_FILES } from '../run-files.js';
import { keepSamples, type SampleJob } from './keep-samples.js';
import { limitAnswerer } from './limit-answerer.js';
import type { OpenedFolder, RequestedRun, RunServicePorts, SharedBudget } from './service-ports.js';

/** A run as one process knows it: its plan, and what was worked out for more than one job. */
export interface OpenRun extends OpenedFolder {
  request: RequestedRun;
  plan: RunPlan;
  answerer: () => Promise<Answerer>;
  /** Of the limit of costs; null where there is none. */
  budget: SharedBudget | null;
  /** The reply of the baseline this run asks. */
  baseline: () => (planned: PlannedJob) => string;
  /** Resolves when the model answers at all and tells pictures apart; asked once, and again some time after a failure. */
  checkModel: ModelGate;
  sample: SampleJob;
}

/** A server that does not answer is not asked again for so long, so that its jobs leave their slots to other runs at once. */
const KEEP_FAILURE_MS = 30_000;

/** Plans held in memory; a service seldom works on more runs at a time. */
const MAX_OPEN_RUNS = 16;

export interface OpenRuns {
  /** Null while the run has no plan yet. @throws EngineError `store/corrupt` */
  get(runId: string, request: unknown): Promise<OpenRun | null>;
  forget(runId: string): void;
}

/**
 * Keeps the runs a process works on.
 *
 * @param now milliseconds
 */
export function createOpenRuns(ports: RunServicePorts, now: () => number): OpenRuns {
  const runs = new Map<string, Promise<OpenRun | null>>();
  return {
    async get(runId, request) {
      const known = runs.get(runId);
      if (known !== undefined) return known;
      const opening = openRun(ports, parseRequest(request), now);
      runs.set(runId, opening);
      for (const oldest of runs.keys()) if (runs.size > MAX_OPEN_RUNS) runs.delete(oldest);
      const run = await opening.catch((error: unknown) => {
        runs.delete(runId);
        throw error;
      });
      if (run === null) runs.delete(runId);
      return run;
    },
    forget: (runId) => void runs.delete(runId),
  };
}

/** Reads a stored request. @throws EngineError `store/corrupt` */
export function parseRequest(value: unknown): RequestedRun {
  const parsed = EVENT_DATA_SCHEMAS[SUBJECTS.runRequested].safeParse(value);
  if (parsed.success) return parsed.data;
  throw new EngineError('store/corrupt', `a stored request cannot be read: ${parsed.error.issues[0]?.message}`, { hint: 'send the request again under a new run id' });
}

async function openRun(ports: RunServicePorts, request: RequestedRun, now: () => number): Promise<OpenRun | null> {
  const opened = await ports.openFolder(request);
  const manifestText = await opened.folder.readText(RUN_FILES.manifest);
  if (manifestText === null) return null;
  const plan = await readRunPlan(opened.folder, manifestText);
  const budget = openBudget(request, opened.ledger);
  return {
    ...opened,
    request,
    plan,
    answerer: keepOne(async () => limit(await ports.composeAnswerer(request, plan), budget)),
    budget,
    baseline: keepBaseline(plan),
    checkModel: createModelGate({ onNote: (text) => ports.onEvent(request, { kind: 'note', text }), keepFailureMs: KEEP_FAILURE_MS, now }),
    sample: keepSamples(plan.jobs, opened.ledger),
  };
}

/** Null for a run without a limit of costs. */
export function openBudget({ max_cost: maxCostUsd }: RequestedRun, ledger: OpenedFolder['ledger']): SharedBudget | null {
  return maxCostUsd === undefined ? null : ledger.openBudget(maxCostUsd);
}

function limit(answerer: Answerer, budget: SharedBudget | null): Answerer {
  return budget === null || answerer.kind === 'baseline' ? answerer : limitAnswerer(answerer, budget);
}

/** Runs `make` once; again only after a failure. */
function keepOne<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | null = null;
  return () => {
    kept ??= make().catch((error: unknown) => {
      kept = null;
      throw error;
    });
    return kept;
  };
}

function keepBaseline({ items, manifest }: RunPlan): OpenRun['baseline'] {
  let answer: ReturnType<typeof composeBaseline> | null = null;
  return () => {
    const kept = (answer ??= composeBaseline({ items, manifest }));
    return (planned) => kept(planned.item, planned.round?.round ?? null);
  };
}
