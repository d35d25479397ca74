import type { BenchmarkItem, ItemScore, Prediction, Summary } from '@medstream/schema';
import { listEvidenceWindows } from '@medstream/sampling';
import { type JudgeVerdict, listPolicyVerdicts, parseReply, type ScoredReply, scoreItem, summariseScores } from '@medstream/metrics';

/** What scoring needs of a prediction. */
export type ScorableReply = Pick<Prediction, 'sample_id' | 'round' | 'status' | 'raw' | 'value'>;

export interface ScoreInput {
  items: readonly BenchmarkItem[];
  predictions: readonly ScorableReply[];
  /** Model calls the items stand for. */
  jobs: number;
  seed: number;
  leakAudit: Summary['leak_audit'];
  /** Whether the replies are those of a policy that looks at no picture: no judge is called for one. */
  isPolicy: boolean;
  /** Of a judge, by sample_id; none where nobody judged. */
  verdicts?: ReadonlyMap<string, readonly JudgeVerdict[]>;
}

/** Scores every item and adds up. A round without a prediction is `missing`. The order of predictions does not matter. */
export function scoreReplies({ items, predictions, jobs, seed, leakAudit, isPolicy, verdicts }: ScoreInput): { scores: ItemScore[]; summary: Summary } {
  const replies = new Map(predictions.map((prediction) => [replyKey(prediction.sample_id, prediction.round ?? null), prediction]));
  const scores = items.map((item) =>
    scoreItem({
      item,
      replies: listEvidenceWindows(item).map(({ round }) => readReply(item, round, replies.get(replyKey(item.sample_id, round)))),
      judge: isPolicy ? listPolicyVerdicts(item) : (verdicts?.get(item.sample_id) ?? []),
    }),
  );
  return { scores, summary: summariseScores({ items, scores, jobs, seed, leakAudit }) };
}

/** One text for one (sample_id, round). */
export function replyKey(sampleId: string, round: number | null): string {
  return JSON.stringify([sampleId, round]);
}

/** Replies whose text could be read, or could not, are read again: the reader may have learnt since. Other statuses stand. */
export function readReply(item: BenchmarkItem, roundNumber: number | null, reply: Pick<ScorableReply, 'status' | 'raw'> | undefined): ScoredReply {
  if (reply === undefined) return { round: roundNumber, status: 'missing', raw: null };
  if (reply.raw === null || (reply.status !== 'ok' && reply.status !== 'invalid')) return { round: roundNumber, status: reply.status, raw: reply.raw };
  return { round: roundNumber, raw: reply.raw, ...parseReply({ raw: reply.raw, item }) };
}
