import { z } from 'zod';

import { sha256Schema, timeRangeSchema, timeSchema } from './atoms.js';
import { mediaPathSchema } from './media-path.js';

/** One line of `jobs.jsonl`: one model call that a run intends. */
export const jobSchema = z.strictObject({
  job_id: z.string().min(1).describe('derived from everything that decides the call'),
  sample_id: z.string().min(1),
  round: z.int().min(1).optional().describe('streaming only, 1-based'),
  repeat: z.int().min(1).optional().describe('asked again so many times before; absent for the first reply'),
  media_path: mediaPathSchema,
  input_range: timeRangeSchema.describe('this call\'s evidence window'),
  targets: z.array(timeSchema).describe('requested times, ascending; empty for models that look at no frames'),
  prompt_hash: sha256Schema.describe('SHA-256 of the prompt text'),
});

export type Job = z.infer<typeof jobSchema>;
