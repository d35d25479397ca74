import { EngineError, type EventData, type MedstreamEvent, SUBJECTS } from '@medstream/schema';

import { failRun } from './announce-end.js';
import { collectRun, createCountingPace } from './collect-run.js';
import { describeRunStatus, type RunStatus, type StatusMemory, statusQuestionSchema } from './describe-run-status.js';
import { giveUpJob, inferJob, passes } from './infer-job.js';
import { judgeRequestedRun } from './judge-requested-run.js';
import { createOpenRuns } from './open-runs.js';
import { reconcileRuns } from './reconcile-runs.js';
import { requestRun } from './request-run.js';
import type { RequestedRun, RunServicePorts } from './service-ports.js';
import { type Evaluations, listEvaluations } from './start-evaluations.js';

/** One delivery of a message. */
export interface Delivery {
  deliveryCount: number;
  pendingCount: number;
  signal: AbortSignal;
}

/** The service side of the engine: one function for each event it hears, and what keeps them going. */
export interface RunService {
  request(eventId: string, request: RequestedRun, delivery: Delivery): Promise<void>;
  infer(data: EventData[typeof SUBJECTS.jobRequested], delivery: Delivery): Promise<void>;
  collect(data: EventData[typeof SUBJECTS.jobCompleted], delivery: Delivery): Promise<void>;
  judge(data: EventData[typeof SUBJECTS.judgingRequested], delivery: Delivery): Promise<void>;
  /** Starts the configured runs over a finished benchmark. */
  startEvaluations(data: EventData[typeof SUBJECTS.benchmarkMaterialised]): Promise<void>;
  /** Answers a status question. @throws EngineError `bus/bad-event` */
  describeStatus(question: unknown): Promise<RunStatus>;
  /** Lets what waits for a message that became a dead letter go on without it. */
  giveUp(event: MedstreamEvent, reason: { code: string; message: string }): Promise<void>;
  reconcile(): Promise<void>;
}

/**
 * @param evaluations what to run over finished benchmarks; null when this service starts none
 * @param now milliseconds
 */
export function createRunService(ports: RunServicePorts, { evaluations, now }: { evaluations: Evaluations | null; now: () => number }): RunService {
  const runs = createOpenRuns(ports, now);
  const pace = createCountingPace(now);
  const memory: StatusMemory = new Map();
  return {
    request: (eventId, request, { deliveryCount }) => requestRun(ports, { eventId, request, deliveryCount }),
    infer: (data, { signal }) => inferJob(ports, runs, { data, signal }),
    collect: (data, { pendingCount, signal }) => collectRun(ports, runs, { data, pendingCount, pace, now, signal }),
    judge: (data, { signal }) => judgeRequestedRun(ports, runs, { data, signal }),
    startEvaluations: async (data) => {
      if (evaluations === null) throw new EngineError('defect/broken-promise', 'a benchmark came to a service that starts no evaluation');
      for (const file of data.files) await ports.verifyFile(file);
      for (const request of listEvaluations(data, evaluations)) {
        await ports.publish({ type: SUBJECTS.runRequested, id: `run-requested/${request.run_id}`, runId: request.run_id, data: request });
      }
    },
    describeStatus: async (question) => {
      const parsed = statusQuestionSchema.safeParse(question);
      if (!parsed.success) throw new EngineError('bus/bad-event', 'a status question is {"run_id": …}');
      return describeRunStatus(ports, runs, { runId: parsed.data.run_id, memory });
    },
    giveUp: async (event, reason) => {
      if (event.type === SUBJECTS.jobRequested) await giveUpJob(ports, runs, { data: event.data as EventData[typeof SUBJECTS.jobRequested], reason });
      const isOfRun = event.type === SUBJECTS.runRequested || event.type === SUBJECTS.jobCompleted || event.type === SUBJECTS.judgingRequested;
      // what passes is taken up again by the next look for lost work; a message of no known run ends none
      if (!isOfRun || passes(reason.code) || reason.code === 'bus/bad-event') return;
      await failRun(ports, (event.data as { run_id: string }).run_id, reason);
    },
    reconcile: () => reconcileRuns(ports, runs),
  };
}
