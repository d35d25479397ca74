import { EngineError, type FrameRecord } from '@medstream/schema';

import type { PlannedJob } from '../plan-run.js';
import { isPending, type RunState } from '../run-state.js';
import { holdsWindow } from '../sample-jobs.js';
import { type BatchReply, batchReplySchema } from './batch-lines.js';
import { hashFrames, readRequestName } from './request-name.js';

/** Why a line is not recorded. */
export interface LineProblem {
  kind: 'bad-record' | 'unknown' | 'no-pictures' | 'duplicate' | 'not-exported' | 'other-pictures';
  message: string;
}

/** What becomes of a line. */
export type LineFate =
  | { kind: 'record'; planned: PlannedJob; frames: FrameRecord[]; reply: BatchReply }
  /** The call had a final reply before this import. */
  | { kind: 'answered'; jobId: string }
  | { kind: 'problem'; problem: LineProblem };

/** What a run says of its calls; only read. */
export interface KnownCalls {
  jobs: { ids: { indexOf: (jobId: string) => number | undefined }; read: (job: number) => PlannedJob };
  state: Pick<RunState, 'standingOf' | 'readLedger'>;
  /** Where earlier lines of this import stand, by job id. */
  places: ReadonlyMap<string, string>;
}

/**
 * Says what becomes of a line, and changes nothing.
 *
 * @param value of the line, from outside: anything
 *
 * @throws EngineError `media/future-frame` for a ledger beyond its window; `store/…`
 */
export async function decideLine(value: unknown, { jobs, state, places }: KnownCalls): Promise<LineFate> {
  const parsed = batchReplySchema.safeParse(value);
  if (!parsed.success) return describeProblem('bad-record', `${parsed.error.issues[0]?.path.join('.') ?? ''}: ${parsed.error.issues[0]?.message}`);
  const reply = parsed.data;
  const named = findCall(reply.custom_id, jobs.ids);
  if (named === null) return describeProblem('unknown', `the custom_id ${JSON.stringify(reply.custom_id)} names no call of this run`);
  const { job, jobId, pictures } = named;
  if (!isPending(state.standingOf(jobId), { retryErrors: false })) {
    const earlier = places.get(jobId);
    return earlier === undefined ? { kind: 'answered', jobId } : describeProblem('duplicate', `the call ${jobId} stands in ${earlier}, too; that line counts`);
  }
  if (pictures === null) {
    return describeProblem('no-pictures', `the custom_id names the call ${jobId} without its pictures, as batches of an earlier version do: which pictures were sent is not known; export what has no other line with batch export --again`);
  }
  const planned = jobs.read(job);
  const frames = await findFrames(planned, state);
  if (frames === null) return describeProblem('not-exported', `the call ${jobId} was never exported from this folder: which frames were sent is not known`);
  if (hashFrames(frames) !== pictures) return describeProblem('other-pictures', `the reply is to other pictures than the call ${jobId} has now: its video changed, and it was exported again`);
  return { kind: 'record', planned, frames, reply };
}

function describeProblem(kind: LineProblem['kind'], message: string): LineFate {
  return { kind: 'problem', problem: { kind, message } };
}

/** The call that a line names, with the hash of its pictures; before there was one, the job id was the name. */
function findCall(name: string, ids: KnownCalls['jobs']['ids']): { job: number; jobId: string; pictures: string | null } | null {
  const whole = readRequestName(name);
  const job = whole === null ? undefined : ids.indexOf(whole.jobId);
  if (whole !== null && job !== undefined) return { job, jobId: whole.jobId, pictures: whole.frames };
  const bare = ids.indexOf(name);
  return bare === undefined ? null : { job: bare, jobId: name, pictures: null };
}

/** The frames that were sent, held to the prefix guard again; null where the folder does not know them. */
async function findFrames(planned: PlannedJob, state: Pick<RunState, 'readLedger'>): Promise<FrameRecord[] | null> {
  const ledger = await state.readLedger(planned.job.job_id);
  if (ledger === undefined || ledger.frames.length === 0) return null;
  if (holdsWindow(planned, ledger.frames)) return ledger.frames;
  throw new EngineError('media/future-frame', `the ledger of ${planned.job.job_id} holds a frame beyond the end of its window`);
}
