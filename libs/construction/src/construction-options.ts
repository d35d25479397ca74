import { z } from 'zod';

const seconds = z.number().positive().max(3600);
const share = z.number().min(0).max(0.9);

/**
 * Everything that shapes the items of one video. Times are seconds; a share is a part of all items of one
 * (video, task), so 0.2 asks for one such item beside four others.
 */
export const constructionOptionsSchema = z
  .strictObject({
    seed: z.int().default(1).describe('every choice left to chance follows from it'),
    window_sec: seconds.default(30).describe('length of the evidence window of single-turn items'),
    clip_max_sec: seconds.default(600).describe('longest recording, or labelled part of one, that is asked about as a whole'),
    sampling_period_sec: seconds.default(2).describe('seconds between sampled frames; also how dense labels must be to prove that something did not happen'),
    horizon_sec: seconds.default(30).describe('how far single-turn future questions look ahead'),
    streaming_horizon_sec: seconds.default(60).describe('how far streaming future questions look ahead; every round lies inside it'),
    tolerance_sec: seconds.default(2).describe('delta: how far a response may lie from t*; also how far apart two labels may lie that give a t*'),
    boundary_margin_sec: z.number().min(0).max(60).default(1).describe('single-turn questions keep this far from the next change of a label'),
    max_items_per_task: z.int().min(1).max(1000).default(10).describe('cap per (video, task, task mode)'),
    max_items_per_label: z.int().min(1).max(1000).default(5).describe('cap per answer inside one (video, task, task mode)'),
    max_choices: z.int().min(2).max(26).default(6).describe('choices of a closed item; more only where several answers are right'),
    never_alert_share: share.default(0.2).describe('part of the proactive items in which the event never comes'),
    unanswerable_share: share.default(0.1).describe('part of the present items asked while the picture cannot show the answer'),
    beyond_horizon_share: share.default(0.2).describe('part of the single-turn future items that ask beyond five horizons'),
    open_share: share.default(0.25).describe('part of the items with a free-text form that are written open'),
    rounds_min: z.int().min(2).max(100).default(3).describe('fewest rounds of a streaming item'),
    rounds_max: z.int().min(2).max(100).default(6).describe('most rounds of a streaming item'),
    lead_sec: seconds.default(40).describe('longest time between the query and the event in streaming items'),
  })
  .refine((options) => options.rounds_min <= options.rounds_max, { path: ['rounds_min'], message: 'must not be over rounds_max' });

export type ConstructionOptions = z.infer<typeof constructionOptionsSchema>;
