import { z } from 'zod';

import { timeSchema } from './atoms.js';
import { PREDICTION_STATUSES } from './prediction.js';

const unit = z.number().min(0).max(1);

/** Why an item or round has no score. */
export const UNSCORED_REASONS = ['no_judge', 'judge_failed', 'transport_error', 'decode_error', 'missing', 'unreadable_gold'] as const;
export type UnscoredReason = (typeof UNSCORED_REASONS)[number];

/**
 * What decided the content of one call: its choice, equality with the reference, an abstention on either side, a
 * proactive status, a failed or unreadable reply (`status`), a judge's points, a choice the judge read in it, or the
 * reward of a task that has one.
 */
export const CONTENT_DECISIONS = ['choice', 'exact', 'abstention', 'alert_status', 'status', 'judge', 'judge_accepted', 'reward'] as const;
export type ContentDecision = (typeof CONTENT_DECISIONS)[number];

/** One round (or the single turn) of a scored item. */
export const roundScoreSchema = z.strictObject({
  round: z.int().min(1).nullable().describe('null for single-turn items'),
  status: z.enum(PREDICTION_STATUSES),
  value: z.json().nullable().describe('the parsed answer; null when there is none'),
  content: unit.nullable().describe('C of this round; null when not scored'),
  decided_by: z.enum(CONTENT_DECISIONS).optional().describe('what decided the content; absent when not scored'),
});

/** One line of `scores.jsonl`: an item, or one repeat of it. A figure that is not applicable or not scored is null. */
export const itemScoreSchema = z.strictObject({
  sample_id: z.string().min(1),
  repeat: z.int().min(1).optional().describe('score of the replies that were asked for again so many times before; absent for the first'),
  content: unit.nullable().describe('C, the mean over rounds for streaming items'),
  content_pre: unit.nullable().describe('C over rounds before t*; streaming only'),
  content_post: unit.nullable().describe('C over rounds from t* on; streaming only'),
  responsiveness: unit.nullable().describe('R; streaming only'),
  stability: unit.nullable().describe('S; null where no round lies at or after t*'),
  overall: z.number().min(0).nullable().describe('O'),
  first_positive_time: timeSchema.nullable().describe('t^: current_time of the first positive round; null when there was none'),
  statuses: z.partialRecord(z.enum(PREDICTION_STATUSES), z.int().min(1)).describe('how many rounds ended how'),
  f1: unit.optional().describe('multi-select: F1 of the set, a second figure'),
  reward: z
    .strictObject({ task: z.number(), format: z.number(), total: z.number() })
    .optional()
    .describe('tasks with a reward: of the answer in [0, 1], of its form (0 or 1), and both as their authors add them'),
  marks: z.record(z.string(), unit).optional().describe('tasks that a judge marks from 0 to 5: each dimension, divided by 5'),
  unscored_reason: z.enum(UNSCORED_REASONS).optional(),
  note: z.string().optional().describe('what was done with a doubtful item, e.g. t* beyond the last round'),
  rounds: z.array(roundScoreSchema),
});

export type RoundScore = z.infer<typeof roundScoreSchema>;
export type ItemScore = z.infer<typeof itemScoreSchema>;
