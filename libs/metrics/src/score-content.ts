import type { BenchmarkItem, ContentDecision, PredictionStatus } from '@medstream/schema';

import { answerKindOf } from './answer-kind.js';
import { type AnswerValue, isAbstention, isAlert } from './answer-value.js';
import { isSameAnswer } from './expected-output.js';
import { type JudgeVerdict, type NeverJudged, scoreMarks, scoreRubric } from './judge-verdict.js';
import { choicesOf } from './parse-reply.js';
import { readChoiceWords } from './read-choice.js';
import { markedTaskOf, rewardTaskOf } from './rewards/reward-tasks.js';
import { scoreRewardAnswer } from './rewards/score-reward.js';

export interface ContentScore {
  /** C in [0, 1]; null when a judge is needed and none gave a verdict. */
  content: number | null;
  /** What decided it. */
  by?: ContentDecision;
  /** Why there is no score. */
  unscored?: 'no_judge' | 'judge_failed';
  /** The answer the reply counts as, where the judge read one out of it. */
  value?: AnswerValue;
  /** Tasks that a judge marks by dimensions: each mark as its fifth. */
  marks?: Record<string, number>;
}

export interface ContentInput {
  item: BenchmarkItem;
  /** The right answer as it reads. */
  expected: AnswerValue;
  /** How the call ended: a model status. */
  status: PredictionStatus;
  /** What the reply reads as; null unless `ok`. */
  value: AnswerValue | null;
  verdict?: JudgeVerdict | NeverJudged;
}

/**
 * Content C of one call (metrics.md section 2). Closed: 1 for the expected value, else 0; a judge may read an
 * `invalid` reply as a choice. Open: equality after normalisation and all cases of abstention need no judge, the rest is
 * (correctness + grounding + safety) / 5. Proactive: by status; with a rubric verdict an expected alert is worth what
 * its reason is. A model-caused status other than `ok` is 0.
 */
export function scoreContent({ item, expected, status, value, verdict }: ContentInput): ContentScore {
  const kind = answerKindOf(item);
  const by: ContentDecision = kind === 'status' ? 'status' : item.question_type === 'open' ? 'exact' : 'choice';
  if (status !== 'ok' || value === null) {
    return status === 'invalid' && kind === 'choice' ? readByJudge(item, expected, verdict) : { content: 0, by: 'status' };
  }
  if (kind === 'status') return scoreStatus(expected, value, verdict);
  const task = rewardTaskOf(item);
  if (task !== null) return { content: scoreRewardAnswer(task, String(value), String(expected)), by: 'reward' };
  if (isAbstention(value) || isAbstention(expected)) return { content: isAbstention(value) && isAbstention(expected) ? 1 : 0, by: 'abstention' };
  if (isSameAnswer(value, expected)) return { content: 1, by };
  if (item.question_type === 'closed') return { content: 0, by };
  const marked = markedTaskOf(item);
  if (marked === null || verdict === undefined || !('marks' in verdict)) return scoreByRubric(verdict);
  const { marks, headline } = scoreMarks(marked, verdict.marks);
  return { content: headline, by: 'judge', marks };
}

/** F1 of a multi-select answer as a set of choices; 1 for two empty sets, 0 where only one side has members. */
export function scoreSetF1(value: AnswerValue | null, expected: AnswerValue): number {
  const said = new Set(Array.isArray(value) ? value : []);
  const right = new Set(Array.isArray(expected) ? expected : []);
  if (value === null || Array.isArray(value) !== Array.isArray(expected)) return value !== null && isSameAnswer(value, expected) ? 1 : 0;
  if (said.size === 0 && right.size === 0) return 1;
  const shared = [...said].filter((member) => right.has(member)).length;
  return (2 * shared) / (said.size + right.size);
}

/** A judge that was asked and failed leaves the answer unscored: its outages must not look like wrong answers. */
function readByJudge(item: BenchmarkItem, expected: AnswerValue, verdict: JudgeVerdict | NeverJudged | undefined): ContentScore {
  if (verdict !== undefined && 'failed' in verdict) return { content: null, unscored: 'judge_failed' };
  const choice = verdict !== undefined && 'choice' in verdict && verdict.choice !== null ? readChoiceWords(verdict.choice, choicesOf(item)) : null;
  return choice === null ? { content: 0, by: 'status' } : { content: isSameAnswer(choice, expected) ? 1 : 0, by: 'judge_accepted', value: choice };
}

function scoreStatus(expected: AnswerValue, value: AnswerValue, verdict: JudgeVerdict | NeverJudged | undefined): ContentScore {
  if (isAlert(expected) !== isAlert(value)) return { content: 0, by: 'alert_status' };
  if (!isAlert(expected)) return { content: 1, by: 'alert_status' };
  return verdict === undefined ? { content: 1, by: 'alert_status' } : scoreByRubric(verdict);
}

function scoreByRubric(verdict: JudgeVerdict | NeverJudged | undefined): ContentScore {
  if (verdict === undefined) return { content: null, unscored: 'no_judge' };
  if ('isNeverJudged' in verdict) return { content: 0, by: 'exact' };
  if (!('correctness' in verdict)) return { content: null, unscored: 'judge_failed' };
  return { content: scoreRubric(verdict), by: 'judge' };
}
