import { z } from 'zod';

/** One figure: a value over n cases with its 95 % interval. `value` is null over nothing. */
export const figureSchema = z.strictObject({
  value: z.number().nullable(),
  n: z.int().min(0).describe('cases the value is over: items, or where the note says so rounds'),
  ci95: z.tuple([z.number(), z.number()]).nullable().describe('percentile interval of the cluster bootstrap; null when not estimable'),
  bounds: z
    .tuple([z.number(), z.number()])
    .nullable()
    .optional()
    .describe('the value with every case it applies to and that is not scored wrong (0), and right (1); null where it applies to no case; absent for paired differences'),
  note: z.string().optional().describe('e.g. "not estimable: 4 cases"'),
});
export type Figure = z.infer<typeof figureSchema>;
