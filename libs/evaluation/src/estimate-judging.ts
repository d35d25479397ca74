import type { BenchmarkItem } from '@medstream/schema';
import { type JudgeQuestion, planJudgement, rewardTaskOf } from '@medstream/metrics';
import { resolveTimeUnit } from '@medstream/sampling';

import { describeTurn } from './ask-judge.js';
import type { PlannedJob } from './plan-run.js';
import type { CallEstimate, Spending } from './ports.js';

/** What a judge may be asked about the replies to some jobs, at most. */
export interface JudgingEstimate extends CallEstimate {
  /** Replies that may need a verdict; of closed questions only those that no rule can read do. */
  answers: number;
  /** Of these, to closed questions. */
  closed: number;
  /** With a repair turn of every question. */
  calls: number;
}

export interface JudgingOutlook {
  /** Verdicts asked for on each answer. */
  repeats: number;
  showsFrames: boolean;
  spending: Pick<Spending, 'estimate'>;
}

/** A question and the turn in which its reply is repaired. */
const TURNS = 2;
/** Stands for a reply as long as allowed, 512 tokens of four letters: that of a script with longer signs may take more. */
const LONG_REPLY = 'x'.repeat(4 * 512);

/** Bounds for a judge before any reply is there: every reply needs it that may, is as long as allowed, and every verdict is repaired. */
export function estimateJudging(jobs: Iterable<Pick<PlannedJob, 'job' | 'item'>>, { repeats, showsFrames, spending }: JudgingOutlook): JudgingEstimate {
  const total: JudgingEstimate = { answers: 0, closed: 0, calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };
  const frames = showsFrames ? { readFrame: refuseToRead, hasFrame: refuseToRead } : null;
  for (const { job, item } of jobs) {
    const question = findQuestion(item, job.round ?? null);
    if (question === null) continue;
    total.answers += 1;
    if (question.kind === 'choice') total.closed += 1;
    const shown = job.targets.map((requested) => ({ requested, pts: requested, sha256: '' }));
    const { inputTokens, outputTokens, costUsd } = spending.estimate(describeTurn({ question, frames: shown, timeUnit: resolveTimeUnit(item), repeat: 0 }, { frames }));
    const calls = TURNS * repeats;
    total.calls += calls;
    total.inputTokens += calls * inputTokens;
    total.outputTokens += calls * outputTokens;
    total.costUsd = total.costUsd === null || costUsd === null ? null : total.costUsd + calls * costUsd;
  }
  return total;
}

/** The longest question that a reply to a job can lead to; null where none does. */
function findQuestion(item: BenchmarkItem, round: number | null): JudgeQuestion | null {
  if (rewardTaskOf(item) !== null) return null;
  return (
    planJudgement(item, { round, status: 'ok', value: LONG_REPLY, raw: LONG_REPLY }) ??
    planJudgement(item, { round, status: 'ok', value: `alert: ${LONG_REPLY}`, raw: LONG_REPLY }) ??
    planJudgement(item, { round, status: 'invalid', value: null, raw: LONG_REPLY })
  );
}

function refuseToRead(): never {
  throw new Error('a picture was read for an estimate');
}
