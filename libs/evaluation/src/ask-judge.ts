import { EngineError, type ErrorCode, type FrameRecord, hashJson, type JudgementRecord, judgementVerdictSchema, type Usage, usageSchema } from '@medstream/schema';
import { buildJudgePrompt, deriveJudgeNonce, JUDGE_PROMPT_HASH, judgeAnswer, judgeLexically, type JudgeQuestion, type JudgeVerdict } from '@medstream/metrics';
import type { TimeUnit } from '@medstream/sampling';
import { z } from 'zod';

import type { JudgeModel, Judging } from './judging.js';
import type { ModelReply, ReplyImage, ReplyRequest, Spending } from './ports.js';

/** One question to the judge. */
export interface JudgeTask {
  question: JudgeQuestion;
  /** Frames that the answerer saw. */
  frames: readonly FrameRecord[];
  timeUnit: TimeUnit;
  repeat: number;
}

/** A verdict without the name of its call: another call with the same key has the same. */
export type KeptVerdict = Omit<JudgementRecord, 'sample_id' | 'round' | 'reply_repeat'>;

/** Stands for what a judge is told of its first reply in the turn that asks for a repair: no such sentence is longer. */
const LONGEST_PROBLEM = '.'.repeat(100);
/** Longest reply of a judge that is kept, in characters; a verdict is far shorter. */
const MAX_RAW_LENGTH = 8_000;

const cachedVerdictSchema = z.object({ verdict: judgementVerdictSchema, raw: z.string().nullable(), turns: z.int().min(1), usage: usageSchema.nullable() });

/** What decides a verdict: the question with the answer in it, the judge and where it runs, its settings, the wording, the pictures, the repeat. */
export function judgementKey({ question, frames, timeUnit, repeat }: JudgeTask, { judge, source, frames: shown }: Pick<Judging, 'judge' | 'source' | 'frames'>): string {
  return hashJson({
    judge,
    ...(source.kind === 'model' ? { endpoint: source.endpoint, settings: source.settings } : {}),
    prompt: JUDGE_PROMPT_HASH,
    question,
    frames: shown === null ? null : { unit: timeUnit, shown: frames.map(({ sha256, pts }) => [sha256, pts]) },
    repeat,
  });
}

/**
 * Gets one verdict: by the lexical rule, from the cache, or from the judge. Kept for other runs are only verdicts that could
 * be read; a judge that gave no reply has said nothing that could be kept.
 *
 * @throws what the signal was aborted with; nothing is recorded for a question that was broken off. EngineError
 *   `run/cost-limit` before a question that could pass the limit; `model/quota-used-up`, `model/failing`
 */
export async function askJudge(task: JudgeTask, { judging, source, signal }: { judging: Judging; source: Judging['source']; signal: AbortSignal }): Promise<KeptVerdict> {
  signal.throwIfAborted();
  const { question, repeat } = task;
  const key = judgementKey(task, judging);
  const facts = { repeat, judge: judging.judge, question_sha256: hashJson(question), key };
  if (source.kind === 'lexical') return { ...facts, verdict: verdictOf(judgeLexically(question)), raw: null, turns: 0, attempts: 0, usage: null, cached: false };
  if (!judging.asksAgain) {
    const cached = cachedVerdictSchema.safeParse(await source.cache.get(key));
    if (cached.success && fits(cached.data.verdict, question)) return { ...facts, ...cached.data, attempts: 0, cached: true };
  }
  const kept = { ...facts, ...(await askModel(task, { judging, source, signal })), cached: false };
  if (kept.verdict !== null) await source.cache.put(key, { verdict: kept.verdict, raw: kept.raw, turns: kept.turns, usage: kept.usage });
  return kept;
}

/**
 * One turn of a question as far as its cost goes: the pictures are counted, not read. The turn that asks for a repair says
 * what was wrong, in a sentence of ours.
 */
export function describeTurn({ question, frames, repeat }: JudgeTask, { frames: shown }: Pick<Judging, 'frames'>): { prompt: string; images: readonly unknown[] } {
  const prompt = buildJudgePrompt({ question, nonce: deriveJudgeNonce(question, String(repeat)), hasFrames: shown !== null, problem: LONGEST_PROBLEM });
  return { prompt, images: shown === null ? [] : frames };
}

