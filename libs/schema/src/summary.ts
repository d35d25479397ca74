import { z } from 'zod';

import { judgingSummarySchema } from './judging-summary.js';

/** Name of the rules that sampling, prompts and scores follow; printed in every manifest. */
export const PROTOCOL = 'medstream-1';

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

const figureByName = z.record(z.string(), figureSchema);

/** Figures of one temporal mode; those that do not apply are absent. */
export const modeFiguresSchema = z.strictObject({
  content: figureSchema,
  content_pre: figureSchema.optional(),
  content_post: figureSchema.optional(),
  responsiveness: figureSchema.optional(),
  stability: figureSchema.optional(),
});
export type ModeFigures = z.infer<typeof modeFiguresSchema>;

/** Content and overall of one slice (organ, data set, task, …). */
export const sliceFiguresSchema = z.strictObject({ content: figureSchema, overall: figureSchema });
export type SliceFigures = z.infer<typeof sliceFiguresSchema>;

const slices = z.record(z.string(), sliceFiguresSchema);
const modes = z.record(z.string(), modeFiguresSchema);

/** `summary.json` of a run. */
export const summarySchema = z.strictObject({
  protocol: z.string(),
  items: z.int().min(0),
  jobs: z.int().min(0),
  overall: figureSchema.describe('micro mean of O over scored items: the headline'),
  macro: figureSchema.describe('mean over data sets of their mean O'),
  modes: modes.describe('the paper\'s table, by temporal mode'),
  organs: slices,
  datasets: slices,
  tasks: slices,
  label_sources: slices,
  question_types: slices,
  media_types: slices,
  tracks: z.record(z.string(), sliceFiguresSchema).optional(),
  rewards: figureByName.optional(),
  statuses: z.record(z.string(), z.int().min(0)).describe('rounds by status'),
  unscored: z.record(z.string(), z.int().min(0)).describe('items without a score, by reason'),
  decided_by: z.record(z.string(), z.int().min(0)).optional().describe('calls by what decided their content: exact, judge_accepted, …'),
  judging: judgingSummarySchema.optional().describe('what a judge did; absent without one'),
  never_alert: z.strictObject({ items: z.int().min(0), responsiveness: figureSchema }).describe('items whose right behaviour is silence'),
  sensitivity: z
    .array(z.strictObject({ kernel: z.enum(['exponential', 'linear', 'step']), tolerance_sec: z.number(), responsiveness: figureSchema }))
    .describe('R under other tolerances and kernels'),
  baselines: z
    .record(z.string(), z.strictObject({ overall: figureSchema, modes, datasets: slices.optional(), organs: slices.optional() }))
    .describe('policies that look at no picture, from the items alone'),
  skill: figureSchema.describe('(model - best constant baseline) / (1 - best); null when the best is 1'),
  bounds: z.strictObject({ low: z.number().nullable(), high: z.number().nullable() }).describe('of overall, as its own bounds say: with every unscored item wrong, and right'),
  leak_audit: z.strictObject({ jobs: z.int().min(0), violations: z.int().min(0) }).describe('jobs with frames, and those with a frame beyond their window'),
  incomplete: z.boolean().describe('true while a round failed by our fault'),
});
export type Summary = z.infer<typeof summarySchema>;
