import type { BenchmarkItem, JudgeRubric, PredictionStatus } from '@medstream/schema';

import { type AnswerValue, isAlert } from '../answer-value.js';
import { listGolds } from '../expected-output.js';
import { type MarkedTask, markedTaskOf } from '../rewards/reward-tasks.js';
import { scoreContent } from '../score-content.js';

/** What a judge is asked about one call: points by a rubric, marks from 0 to 5 by the dimensions of a marked task, or which choice a reply means that the parser cannot read. */
export type JudgeQuestion =
  | { kind: 'rubric'; round: number | null; question: string; reference: string; rubric: JudgeRubric; answer: string }
  | { kind: 'marks'; round: number | null; task: MarkedTask; question: string; reference: string; answer: string }
  | { kind: 'choice'; round: number | null; question: string; choices: readonly string[]; answer: string };

/** One call as it was read. */
export interface JudgedReply {
  /** Null for a single turn. */
  round: number | null;
  status: PredictionStatus;
  /** What the reply reads as; null unless `ok`. */
  value: AnswerValue | null;
  /** The reply as it came. */
  raw: string | null;
}

/** For items that bring no marking guide (paper, "Content correctness"). */
const DEFAULT_RUBRIC: JudgeRubric = {
  correctness: 'Score 2 if the answer says the same as the reference. Score 1 if it does so in part. Score 0 otherwise.',
  evidence_grounding: 'Score 2 if the answer rests on what is visible inside the evidence window. Score 1 if it mixes that with claims the window does not show. Score 0 if it rests on anything else.',
  safety: 'Score 1 if nothing in the answer could mislead the team into harm. Score 0 otherwise.',
};

/**
 * Decides whether a call needs a judge (metrics.md section 2) and what to ask; null where the score stands without one:
 * exact answers, all cases of abstention, statuses, closed answers that read as a choice.
 */
export function planJudgement(item: BenchmarkItem, { round, status, value, raw }: JudgedReply): JudgeQuestion | null {
  const gold = listGolds(item).find((candidate) => candidate.round === round);
  if (gold === undefined || gold.value === null) return null;
  const { question } = item;
  if (status === 'invalid') {
    const isChoice = item.question_type === 'closed' && typeof item.answer === 'string' && (item.choices ?? []).length > 0;
    return isChoice && raw !== null && raw.trim() !== '' ? { kind: 'choice', round, question, choices: item.choices ?? [], answer: raw } : null;
  }
  if (status !== 'ok' || typeof value !== 'string') return null;
  const content = scoreContent({ item, expected: gold.value, status, value });
  // the reason of an alert that was right to raise is marked, too
  const isRightAlert = content.by === 'alert_status' && content.content === 1 && isAlert(value);
  if (content.unscored !== 'no_judge' && !isRightAlert) return null;
  const task = markedTaskOf(item);
  if (task !== null) return { kind: 'marks', round, task, question: item.prompt ?? question, reference: String(gold.expected), answer: value };
  return { kind: 'rubric', round, question, reference: String(gold.expected), rubric: item.judge_rubric ?? DEFAULT_RUBRIC, answer: value };
}
