import { describeIssues, EngineError, parseJsonText, sha256Schema } from '@medstream/schema';
import { z } from 'zod';

const letters = z.array(z.string().regex(/^[A-Z]$/));

/**
 * What stays with whoever holds the check and never reaches a rater: which item each number of the sheet is, and which
 * answers are its own.
 */
export const reviewKeySchema = z.strictObject({
  schema_version: z.literal(1),
  sheet: z.string().regex(/^sheet-[0-9a-f]{16}$/).describe('id of the sheet, by its content'),
  seed: z.int(),
  raters: z.int().min(2).max(100),
  filters: z.record(z.string(), z.string()).describe('which items were to be drawn from; all where empty'),
  frames: z.strictObject({ max: z.int(), side: z.int() }).describe('pictures of an item at most, and their longer side in pixels'),
  population: z.record(z.string(), z.strictObject({ items: z.int(), sampled: z.int() })).describe('by data set, mode and type of question: how many items there are, and on the sheet'),
  left_out: z.record(z.string(), z.int()).describe('items that were drawn and cannot be shown, by reason'),
  items: z
    .array(
      z.strictObject({
        number: z.int().min(1),
        sample_id: z.string(),
        item_sha256: sha256Schema.describe('of the item without its quality: the same item has to be there at the end'),
        round: z.int().min(1).nullable(),
        case_id: z.string(),
        dataset: z.string(),
        temporal_mode: z.string(),
        question_type: z.string(),
        task: z.string(),
        label_source: z.string(),
        options: letters,
        several: z.boolean(),
        supporting: z.array(letters).min(1),
      }),
    )
    .min(1)
    .max(10_000),
});
export type ReviewKey = z.infer<typeof reviewKeySchema>;
export type KeyItem = ReviewKey['items'][number];

/** @param name what the text is, for the error. @throws EngineError `input/not-json`, `input/bad-record` */
export function readReviewKey(text: string, name: string): ReviewKey {
  const parsed = reviewKeySchema.safeParse(parseJsonText(text, name));
  if (parsed.success) return parsed.data;
  const [issue] = describeIssues(parsed.error);
  throw new EngineError('input/bad-record', `${name} is no key of a review sheet: ${issue?.path ?? ''} ${issue?.message ?? ''}`, { hint: 'name the key.json that review export wrote', cause: parsed.error });
}
