import type { BenchmarkItem, EngineError, FrameRecord, ItemScore, Prediction, PredictionStatus, RunManifest, Summary, Usage } from '@medstream/schema';
import type { MediaType, TimeUnit } from '@medstream/sampling';

import type { Judging } from './judging.js';
import type { PolicyRequest, PolicyWork } from './start-policies.js';

/** One picture of a model call, in the order of time. */
export interface ReplyImage {
  bytes: Uint8Array;
  /** e.g. `image/jpeg`. */
  mediaType: string;
  /** Decoded time of the frame, seconds from the first displayed frame, or the frame index. */
  timestampSec: number;
  timeUnit: TimeUnit;
}

export interface ReplyRequest {
  prompt: string;
  images: ReplyImage[];
  signal?: AbortSignal;
}

/** How a call ended, before the text is read. All retries are the adapter's. */
export interface ModelReply {
  status: Extract<PredictionStatus, 'ok' | 'truncated' | 'refused' | 'blocked' | 'empty' | 'transport_error'>;
  text: string | null;
  usage: Usage | null;
  latencyMs: number | null;
  attempts: number;
  error?: { code: string; message: string };
  /** The server takes no further call for now: the run stops, and what is pending stays pending. */
  endsRun?: true;
}

/** Asks the model once. Rejects only when aborted or for a defect; a failed call is a reply with a status. */
export type AskModel = (request: ReplyRequest) => Promise<ModelReply>;
/** Resolves when somebody answers; throws `model/unreachable` or `model/missing-key`. Called before the first question only. */
export type CheckReachable = (signal: AbortSignal) => Promise<void>;

/**
 * Shows the model plain pictures before the first question. Says what is odd, null where nothing is.
 *
 * @throws EngineError `model/blind` when the server mixes pictures up
 */
export type CheckSight = (signal: AbortSignal) => Promise<string | null>;

/** What the answered calls of a run took, earlier starts included. */
export interface SpentTotals {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** Answered calls whose tokens the server did not state in full. */
  callsWithoutUsage: number;
  /** US dollars; null where the price is not known. */
  costUsd: number | null;
  /** Day of the price table; null where no price of it was used. */
  pricesOf: string | null;
}

/** What calls that are still to be made will take at most, more or less. */
export interface CallEstimate {
  inputTokens: number;
  outputTokens: number;
  /** US dollars; null where the price is not known. */
  costUsd: number | null;
}

/** Tokens and money of one model in one run. */
export interface Spending {
  estimate(call: { prompt: string; images: readonly unknown[] }): CallEstimate;
  /** Sets aside what a call may cost. @throws EngineError `run/cost-limit` */
  admit(call: { prompt: string; images: readonly unknown[] }): { settle(usage: Usage | null | 'not-answered'): void };
  /** Counts an answered call of an earlier start; tokens that were not stated count as estimated for the call, where it is known. */
  noteEarlier(usage: Usage | null, call?: { prompt: string; images: readonly unknown[] }): void;
  /** What an answered call cost, in US dollars: as estimated where its usage is not stated; null where the price is not known. */
  priceOf(usage: Usage | null, call: { prompt: string; images: readonly unknown[] }): number | null;
  readonly totals: SpentTotals;
}

/** All pending jobs on one media file. */
export interface SampleRequest {
  mediaPath: string;
  mediaType: MediaType;
  timeUnit: TimeUnit;
  frameRate?: number;
  jobs: { jobId: string; targetsMicros: number[]; endMicros: number }[];
  signal?: AbortSignal;
}

/** Frames of each job, or why they cannot be had. */
export type SampleMedia = (request: SampleRequest) => Promise<ReadonlyMap<string, SampleOutcome>>;
export type SampleOutcome = { frames: FrameRecord[] } | { error: EngineError };

/** The encoded picture of a hash; throws an EngineError where it is gone or damaged. */
export type ReadFrame = (sha256: string) => Promise<{ bytes: Uint8Array; mediaType: string }>;
export type HasFrame = (sha256: string) => Promise<boolean>;

/** Replies by key. Holds only replies that were read to their end; one may be gone after a power cut. */
export interface ReplyCache {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
}

/** Told of each record of a file in order, with its place in it. */
export type OnRecord = (record: unknown, place: number) => void;

/** Records of a file by their places; what another file of the same name holds later changes nothing. */
export interface RecordReader {
  read(place: number): Promise<unknown>;
  close(): Promise<void>;
}

