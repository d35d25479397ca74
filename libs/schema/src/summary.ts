import { z } from 'zod';

import { figureSchema } from './figure.js';
import { judgingSummarySchema } from './judging-summary.js';
import { repeatsSummarySchema } from './repeats-summary.js';

/** Name of the rules that sampling, prompts and scores follow; printed in every manifest. */
export const PROTOCOL = 'medstream-1';

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
  repeats: repeatsSummarySchema.optional().describe('how far repeats agree; absent where each question was asked once'),
  judging: judgingSummarySchema.optional().describe('what a judge did; absent without one'),
  never_alert: z.strictObject({ items: z.int().min(0), responsiveness: figureSchema }).describe('items whose right behaviour is silence'),
  sensitivity: z
    .array(z.strictObject({ kernel: z.enum(['exponential', 'linear', 'step']), tolerance_sec: z.number(), responsiveness: figureSchema }))
    .describe('R under other tolerances and kernels'),
  baselines: z
    .record(z.string(), z.strictObject({ overall: figureSchema, modes, datasets: slices.optional(), organs: slices.optional(), tasks: slices.optional(), label_sources: slices.optional() }))
    .describe('policies that look at no picture, from the items alone'),
  skill: figureSchema.describe('(model - best constant baseline) / (1 - best), over the items that the model has a score for; the best is that over all items; null when it scores 1'),
  bounds: z.strictObject({ low: z.number().nullable(), high: z.number().nullable() }).describe('of overall, as its own bounds say: with every unscored item wrong, and right'),
  leak_audit: z.strictObject({ jobs: z.int().min(0), violations: z.int().min(0) }).describe('jobs with frames, and those with a frame beyond their window'),
  incomplete: z.boolean().describe('true while a round failed by our fault'),
});
export type Summary = z.infer<typeof summarySchema>;
