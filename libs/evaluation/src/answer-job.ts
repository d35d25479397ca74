import type { EngineError} from '@medstream/schema';
import { type FrameRecord, hashJson, isEngineError, type Prediction, type RunManifest, usageSchema } from '@medstream/schema';
import { parseReply } from '@medstream/metrics';
import { resolveTimeUnit } from '@medstream/sampling';
import { z } from 'zod';

import { askModel } from './ask-model.js';
import { buildPrompt } from './build-prompt.js';
import type { PlannedJob } from './plan-run.js';
import type { Answerer, ModelReply } from './ports.js';

type ModelAnswerer = Extract<Answerer, { kind: 'model' }>;

const cachedReplySchema = z.object({ text: z.string(), usage: usageSchema.nullable() });

/** What decides a reply: the model and where it runs, its settings, the text, the pictures in order with the times shown, the repeat. */
export function replyCacheKey(planned: PlannedJob, frames: readonly FrameRecord[], model: Pick<RunManifest, 'model' | 'model_settings'> & { endpoint: string | null }): string {
  return hashJson({
    model: model.model,
    endpoint: model.endpoint,
    settings: model.model_settings,
    prompt: planned.job.prompt_hash,
    frames: frames.map(({ sha256, pts }) => [sha256, pts]),
    repeat: planned.job.repeat ?? 0,
  });
}

export interface AnswerOptions {
  answerer: ModelAnswerer;
  manifest: RunManifest;
  /** Asks the model whatever the cache holds; its reply replaces what was kept. */
  asksAgain?: boolean;
  /** Waited for when all is ready for the call, and not at all where none is made. */
  beforeAsking?: () => Promise<void>;
  /** Commits the prediction, also where the cache cannot keep the reply. Absent: that is the caller's business. */
  commit?: (prediction: Prediction) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Makes one model call, or takes its reply from the cache, and reads it. Kept are replies that were read to their end
 * (`ok`, `invalid`): one that broke off or says nothing may come whole the next time, whatever the provider called it.
 *
 * @throws what the signal was aborted with; nothing is recorded for a call that was broken off. EngineError as {@link askModel},
 *   and what keeping or committing the reply failed with
 */
export async function answerJob(planned: PlannedJob, frames: FrameRecord[], options: AnswerOptions): Promise<Prediction> {
  const { prediction, keep } = await findAnswer(planned, frames, options);
  // kept first, so that another run finds what is committed here; yet a cache that fails takes no reply with it that is paid for
  const [kept] = await Promise.allSettled([keep?.()]);
  await options.commit?.(prediction);
  if (kept.status === 'rejected') throw kept.reason;
  return prediction;
}

/** A prediction, with what is still to be done to keep its reply for other runs. */
interface FoundAnswer {
  prediction: Prediction;
  keep?: () => Promise<void>;
}

async function findAnswer(planned: PlannedJob, frames: FrameRecord[], { answerer, manifest, asksAgain = false, beforeAsking, signal }: AnswerOptions): Promise<FoundAnswer> {
  signal.throwIfAborted();
  const facts = { planned, frames, model: manifest.model };
  const key = replyCacheKey(planned, frames, { ...manifest, endpoint: answerer.endpoint });
  if (!asksAgain) {
    const cached = cachedReplySchema.safeParse(await answerer.cache.get(key));
    const kept = cached.success ? describeReply({ status: 'ok', ...cached.data, latencyMs: null, attempts: 0 }, { ...facts, isCached: true }) : null;
    // the reader may have learnt since a reply was kept that it broke off
    if (kept !== null && isWorthKeeping(kept)) return { prediction: kept };
  }
  try {
    const images = await Promise.all(frames.map(async ({ sha256, pts }) => ({ ...(await answerer.readFrame(sha256)), timestampSec: pts, timeUnit: resolveTimeUnit(planned.item) })));
    await beforeAsking?.();
    const reply = await askModel(answerer, { prompt: buildPrompt(planned.item, planned.window), images, signal });
    signal.throwIfAborted();
    const prediction = describeReply(reply, { ...facts, isCached: false });
    const { text, usage } = reply;
    return text === null || !isWorthKeeping(prediction) ? { prediction } : { prediction, keep: () => answerer.cache.put(key, { text, usage }) };
  } catch (error) {
    signal.throwIfAborted();
    if (isEngineError(error, 'store/corrupt')) return { prediction: describeFailure(planned, manifest.model, error) };
    throw error;
  }
}

function isWorthKeeping({ status }: Prediction): boolean {
  return status === 'ok' || status === 'invalid';
}

/** The prediction of a reply made without a call (baselines). */
export function describeBaselineReply(planned: PlannedJob, raw: string, model: string): Prediction {
  return describeReply({ status: 'ok', text: raw, usage: null, latencyMs: null, attempts: 0 }, { planned, frames: [], model, isCached: false });
}

/** The prediction of a job whose frames cannot be had. */
export function describeFailure({ job }: PlannedJob, model: string, { code, message }: EngineError): Prediction {
  return { ...describeJob(job), status: 'decode_error', raw: null, frames: [], model, error: { code, message }, attempts: 0, latency_ms: null, usage: null, cached: false };
}

interface ReplyFacts {
  planned: PlannedJob;
  frames: readonly FrameRecord[];
  model: string;
  isCached: boolean;
}

function describeReply(reply: ModelReply, { planned, frames, model, isCached }: ReplyFacts): Prediction {
  const reading = reply.status === 'ok' ? parseReply({ raw: reply.text ?? '', item: planned.item }) : { status: reply.status };
  return {
    ...describeJob(planned.job),
    status: reading.status,
    raw: reply.text,
    ...('value' in reading ? { value: reading.value } : {}),
    frames: frames.map(({ sha256 }) => sha256),
    model,
    ...(reply.error === undefined ? {} : { error: { code: reply.error.code, message: reply.error.message } }),
    attempts: reply.attempts,
    latency_ms: reply.latencyMs,
    usage: reply.usage,
    cached: isCached,
  };
}

function describeJob({ job_id, sample_id, round, repeat }: PlannedJob['job']): Pick<Prediction, 'job_id' | 'sample_id' | 'round' | 'repeat'> {
  return { job_id, sample_id, ...(round === undefined ? {} : { round }), ...(repeat === undefined ? {} : { repeat }) };
}
