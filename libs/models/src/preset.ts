import { z } from 'zod';

/** What is known of one model before it is asked; one file of `presets/` exports one as `preset`. */
export const presetSchema = z.strictObject({
  name: z.string().regex(/^[a-z]+:\S+$/).describe('what to write after --model: PROVIDER:NAME, the name as the server knows it'),
  title: z.string().min(1).describe('as results are labelled; the file is named after it'),
  limits: z.strictObject({
    context_tokens: z.int().min(1).describe('tokens of prompt, pictures and reply together'),
    max_images: z.int().min(1).describe('pictures of one call that fit at the protocol\'s size'),
    requests_per_minute: z.int().min(1).optional().describe('what the vendor lets an account begin in a minute; a configuration may say otherwise'),
    tokens_per_minute: z.int().min(1).optional().describe('tokens of such calls'),
  }),
  image: z.strictObject({
    media_type: z.enum(['image/jpeg', 'image/png']),
    max_side: z.int().min(1).describe('long side in pixels'),
  }),
  thinking: z.string().min(1).describe('how it is kept from thinking aloud, or how far that is possible'),
  request: z.record(z.string(), z.json()).describe('fields of the vendor\'s request beside those of every call; part of the settings'),
  serve: z.string().nullable().describe('the command that serves it; null for a service of its vendor'),
  serve_note: z.string().optional().describe('what the command needs'),
});

export type ModelPreset = z.infer<typeof presetSchema>;
