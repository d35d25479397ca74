import { EngineError, type FrameRecord } from '@medstream/schema';

import { answerJob, describeFailure } from '../answer-job.js';
import { refuseServiceRun } from '../execute-run.js';
import type { PlannedJob, RunPlan } from '../plan-run.js';
import type { Answerer, ReplyRequest, RunFolder } from '../ports.js';
import { prepareRunFolder } from '../prepare-run-folder.js';
import { isPending, openRunState } from '../run-state.js';
import { groupByMedia, sampleGroup } from '../sample-jobs.js';
import { readFromFolder } from '../stored-jobs.js';
import type { BatchLimits, BatchLine } from './batch-lines.js';
import { readExported, writeExported } from './exported-calls.js';
import { nameRequest, readRequestName } from './request-name.js';
import { type BatchPart, splitBatch, type WriteBatchPart } from './split-batch.js';

type ModelAnswerer = Extract<Answerer, { kind: 'model' }>;

/** The request as the model's server would be sent it; asks nobody. */
export type DescribeRequest = (request: ReplyRequest) => Promise<{ url: string; body: unknown }>;

export interface ExportPorts {
  folder: RunFolder;
  answerer: ModelAnswerer;
  describeRequest: DescribeRequest;
  writePart: WriteBatchPart;
}

export interface ExportedBatch {
  parts: BatchPart[];
  /** Requests in all parts. */
  exported: number;
  /** Calls with a final reply in the run, and those whose reply the cache held. */
  answered: number;
  fromCache: number;
  /** Calls of an earlier export that are not imported yet, in no file of this one. */
  leftOut: number;
  /** Calls without frames; retried by the run itself. */
  failed: number;
}

/**
 * Writes what a run has still to ask as a batch of requests: plans the run in its folder as the run itself would, fetches
 * and commits the frames of each call, and leaves the asking to others. By the protocol each round of a streaming item is
 * a call that needs no earlier reply, so all rounds are in it. The folder remembers what stands in a file, from before the
 * file is there until its reply is imported: a further export leaves it out unless it is asked for `again`.
 *
 * @throws EngineError as {@link executeRun} for folder and frames, `input/too-large` for a request that fits in no file
 */
export async function exportBatch(plan: RunPlan, { folder, answerer, describeRequest, writePart }: ExportPorts, { limits, again, signal }: { limits: BatchLimits; again: boolean; signal: AbortSignal }): Promise<ExportedBatch> {
  await refuseServiceRun(folder);
  const manifest = await prepareRunFolder(folder, plan, { resume: true });
  const { jobs } = await readFromFolder(plan, folder);
  const state = await openRunState(folder, jobs.ids);
  const counts = { exported: 0, answered: 0, fromCache: 0, leftOut: 0, failed: 0 };
  try {
    const idOf = (number: number): string => jobs.ids.at(number);
    const open = Array.from(jobs.ids, (_, number) => number).filter((number) => isPending(state.standingOf(idOf(number)), { retryErrors: false }));
    counts.answered = jobs.length - open.length;
    const earlier = await readExported(folder);
    const exported = new Set(open.map(idOf).filter((jobId) => earlier.has(jobId)));
    const pending = again ? open : open.filter((number) => !earlier.has(idOf(number)));
    counts.leftOut = open.length - pending.length;
    const parts = await splitBatch(listLines(), limits, (number, lines) => writePart(number, rememberAtEnd(lines)));
    if (parts.length === 0) await writeExported(folder, exported);
    return { parts, ...counts };

    /** Before the file of a part gets its name: it cannot be sent anywhere while the folder does not know of it. */
    async function* rememberAtEnd(lines: AsyncIterable<BatchLine>): AsyncGenerator<BatchLine> {
      for await (const line of lines) {
        exported.add(readRequestName(line.custom_id)?.jobId ?? line.custom_id);
        yield line;
      }
      await writeExported(folder, exported);
    }

    async function* listLines(): AsyncGenerator<BatchLine> {
      for (const group of groupByMedia(jobs, pending)) {
        signal.throwIfAborted();
        for (const sampled of await sampleGroup(group, { answerer, state, signal })) {
          const { planned } = sampled;
          if ('error' in sampled) {
            counts.failed += 1;
            await state.commitPrediction(describeFailure(planned, manifest.model, sampled.error));
            continue;
          }
          const request = await findRequest(planned, sampled.frames);
          if (request === null) continue;
          counts.exported += 1;
          yield { custom_id: nameRequest(planned.job.job_id, sampled.frames), method: 'POST', ...(await describeRequest(request)) };
        }
      }
    }

    /** What would be asked; null where the cache holds the reply, or a picture is gone: that is committed. */
    async function findRequest(planned: PlannedJob, frames: FrameRecord[]): Promise<ReplyRequest | null> {
      const found: { request: ReplyRequest | null } = { request: null };
      const { spending: _, ...uncounted } = answerer;
      const ask: ModelAnswerer['ask'] = async (request) => {
        found.request = request;
        throw NOT_ASKED;
      };
      try {
        const prediction = await answerJob(planned, frames, { answerer: { ...uncounted, ask }, manifest, signal });
        counts[prediction.status === 'decode_error' ? 'failed' : 'fromCache'] += 1;
        await state.commitPrediction(prediction);
      } catch (error) {
        if (error !== NOT_ASKED) throw error;
      }
      return found.request;
    }
  } finally {
    await state.close();
  }
}

/** Ends the way to a call just before it. */
const NOT_ASKED = new EngineError('defect/broken-promise', 'a request for a batch was asked');