async function askModel(task: JudgeTask, { judging, source, signal }: { judging: Judging; source: JudgeModel; signal: AbortSignal }): Promise<Pick<KeptVerdict, 'verdict' | 'failure' | 'raw' | 'turns' | 'attempts' | 'usage'>> {
  const { question, repeat } = task;
  const images = await readImages(task, judging.frames);
  const replies: ModelReply[] = [];
  const purse = openPurse(source.spending, describeTurn(task, judging));
  const { verdict, turns, failure } = await judgeAnswer({
    question,
    nonce: deriveJudgeNonce(question, String(repeat)),
    hasFrames: judging.frames !== null,
    ask: async (prompt) => {
      const reply = await purse.pay({ prompt, images, signal }, source.ask);
      signal.throwIfAborted();
      if (reply.endsRun === true && reply.error !== undefined && judging.whenUnreachable === 'throw') throw describeEnd(reply.error);
      replies.push(reply);
      return reply;
    },
  }).finally(() => purse.close());
  const last = replies.at(-1);
  const told = {
    raw: last?.text?.slice(0, MAX_RAW_LENGTH) ?? null,
    turns,
    attempts: replies.reduce((sum, { attempts }) => sum + attempts, 0),
    usage: sumUsage(replies.filter(({ status }) => status !== 'transport_error').map(({ usage }) => usage)),
  };
  if (failure === undefined) return { verdict: verdictOf(verdict), ...told };
  if (failure.kind === 'unreadable') return { verdict: null, failure: { kind: 'unreadable', reason: failure.problem }, ...told };
  const { code, message } = last?.error ?? { code: undefined, message: `the judge's reply is ${failure.status}` };
  return { verdict: null, failure: { kind: 'no-reply', reason: message, ...(code === undefined ? {} : { code }) }, ...told };
}

/**
 * Money of one question. It is set aside for both turns before the first: were the repair turn refused, the first would be
 * paid for again with the next start.
 */
function openPurse(spending: Spending | undefined, turn: Parameters<Spending['admit']>[0]): { pay(request: ReplyRequest, ask: JudgeModel['ask']): Promise<ModelReply>; close(): void } {
  const permits: ReturnType<Spending['admit']>[] = [];
  let isOpen = false;
  return {
    async pay(request, ask) {
      if (!isOpen && spending !== undefined) for (const _ of ['first', 'repair']) permits.push(spending.admit(turn));
      isOpen = true;
      const permit = permits.shift();
      let reply: ModelReply | null = null;
      try {
        reply = await ask(request);
        return reply;
      } finally {
        permit?.settle(reply === null || reply.status === 'transport_error' ? 'not-answered' : reply.usage);
      }
    },
    close() {
      for (const permit of permits.splice(0)) permit.settle('not-answered');
    },
  };
}

/** The judge's server takes no further question for now: what is judged is kept, the rest waits. */
function describeEnd({ code, message }: { code: string; message: string }): EngineError {
  return new EngineError(code as ErrorCode, `the judge: ${message}`, { hint: 'give the same command later (run: with --resume); verdicts that are kept are not asked again' });
}

async function readImages({ frames, timeUnit }: JudgeTask, shown: Judging['frames']): Promise<ReplyImage[]> {
  if (shown === null) return [];
  return Promise.all(frames.map(async ({ sha256, pts }) => ({ ...(await shown.readFrame(sha256)), timestampSec: pts, timeUnit })));
}

function verdictOf(verdict: JudgeVerdict): KeptVerdict['verdict'] {
  if ('failed' in verdict) return null;
  const { round: _, ...rest } = verdict;
  return rest;
}

/** The kind of a verdict is the kind of its question. */
function fits(verdict: NonNullable<KeptVerdict['verdict']>, { kind }: JudgeQuestion): boolean {
  return kind === (('choice' in verdict) ? 'choice' : 'marks' in verdict ? 'marks' : 'rubric');
}

/** Over the turns that were answered; a count that one of them does not state is not known. Null where none was. */
function sumUsage(usages: readonly (Usage | null)[]): Usage | null {
  if (usages.length === 0) return null;
  const sum = (counts: (number | null)[]): number | null => (counts.includes(null) ? null : counts.reduce<number>((total, count) => total + (count ?? 0), 0));
  return { input_tokens: sum(usages.map((usage) => usage?.input_tokens ?? null)), output_tokens: sum(usages.map((usage) => usage?.output_tokens ?? null)) };
}
