import { z } from 'zod';

import { figureSchema } from './figure.js';

const count = z.int().min(0);
const spread = z.strictObject({ value: z.number().min(0).nullable().describe('null over nothing'), n: count.describe('items') });

/** What questions asked several times say of a model (metrics.md section 4, "Repeats"). */
export const repeatsSummarySchema = z.strictObject({
  times: z.int().min(2).describe('times that each question was asked'),
  complete: count.describe('items with a score in every repeat: what overall is over'),
  partial: count.describe('items with a score in some repeats and not in others: they have none, and are among the unscored'),
  runs: z
    .array(
      z.strictObject({
        repeat: count.describe('0: the first replies'),
        overall: z.number().nullable().describe('mean O over the complete items'),
        scored: count.describe('items with a score in this repeat'),
        statuses: z.record(z.string(), z.int().min(1)).describe('calls by status'),
      }),
    )
    .describe('each repeat by itself'),
  agreement: z
    .strictObject({ overall: figureSchema, modes: z.record(z.string(), figureSchema), tasks: z.record(z.string(), figureSchema) })
    .describe('share of items whose every call reads the same, or fails in the same way, in all repeats; items with a call that failed by our fault are left out'),
  standard_deviation: z
    .strictObject({ overall: spread, modes: z.record(z.string(), spread), tasks: z.record(z.string(), spread) })
    .describe('of O between the repeats of one item: root of the mean sample variance over the complete items'),
});
export type RepeatsSummary = z.infer<typeof repeatsSummarySchema>;
