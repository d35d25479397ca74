import { z } from 'zod';

import { sha256Schema } from './atoms.js';
import { usageSchema } from './prediction.js';

/**
 * What a judge said of one call: points of the rubric (0 to 2, 0 to 2, 0 to 1), the choice that an unreadable reply means
 * (null: none), or marks from 0 to 5 by dimension.
 */
export const judgementVerdictSchema = z.union([
  z.strictObject({ correctness: z.int().min(0).max(2), evidence_grounding: z.int().min(0).max(2), safety: z.int().min(0).max(1) }),
  z.strictObject({ choice: z.string().nullable() }),
  z.strictObject({ marks: z.record(z.string(), z.int().min(0).max(5)) }),
]);

/** One line of `judgements.jsonl`, in the order of sample_id, round, reply_repeat and repeat. */
export const judgementSchema = z.strictObject({
  sample_id: z.string().min(1),
  round: z.int().min(1).optional(),
  reply_repeat: z.int().min(1).optional().describe('`repeat` of the reply that the verdict is on; absent for the first'),
  repeat: z.int().min(0).describe('0: the verdict that scores; from 1 on: asked again to see how much verdicts move'),
  judge: z.string().describe('PROVIDER:NAME, or lexical'),
  question_sha256: sha256Schema.describe('hash of question, reference, rubric and answer: another answer needs another verdict'),
  key: sha256Schema.describe('hash of all that decides the verdict: the question, the judge with its settings and address, the prompt, the frames shown, the repeat'),
  verdict: judgementVerdictSchema.nullable().describe('null: the judgement failed'),
  failure: z
    .strictObject({ kind: z.enum(['unreadable', 'no-reply']), reason: z.string(), code: z.string().optional() })
    .optional()
    .describe('why there is no verdict; no-reply is asked again whenever a judge is there'),
  raw: z.string().nullable().describe('the last reply of the judge as it came; null when there was none'),
  turns: z.int().min(0).describe('questions put to the judge: 1, 2 with a repair turn, 0 for the lexical judge'),
  attempts: z.int().min(0).describe('calls made, retries included'),
  usage: usageSchema.nullable(),
  cached: z.boolean().describe('whether the verdict came from the cache'),
});

export type JudgementVerdict = z.infer<typeof judgementVerdictSchema>;
/** A verdict as it is kept. */
export type JudgementRecord = z.infer<typeof judgementSchema>;
