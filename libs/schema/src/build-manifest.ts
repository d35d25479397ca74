import { z } from 'zod';

import { sha256Schema } from './atoms.js';

const counts = z.record(z.string(), z.int().min(0));

/** `OUT/manifest.json` of a build. Holds no absolute path, clock time or build id: same input, config and seed, same bytes. */
export const buildManifestSchema = z.strictObject({
  schema_version: z.literal(1),
  protocol: z.string(),
  versions: z.record(z.string(), z.string()).describe('engine, builders, schema; ffmpeg where media were read'),
  seed: z.int(),
  config: z.json().describe('every option that shapes the items, defaults included'),
  sources: z.array(
    z.strictObject({
      dataset: z.string(),
      licence: z.string(),
      citation: z.string(),
      access: z.string(),
      redistributable: z.boolean(),
      upload_allowed: z.boolean(),
      videos: z.int().min(0).describe('videos read'),
      videos_failed: z.int().min(0).describe('videos whose labels or media could not be read'),
      label_files: z.array(z.strictObject({ path: z.string(), sha256: sha256Schema })),
      vocabulary: z.record(z.string(), z.array(z.string())).describe('native labels by signal'),
    }),
  ),
  files: z.array(z.strictObject({ dataset: z.string(), path: z.string(), sha256: sha256Schema, items: z.int().min(0) })),
  counts: z.strictObject({
    items: z.int().min(0),
    rounds: z.int().min(0),
    rejected: z.int().min(0),
    by_mode: counts,
    by_task_mode: counts,
    by_question_type: counts,
    by_task: counts,
    by_label_source: counts,
    by_dataset: counts,
    never_alert: z.int().min(0),
  }),
  left_out: counts.describe('what the labels did not allow, by reason'),
  notes: z.array(z.string()).describe('what sources could not use, and warnings, in plain words'),
});
export type BuildManifest = z.infer<typeof buildManifestSchema>;
