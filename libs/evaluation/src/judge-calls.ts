import { type BenchmarkItem, EngineError, type FrameRecord, type JudgementRecord, judgementSchema } from '@medstream/schema';
import { type AnswerValue, type JudgedReply, planJudgement, type ScoredReply } from '@medstream/metrics';
import { resolveTimeUnit } from '@medstream/sampling';

import { askJudge, judgementKey, type JudgeTask, type KeptVerdict } from './ask-judge.js';
import { stopsInOrder } from './ask-model.js';
import { createBoundedPool } from './bounded-pool.js';
import type { Judging, JudgingOutcome } from './judging.js';
import { countJudgements, type JudgementCounter } from './judgement-counter.js';
import type { RunFolder } from './ports.js';
import { openRecordIndex, type RecordIndex } from './record-index.js';
import { RUN_FILES } from './run-files.js';

/** One answered call, and the frames that the answerer saw. */
export interface AnsweredCall {
  item: BenchmarkItem;
  reply: ScoredReply;
  frames: readonly FrameRecord[];
}

export interface JudgeCallsOptions {
  folder: RunFolder;
  /** In the order in which they are scored. */
  calls: AsyncIterable<AnsweredCall>;
  judging: Judging;
  signal?: AbortSignal;
}

/** A call and the verdict that belongs to it. */
interface PlannedVerdict {
  sampleId: string;
  round: number | null;
  /** Of the reply; absent for the first. */
  replyRepeat: number | undefined;
  repeat: number;
  key: string;
}

/**
 * Gets a verdict on every answer that needs one and writes `judgements.jsonl`. What the folder holds already, and what the
 * cache holds, is not asked again; each verdict is on disk before it counts, so that a kill at any moment costs at most
 * the questions in flight. Where the judge takes no further question for now, those in flight still end.
 *
 * @throws EngineError `store/…`; `model/unreachable`, `model/missing-key`, `model/quota-used-up`, `model/failing` and
 *   `run/cost-limit` where that ends the work; what the signal was aborted with
 */
export async function judgeCalls({ folder, calls, judging, signal: outer }: JudgeCallsOptions): Promise<JudgingOutcome> {
  const counter = countJudgements();
  const kept = await openKept(folder, judging);
  try {
    const planned = await askAll({ calls, judging, kept, counter, outer });
    await folder.writeRecords(RUN_FILES.judgements, listRecords(planned, kept.index, counter));
  } finally {
    await kept.index.close();
  }
  await folder.remove(RUN_FILES.judgementsLog);
  const spending = judging.source.kind === 'model' ? judging.source.spending : undefined;
  return { ...counter.outcome(), ...(spending === undefined ? {} : { spent: spending.totals }) };
}

interface Kept {
  index: RecordIndex;
  /** Keys that need no further question. */
  settled: Set<string>;
}

async function openKept(folder: RunFolder, { asksAgain }: Judging): Promise<Kept> {
  const settled = new Set<string>();
  const index = await openRecordIndex(folder, { final: RUN_FILES.judgements, log: RUN_FILES.judgementsLog }, (name, value) => {
    const { key, failure } = readRecord(name, value);
    const isOpen = failure?.kind === 'no-reply' || (asksAgain && failure !== undefined);
    if (isOpen) settled.delete(key);
    else settled.add(key);
    return key;
  });
  return { index, settled };
}

interface Asking {
  calls: AsyncIterable<AnsweredCall>;
  judging: Judging;
  kept: Kept;
  counter: JudgementCounter;
  outer: AbortSignal | undefined;
}

async function askAll({ calls, judging, kept: { index, settled }, counter, outer }: Asking): Promise<PlannedVerdict[]> {
  const stop = new AbortController();
  const signal = outer === undefined ? stop.signal : AbortSignal.any([outer, stop.signal]);
  const end = (error: unknown): void => {
    // answers under way may end where the judge only takes no further question
    if (!stopsInOrder(error)) stop.abort(error);
  };
  const pool = createBoundedPool(judging.concurrency, end);
  const source = withCheck(judging, signal);
  const planned: PlannedVerdict[] = [];
  // two calls with one key share the verdict
  const begun = new Set<string>();
  try {
    for await (const call of calls) {
      for (const task of listTasks(call, judging)) {
        const key = judgementKey(task, judging);
        planned.push({ sampleId: call.item.sample_id, round: call.reply.round ?? null, replyRepeat: call.reply.repeat, repeat: task.repeat, key });
        if (settled.has(key) || begun.has(key)) continue;
        begun.add(key);
        await assertFramesThere(task, judging);
        await pool.start(async () => {
          const verdict = await askJudge(task, { judging, source, signal });
          await index.append(key, identify(verdict, { sampleId: call.item.sample_id, round: task.question.round, replyRepeat: call.reply.repeat }));
          counter.countAsked(verdict);
          judging.onEvent({ kind: 'judged', isCached: verdict.cached, failure: verdict.failure?.kind ?? null });
        });
      }
    }
    await pool.drain();
  } catch (error) {
    end(error);
    await Promise.allSettled([pool.drain()]);
    throw error;
  }
  return planned;
}

