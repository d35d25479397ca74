import { z } from 'zod';

const text = z.string().min(1);
const list = z.union([text, z.array(text)]).transform((value) => (Array.isArray(value) ? value : [value]));
const count = z.int().min(1);

/** What a configuration file for a run may hold; each key is the flag of that name with `_` for `-`. */
export const runConfigSchema = z.strictObject({
  data: list.optional().describe('benchmark files, or folders that hold some'),
  media_root: text.optional().describe('folder below which the media lie'),
  model: text.optional().describe('PROVIDER:NAME'),
  base_url: text.optional().describe('address of the model server'),
  out: text.optional().describe('folder of the run'),
  limit: count.optional().describe('only the first N items by sample_id'),
  filter: list.optional().describe('KEY=VALUE; all must hold'),
  concurrency: count.optional().describe('calls at a time'),
  repeats: count.optional().describe('times that each question is asked'),
  max_cost: z.number().positive().optional().describe('most that the run may cost, in US dollars'),
  canary: z.boolean().optional().describe('whether the model is shown plain pictures first'),
  requests_per_minute: count.optional().describe('calls begun in any minute; default: as the preset of the model says, else no limit'),
  tokens_per_minute: count.optional().describe('tokens of such calls; default as above'),
  timeout_sec: z.number().positive().max(300).optional().describe('longest time of one attempt'),
  max_wait_sec: z.number().positive().optional().describe('the run stops when the server answers nobody for so long'),
  retry_wait_sec: z.number().positive().max(60).optional().describe('wait after a first failed attempt; each further one is twice as long'),
  price: z.strictObject({ input: z.number().min(0), output: z.number().min(0) }).optional().describe('US dollars for a million tokens; default: the list price of the vendor'),
  max_frames: count.optional().describe('cap on the frames of a call; off protocol'),
  cache: text.optional().describe('frames and replies by hash'),
  cache_size: text.optional().describe('cap on the stored frames, such as 20GB'),
  seed: z.int().optional().describe('of intervals and of baseline:random'),
  judge: text.optional().describe('PROVIDER:NAME, or lexical'),
  judge_base_url: text.optional().describe('address of the judge\'s server'),
  judge_frames: z.boolean().optional().describe('whether the judge is shown the frames'),
  judge_concurrency: count.optional().describe('questions to the judge at a time'),
  judge_repeats: count.optional().describe('verdicts on each answer'),
  judge_price: z.strictObject({ input: z.number().min(0), output: z.number().min(0) }).optional().describe('as price, of the judge'),
  allow_self_judge: z.boolean().optional().describe('whether the tested model may be its own judge'),
  allow_upload: list.optional().describe('data sets whose pictures may go to a server elsewhere'),
});

export type RunConfig = z.infer<typeof runConfigSchema>;
