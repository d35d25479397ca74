import { z } from 'zod';

/** What is known of a data set apart from any copy of it; one row of `medstream-data sources --json`. */
export const sourceDescriptorSchema = z.strictObject({
  id: z.string().min(1).describe('the name given to --source and written as `dataset`'),
  aliases: z.array(z.string()).describe('other spellings accepted by --source'),
  title: z.string(),
  organ: z.string().describe('organ or procedural domain'),
  access: z.string().describe('how the media are obtained'),
  licence: z.string(),
  citation: z.string(),
  redistributable: z.boolean().describe('whether the terms let media be passed on'),
  uploadAllowed: z.boolean().describe('whether the terms let pictures be sent to a model server that is not on this machine'),
  tracks: z.array(z.string()).describe('signals the source provides'),
  layout: z.array(z.string()).describe('the files it expects below --root'),
  outOfBody: z.enum(['white', 'black']).optional().describe('colour that the provider gave to whole pictures from outside the body; absent: such pictures are not marked so'),
});

export type SourceDescriptor = z.infer<typeof sourceDescriptorSchema>;
