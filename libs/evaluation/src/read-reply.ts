import type { BenchmarkItem, Job, Prediction } from '@medstream/schema';
import { parseReply, type ScoredReply } from '@medstream/metrics';

/** One text for one (sample_id, round). */
export function replyKey(sampleId: string, round: number | null): string {
  return JSON.stringify([sampleId, round]);
}

/** Replies whose text could be read, or could not, are read again: the reader may have learnt since. Other statuses stand. */
export function readReply(item: BenchmarkItem, roundNumber: number | null, reply: Pick<Prediction, 'status' | 'raw'> | undefined): ScoredReply {
  if (reply === undefined) return { round: roundNumber, status: 'missing', raw: null };
  if (reply.raw === null || (reply.status !== 'ok' && reply.status !== 'invalid')) return { round: roundNumber, status: reply.status, raw: reply.raw };
  return { round: roundNumber, raw: reply.raw, ...parseReply({ raw: reply.raw, item }) };
}

/** The reply to one job, with the times that its question was asked before. */
export function readRepeat(item: BenchmarkItem, { round, repeat }: Pick<Job, 'round' | 'repeat'>, reply: Pick<Prediction, 'status' | 'raw'> | undefined): ScoredReply {
  const read = readReply(item, round ?? null, reply);
  return repeat === undefined ? read : { ...read, repeat };
}
