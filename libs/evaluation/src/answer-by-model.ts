import { answerJob, describeFailure } from './answer-job.js';
import { stopsInOrder } from './ask-model.js';
import { createBoundedPool } from './bounded-pool.js';
import { createCallSlots } from './call-slots.js';
import type { JobList } from './job-list.js';
import { describeChange } from './manifest-notes.js';
import { createMediaWatch } from './media-watch.js';
import { createModelGate } from './model-gate.js';
import type { AskModel } from './ports.js';
import { commit, type RunContext } from './run-context.js';
import { groupByMedia, type MediaGroup, type ModelAnswerer, sampleGroup, type SampledJob } from './sample-jobs.js';

/** Jobs whose pictures are read, or whose replies are being flushed, beside those that are under way. */
const MAX_JOBS_AHEAD = 4;

export interface CallContext extends RunContext {
  /** Model calls at a time, at least 1. */
  concurrency: number;
  signal?: AbortSignal;
}

/**
 * One media file is decoded while the calls on the one before are under way. The first failure ends the decoding and every
 * later start; the calls under way are broken off, unless it is one of those that let them end.
 */
export async function answerByModel({ jobs, pending }: { jobs: JobList; pending: Uint32Array }, answerer: ModelAnswerer, context: CallContext): Promise<void> {
  const [ending, breaking] = [new AbortController(), new AbortController()];
  const outside = context.signal === undefined ? [] : [context.signal];
  const signal = AbortSignal.any([...outside, breaking.signal]);
  const asking = AbortSignal.any([signal, ending.signal]);
  const watch = createMediaWatch({ jobs, state: context.state, answerer, onChange: (change) => tellChange(change, context) });
  const sampleNext = (group: MediaGroup): Promise<SampledJob[]> => sampleAhead(group, answerer, { watch, ...context, signal: AbortSignal.any([...outside, ending.signal]) });
  const end = (error: unknown): void => {
    ending.abort(error);
    if (!stopsInOrder(error)) breaking.abort(error);
  };
  const pool = createBoundedPool(context.concurrency + Math.min(context.concurrency, MAX_JOBS_AHEAD), end);
  const openSlot = createCallSlots(context.concurrency);
  const groups = groupByMedia(jobs, pending);
  const ready = createModelGate({ onNote: (text) => context.onEvent({ kind: 'note', text }) });
  const ask: AskModel = async (request) => {
    await ready(answerer, signal);
    return answerer.ask(request);
  };
  let ahead: Promise<SampledJob[]> | null = null;
  try {
    for (let group = groups.next().value; group !== undefined; ) {
      const sampled = await (ahead ?? sampleNext(group));
      group = groups.next().value;
      ahead = group === undefined ? null : sampleNext(group);
      for (const job of sampled) {
        await pool.start(async () => {
          if ('error' in job) return commit(describeFailure(job.planned, context.manifest.model, job.error), context);
          const slot = openSlot();
          const beforeAsking = async (): Promise<void> => {
            await slot.take(asking);
            ending.signal.throwIfAborted();
          };
          try {
            await answerJob(job.planned, job.frames, { answerer: { ...answerer, ask }, manifest: context.manifest, asksAgain: context.retried.has(job.planned.job.job_id), beforeAsking, commit: (prediction) => commit(prediction, context, () => slot.giveBack()), signal });
          } catch (error) {
            // before the slot goes to the next, which is not to ask any more
            end(error);
            throw error;
          } finally {
            slot.giveBack();
          }
        });
      }
    }
    await pool.drain();
  } catch (error) {
    end(error);
    await Promise.allSettled([ahead, pool.drain()]);
    // the first failure, not what it broke off
    throw ending.signal.reason;
  }
}

/** In the manifest before anything more is asked about the recording. */
async function tellChange(change: Parameters<typeof describeChange>[0], { addNote, onEvent }: RunContext): Promise<void> {
  const { note, warning } = describeChange(change);
  await addNote(note);
  onEvent({ kind: 'note', text: warning });
}

/** Begins to sample; a failure is reported where the result is awaited, not before. */
function sampleAhead(group: MediaGroup, answerer: ModelAnswerer, context: RunContext & { watch: ReturnType<typeof createMediaWatch>; signal: AbortSignal }): Promise<SampledJob[]> {
  const { state, watch, signal, onEvent } = context;
  const sampled = (async () => {
    signal.throwIfAborted();
    await watch(group, signal);
    const jobs = await sampleGroup(group, { answerer, state, signal });
    signal.throwIfAborted();
    onEvent({ kind: 'decoded', mediaPath: group.mediaPath, jobs: jobs.length, failed: jobs.filter((job) => 'error' in job).length });
    return jobs;
  })();
  sampled.catch(() => undefined);
  return sampled;
}
