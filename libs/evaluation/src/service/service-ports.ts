import type { EventData, FrameLedger, Prediction, SUBJECTS } from '@medstream/schema';

import type { Judging } from '../judging.js';
import type { RunPlan } from '../plan-run.js';
import type { Answerer, RunEvent, RunFolder, RunPorts } from '../ports.js';

/** What was asked for: the data of `run.requested`. */
export type RequestedRun = EventData[typeof SUBJECTS.runRequested];

/** Event types that the service publishes. */
export type RunEventType = (typeof SUBJECTS)['runRequested' | 'jobRequested' | 'jobCompleted' | 'judgingRequested' | 'runCompleted' | 'runFailed'];

/** Why no further job of a run is asked, while those under way end. */
export interface StopReason {
  code: string;
  message: string;
}

/** How a run ended, as it is committed and told. */
export type RunEnd = { kind: 'completed'; data: EventData[typeof SUBJECTS.runCompleted] } | { kind: 'failed'; data: EventData[typeof SUBJECTS.runFailed] };

/**
 * Results of one run, committed by many processes, each for ever: the first result of a job stands, a later one changes
 * nothing. Fan-in counts these, never messages.
 */
export interface RunLedger {
  /** The run whose results the folder takes; null when it takes none. */
  readOwner(): Promise<string | null>;
  /** Begins to take results of this run. @throws EngineError `store/locked` when another run was faster */
  open(): Promise<void>;
  /** Job ids with a committed result; none before `open` and after `remove`. */
  listJobIds(): Promise<string[]>;
  /** Null where there is none. */
  readResult(jobId: string): Promise<unknown>;
  /** False where another was first, or no result is taken any more. */
  commitResult(prediction: Prediction): Promise<boolean>;
  /** Frame ledgers that were committed, of all media or of one. */
  readFrames(mediaKey?: string): Promise<unknown[]>;
  commitFrames(mediaKey: string, ledgers: readonly FrameLedger[]): Promise<void>;
  /** @param maxCostUsd most that all workers together may spend */
  openBudget(maxCostUsd: number): SharedBudget;
  /** Records why no further job is asked; the first reason stands. */
  commitStop(reason: StopReason): Promise<void>;
  readStop(): Promise<StopReason | null>;
  /** Records that a job is left out, because the run was stopped. */
  skipJob(jobId: string): Promise<void>;
  listSkipped(): Promise<string[]>;
  /** Ends the taking of results of this run and removes them: the final files hold all of it. Leaves those of another run. */
  remove(): Promise<void>;
}

/** What a limit of costs has let through. */
export interface SharedTotals {
  /** Calls with an answer. */
  calls: number;
  spentUsd: number;
  /** Set aside for calls under way, and for those of workers that died: they may have been billed. */
  reservedUsd: number;
}

/** Money of one run that all workers take from; what is set aside by one is seen by all. */
export interface SharedBudget {
  /**
   * Sets aside what a call may cost. Null where the limit could be passed.
   *
   * @returns to be called once, with what the call cost; null: it was not answered
   */
  reserve(usd: number): Promise<((spentUsd: number | null) => Promise<void>) | null>;
  /** What earlier runs in the folder cost; changes nothing once anything was set aside. */
  noteEarlier(spent: Pick<SharedTotals, 'calls' | 'spentUsd'>): Promise<void>;
  readTotals(): Promise<SharedTotals>;
}

/** The folder of a requested run without its lock, to read. */
export interface OpenedFolder {
  folder: RunFolder;
  ledger: RunLedger;
}

/** Requests that were taken up, on disk; see `openRequestRegistry` of the store. */
export interface RunRegistry {
  record(runId: string, request: unknown): Promise<'new' | 'same' | 'conflict'>;
  read(runId: string): Promise<{ request: unknown; ended: unknown; isAnnounced: boolean } | null>;
  end(runId: string, outcome: unknown): Promise<unknown>;
  markAnnounced(runId: string): Promise<void>;
  listOpen(): Promise<string[]>;
}

export interface PublishedEvent<Type extends RunEventType> {
  type: Type;
  /** Of the event; the same event told again has the same. */
  id: string;
  runId: string;
  data: EventData[Type];
  /** Where an event that was told before has to get past de-duplication. */
  messageId?: string;
}

/** What the service side of the engine needs. */
export interface RunServicePorts {
  registry: RunRegistry;
  publish: <Type extends RunEventType>(event: PublishedEvent<Type>) => Promise<void>;
  /** Whether the work queue is empty and nothing is in work; `mark` is the same for all who look at the same state. */
  readQueue: () => Promise<{ isIdle: boolean; mark: string }>;
  /** Reads the data of a request and plans it. @throws EngineError for all that is wrong with the request */
  planRequest: (request: RequestedRun) => Promise<RunPlan>;
  /** Who answers the jobs of a plan. @throws EngineError `run/plan-changed` when this machine would make other frames */
  composeAnswerer: (request: RequestedRun, plan: RunPlan) => Promise<Answerer>;
  /** Who judges a run, within what its model has left of the limit; null where the request names no judge. @throws EngineError for a judge that cannot be had */
  composeJudging: (request: RequestedRun, spentUsd: number) => Promise<Judging | null>;
  openFolder: (request: RequestedRun) => Promise<OpenedFolder>;
  /** Locks the folder of a run while `work` changes its files. @throws EngineError `store/locked` */
  withLock: <Result>(request: RequestedRun, work: (opened: OpenedFolder) => Promise<Result>) => Promise<Result>;
  /** Checks a file that an event names. @throws EngineError `store/corrupt` when its hash is another */
  verifyFile: (file: { path: string; sha256: string }) => Promise<void>;
  /** A file of the run as a path in an event. */
  describeFile: (request: RequestedRun, name: string) => Promise<string>;
  startReport: RunPorts['startReport'];
  onEvent: (request: RequestedRun, event: RunEvent) => void;
}
