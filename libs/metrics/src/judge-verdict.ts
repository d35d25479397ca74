import { EngineError } from '@medstream/schema';

/**
 * What a judge said of one call, obtained beforehand: points of the rubric, the choice that an unreadable reply to a
 * closed item means (null: none), or that no usable verdict came. `round` is null for a single turn.
 */
export type JudgeVerdict =
  | { round: number | null; correctness: number; evidence_grounding: number; safety: number }
  | { round: number | null; choice: string | null }
  | { round: number | null; failed: true };

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
