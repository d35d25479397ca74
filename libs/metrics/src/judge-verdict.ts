import { EngineError } from '@medstream/schema';

import { HIGHEST_MARK, MARKED_TASKS, type MarkedTask } from './rewards/reward-tasks.js';

/**
 * What a judge said of one call, obtained beforehand: points of the rubric, the choice that an unreadable reply to a
 * closed item means (null: none), marks from 0 to 5 by the dimensions of a marked task, or that no usable verdict came. `round`
 * is null for a single turn.
 */
export type JudgeVerdict =
  | { round: number | null; correctness: number; evidence_grounding: number; safety: number }
  | { round: number | null; choice: string | null }
  | { round: number | null; marks: Readonly<Record<string, number>> }
  | { round: number | null; failed: true };

/** In a verdict's place where no judge is ever asked: an answer that is not the reference is wrong. */
export interface NeverJudged {
  round: number | null;
  isNeverJudged: true;
}

/** Points a rubric can give (paper, "Content correctness"): 2, 2 and 1. */
export const RUBRIC_MAXIMA = { correctness: 2, evidence_grounding: 2, safety: 1 } as const;

/**
 * C = (correctness + grounding + safety) / 5 of a rubric verdict.
 *
 * @throws EngineError `input/bad-record` for points that are no integers of the rubric's range: never clamped
 */
export function scoreRubric(verdict: { correctness: number; evidence_grounding: number; safety: number }): number {
  for (const [name, maximum] of Object.entries(RUBRIC_MAXIMA)) {
    const points = verdict[name as keyof typeof RUBRIC_MAXIMA];
    if (!Number.isInteger(points) || points < 0 || points > maximum) {
      throw new EngineError('input/bad-record', `a judge gave ${points} points for ${name}, where 0 to ${maximum} are possible`, { hint: 'ask the judge again or count the verdict as failed' });
    }
  }
  return (verdict.correctness + verdict.evidence_grounding + verdict.safety) / 5;
}

/**
 * Each mark of a judge as its fifth, in the order of the task's dimensions; the last is the headline (metrics.md section 6).
 *
 * @throws EngineError `input/bad-record` for a dimension without a whole mark from 0 to 5: never clamped
 */
export function scoreMarks(task: MarkedTask, marks: Readonly<Record<string, number>>): { marks: Record<string, number>; headline: number } {
  const fifths = MARKED_TASKS[task].map((dimension): [string, number] => {
    const mark = marks[dimension];
    if (mark === undefined || !Number.isInteger(mark) || mark < 0 || mark > HIGHEST_MARK) {
      throw new EngineError('input/bad-record', `a judge gave ${String(mark)} for ${dimension}, where 0 to ${HIGHEST_MARK} are possible`, { hint: 'ask the judge again or count the verdict as failed' });
    }
    return [dimension, mark / HIGHEST_MARK];
  });
  return { marks: Object.fromEntries(fifths), headline: (fifths.at(-1) as [string, number])[1] };
}
