import type { JudgementRecord, RunManifest } from '@medstream/schema';

import type { AskModel, CheckReachable, HasFrame, ReadFrame, ReplyCache, Spending, SpentTotals } from './ports.js';

/** A judge behind a model, as far as its verdicts depend on it. */
export interface JudgeModel {
  kind: 'model';
  /** All that shapes its replies; no key, no address. */
  settings: RunManifest['model_settings'];
  /** Part of the key of a verdict: two servers may call two models by one name. */
  endpoint: string | null;
  /** Paced and retried by whoever hands it in: a judge has limits of its own. */
  ask: AskModel;
  checkReachable: CheckReachable;
  /** Absent: nothing is counted. The limit in it may be shared with the tested model's. */
  spending?: Spending;
  /** Verdicts by key, shared by runs. */
  cache: ReplyCache;
}

/** Who judges, and how (metrics.md section 5). */
export interface Judging {
  /** `PROVIDER:NAME`, or `lexical`. */
  judge: string;
  source: JudgeModel | { kind: 'lexical' };
  /** Where the pictures of the answerer are, for a judge that is shown them; null: it is shown none. */
  frames: { readFrame: ReadFrame; hasFrame: HasFrame } | null;
  /** Verdicts asked for on each answer, at least 1; the first scores. */
  repeats: number;
  /** Questions at a time, at least 1. */
  concurrency: number;
  /** Also ask again where the judge's reply could not be read. */
  asksAgain: boolean;
  /** The user wants the tested model to judge itself. */
  allowsSelf: boolean;
  /** A judge that nobody answers for ends the work (`throw`), or costs its verdicts (`count`). */
  whenUnreachable: 'throw' | 'count';
  /** Whether what the judge is shown stays on this machine. */
  isLocal: boolean;
  /** Data sets whose pictures may go to a judge elsewhere. */
  uploadsAllowed: readonly string[];
  onEvent: (event: JudgeEvent) => void;
}

/** One more answer has its verdict, or will have none for now. */
export interface JudgeEvent {
  kind: 'judged';
  isCached: boolean;
  failure: JudgeFailureKind | null;
}

export type JudgeFailureKind = NonNullable<JudgementRecord['failure']>['kind'];

/** What came of judging: verdicts asked for now, and calls that have none. */
export interface JudgingOutcome {
  /** Answers that needed a verdict, repeats counted. */
  needed: number;
  /** Of these, asked now and not found in the folder or the cache. */
  asked: number;
  unreadable: number;
  noReply: number;
  /** What the questions took, earlier starts included; absent where nothing is counted. */
  spent?: SpentTotals;
  /** Codes and messages of what kept the judge from replying, with how often; at most ten. */
  causes: { code: string; message: string; calls: number }[];
}