/** What a judge is asked about one answer; nothing where the answer stands without one. */
export function listTasks({ item, reply, frames }: AnsweredCall, { repeats }: Pick<Judging, 'repeats'>): JudgeTask[] {
  const question = planJudgement(item, readJudged(reply));
  if (question === null) return [];
  const timeUnit = resolveTimeUnit(item);
  return Array.from({ length: repeats }, (_, repeat) => ({ question, frames, timeUnit, repeat }));
}

/** A reply as the planning of a judgement takes it. */
export function readJudged({ round = null, status, value, raw }: ScoredReply): JudgedReply {
  return { round, status, value: (value ?? null) as AnswerValue | null, raw: raw ?? null };
}

/** The judge with a check before its first question, which comes only where there is one. */
function withCheck({ source, whenUnreachable }: Judging, signal: AbortSignal): Judging['source'] {
  if (source.kind === 'lexical') return source;
  let reachable: Promise<EngineError | null> | null = null;
  const check = async (): Promise<EngineError | null> => {
    try {
      await source.checkReachable(signal);
      return null;
    } catch (error) {
      if (whenUnreachable === 'count' && error instanceof EngineError && !signal.aborted) return error;
      throw error;
    }
  };
  return {
    ...source,
    ask: async (request) => {
      const failure = await (reachable ??= check());
      if (failure === null) return source.ask(request);
      return { status: 'transport_error', text: null, usage: null, latencyMs: null, attempts: 0, error: { code: failure.code, message: failure.message } };
    },
  };
}

async function assertFramesThere({ frames }: JudgeTask, { frames: shown }: Judging): Promise<void> {
  if (shown === null) return;
  if (frames.length === 0) throw new EngineError('usage/bad-argument', 'there are answers without frames, so a judge cannot be shown any', { hint: 'leave out --judge-frames' });
  for (const { sha256 } of frames) {
    if (await shown.hasFrame(sha256)) continue;
    throw new EngineError('store/corrupt', `the picture ${sha256}, which a judge is to be shown, is gone from the cache`, { hint: 'name the cache that the run was made with (--cache), or leave out --judge-frames' });
  }
}

async function* listRecords(planned: readonly PlannedVerdict[], index: RecordIndex, counter: JudgementCounter): AsyncGenerator<JudgementRecord> {
  for (const { sampleId, round, replyRepeat, repeat, key } of planned) {
    const found = await index.read(key);
    if (found === undefined) throw new EngineError('defect/broken-promise', `no verdict was kept for ${sampleId}`);
    const record = identify(readRecord(found.name, found.record), { sampleId, round, replyRepeat });
    if (repeat === 0) counter.countFinal(record);
    yield record;
  }
}

function identify(verdict: KeptVerdict | JudgementRecord, { sampleId, round, replyRepeat }: Pick<PlannedVerdict, 'sampleId' | 'round' | 'replyRepeat'>): JudgementRecord {
  const { round: _round, reply_repeat: _repeat, ...rest } = { round: undefined, reply_repeat: undefined, ...verdict };
  return { ...rest, sample_id: sampleId, ...(round === null ? {} : { round }), ...(replyRepeat === undefined ? {} : { reply_repeat: replyRepeat }) };
}

/** @throws EngineError `store/corrupt` */
export function readRecord(name: string, value: unknown): JudgementRecord {
  const parsed = judgementSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new EngineError('store/corrupt', `${name} holds a record that cannot be read: ${parsed.error.issues[0]?.message}`, { hint: 'the file was changed from outside; remove it and score the run again with --judge' });
}
