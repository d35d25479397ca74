import { z } from 'zod';

import { sha256Schema } from './atoms.js';

/** `manifest.json` of a run. Holds no absolute path, clock time, secret or run id. */
export const runManifestSchema = z.strictObject({
  schema_version: z.literal(1),
  protocol: z.string(),
  versions: z.record(z.string(), z.string()).describe('engine, prompt, the generator of random numbers, and where frames were decoded ffmpeg and sharp'),
  model: z.string().describe('PROVIDER:NAME'),
  model_settings: z.json().describe('temperature, output token limit, image format: all that shapes a reply; no key, no address'),
  judge: z.string().nullable().describe('PROVIDER:NAME, or lexical; null: no judge took part in the scores'),
  judging: z
    .strictObject({
      settings: z.json().describe('all that shapes a reply of the judge; no key, no address'),
      prompt: z.string().describe('version of the wording'),
      prompt_sha256: sha256Schema,
      shows_frames: z.boolean().describe('whether the judge saw the frames of the answerer (--judge-frames)'),
      repeats: z.int().min(1).describe('verdicts asked for on each answer; the first scores'),
      note: z.string().optional().describe('what stands beside every figure it takes part in, such as that the judge is the tested model'),
    })
    .optional()
    .describe('how the judge was asked; absent without a judge'),
  seed: z.int(),
  sampling: z.strictObject({
    period_sec: z.number().positive(),
    max_frames: z.int().positive().nullable().describe('null: no cap'),
    image: z.string().describe('encoding of the pictures that are sent'),
  }),
  off_protocol: z.array(z.string()).describe('every setting that departs from the protocol, in plain words'),
  data: z.array(z.strictObject({ file: z.string().describe('file name without folders'), sha256: sha256Schema, items: z.int().min(0) })),
  items: z.int().min(0),
  jobs: z.int().min(0),
  repeats: z.int().min(2).optional().describe('times that each question was asked; absent: once'),
  plan_parts: z.record(z.string(), sha256Schema).describe('hash of each thing that decides the plan; resume names the part that differs'),
  plan_hash: sha256Schema,
  uploads_allowed: z.array(z.string()).describe('data sets named by --allow-upload'),
});
export type RunManifest = z.infer<typeof runManifestSchema>;