/** A durable list that grows: each record is on disk when `append` resolves with its place; a torn last line was cut at opening. */
export interface AppendLog extends RecordReader {
  /** @param onWritten told, where that is earlier, when the record outlives this process, if not yet a power cut */
  append(value: unknown, onWritten?: () => void): Promise<number>;
}

/** A record with what it is sorted by (UTF-16 code units), and where it came from. */
export interface KeyedRecord {
  key: string;
  place: string;
  value: unknown;
}

export interface SortRules {
  /** Makes the error for two records of one key. */
  refuseTie: (tie: { place: string; earlier: string; value: unknown }) => Error;
  /** Changes each value when all have been seen. */
  change?: (value: unknown) => unknown;
}

/** Records of a file by their number, 0-based, each read from the disk when it is asked for. */
export interface StoredRecords {
  readonly length: number;
  /** At once, without a wait. @throws EngineError `store/corrupt` where the file was changed since */
  read(index: number): unknown;
}

/** The folder of one run, locked by whoever hands it in. Names are plain file names. */
export interface RunFolder {
  /** Names of the files and folders in it, but for the lock and half-written temporary files. */
  listNames(): Promise<string[]>;
  /** Null when the file is absent. */
  readText(name: string): Promise<string | null>;
  /** Records in order; none when the file is absent. */
  readRecords(name: string): AsyncIterable<unknown>;
  /** The same in lists of many; absent where a folder has no better way. */
  readBatches?(name: string): AsyncIterable<readonly unknown[]>;
  /** Scores the policies beside this thread; null where that is not worth it, absent where it cannot be done. */
  startPolicies?(request: PolicyRequest): Promise<PolicyWork | null>;
  /** Whole or not at all (temporary file, fsync, rename). */
  writeText(name: string, text: string): Promise<void>;
  writeRecords(name: string, records: Iterable<unknown> | AsyncIterable<unknown>): Promise<void>;
  /** Whole or not at all, in order of the keys; the records need not fit in memory. */
  writeSorted(name: string, records: AsyncIterable<KeyedRecord>, rules: SortRules): Promise<void>;
  /** Null when the file is absent. */
  openRecords(name: string, onRecord: OnRecord): Promise<RecordReader | null>;
  openLog(name: string, onRecord: OnRecord): Promise<AppendLog>;
  /** Of a file that is not written to meanwhile; none when it is absent. */
  indexRecords(name: string): Promise<StoredRecords>;
  remove(name: string): Promise<void>;
}

/** Where a model's replies come from: calls on frames, or a policy that looks at none. */
export type Answerer =
  | {
      kind: 'model';
      ask: AskModel;
      checkReachable: CheckReachable;
      sampleMedia: SampleMedia;
      readFrame: ReadFrame;
      hasFrame: HasFrame;
      cache: ReplyCache;
      /** Address the pictures go to; null when they stay in this process. Part of the cache key: two servers may call two models by one name. */
      endpoint: string | null;
      /** Absent: the model is not tried with plain pictures. */
      checkSight?: CheckSight;
      /** Absent: nothing is counted, for a model that asks no server. */
      spending?: Spending;
    }
  | { kind: 'baseline' };

/** A scored item with its replies in order of time; what only runs know is absent for predictions made elsewhere. */
export interface ReportedItem {
  item: BenchmarkItem;
  /** Of an item that was asked several times the combined one. */
  score: ItemScore;
  /** The score of each time, where it was asked several times. */
  repeats?: readonly ItemScore[];
  replies: readonly ({ round: number | null; raw: string | null } & Partial<Pick<Prediction, 'frames' | 'latency_ms' | 'usage' | 'cached' | 'model'>>)[];
}

/** A page that is told of the items one by one, in order of sample_id, and written in the end. */
export interface ReportPage {
  add(reported: ReportedItem): void;
  render(run: { manifest: RunManifest | null; summary: Summary }): Promise<string>;
}

/** What a run tells while it works. */
export type RunEvent =
  /** `estimate`: of all pending calls; null where nothing is counted. */
  | { kind: 'planned'; jobs: number; pending: number; estimate: CallEstimate | null }
  | { kind: 'note'; text: string }
  | { kind: 'decoded'; mediaPath: string; jobs: number; failed: number }
  | { kind: 'answered'; jobId: string; status: PredictionStatus; isCached: boolean; spent: SpentTotals | null }
  | { kind: 'done'; summary: Summary };

export interface RunPorts {
  folder: RunFolder;
  answerer: Answerer;
  /** Absent or null: no judge is asked. */
  judging?: Judging | null;
  /** Begins the page of the run, `report.html`. */
  startReport: () => ReportPage;
  onEvent: (event: RunEvent) => void;
}
