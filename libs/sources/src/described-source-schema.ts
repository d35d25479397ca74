import { z } from 'zod';

const nameSchema = z.string().min(1);

/** What labels are about; stands in questions and names of tasks. */
const signalSchema = z.string().regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/, 'expected lower-case words with _ between them');

/** Labels in the order of the set; as a mapping where cells hold ids: `{"0": preparation, "1": dissection}`. */
const vocabularySchema = z.union([z.array(nameSchema).min(1), z.record(z.string(), nameSchema)]);

/** A column by its name in the header, or by its number (from 1) in a table without one. */
const columnSchema = z.union([nameSchema, z.int().min(1)]);

const commonShape = {
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'expected letters, digits, ".", "_" or "-"').describe('name of the data set'),
  title: nameSchema,
  organ: nameSchema.describe('organ or procedural domain'),
  access: nameSchema.default('not public').describe('how the media are obtained'),
  licence: nameSchema.default('not stated'),
  citation: nameSchema.default('not stated'),
  redistributable: z.boolean().default(false).describe('whether the media may be passed on'),
  upload_allowed: z.boolean().default(false).describe('whether pictures may be sent to a model server that is not on this machine'),
  out_of_body: z.enum(['white', 'black']).optional().describe('colour of whole pictures that were taken outside the body and made unrecognisable; absent: none are marked so'),
  case_pattern: z.string().optional().describe('regular expression on the video id whose first group names the patient or procedure; absent: each video is a case'),
};

const tableShape = {
  ...commonShape,
  label_source: z.enum(['original_annotation', 'hybrid', 'model_assisted']).default('original_annotation'),
  tables: z.string().min(1).describe('label files below the root, {video} in the file name'),
  media: z.array(z.string().includes('{video}')).min(1).describe('where the media of a video may be below the media root, the usual place first'),
  separator: z.enum(['comma', 'semicolon', 'tab', 'white space']).default('comma'),
  header: z.boolean().default(true).describe('whether the first line names the columns'),
};

const overlayKnown = z.enum(['whole video', 'never']).default('never').describe('event and blind tracks: where absence of a segment says that it did not happen');

const intervalTableSchema = z.strictObject({
  ...tableShape,
  format: z.literal('interval-table'),
  columns: z.strictObject({ video: columnSchema.optional(), start: columnSchema, end: columnSchema, label: columnSchema, signal: columnSchema.optional() }),
  time: z.discriminatedUnion('unit', [
    z.strictObject({ unit: z.enum(['seconds', 'milliseconds', 'clock']) }),
    z.strictObject({ unit: z.literal('frames'), frame_rate: z.number().positive(), first_frame: z.union([z.literal(0), z.literal(1)]), end_included: z.boolean() }),
  ]),
  tracks: z
    .array(z.strictObject({ signal: signalSchema, role: z.enum(['state', 'event', 'blind']).default('state'), vocabulary: vocabularySchema, absence_known: overlayKnown }))
    .min(1),
});

const frameTableSchema = z.strictObject({
  ...tableShape,
  format: z.literal('frame-table'),
  rows: z.strictObject({
    column: columnSchema.describe('the frame number'),
    frame_rate: z.number().positive().describe('frames a second that the numbers count'),
    first_frame: z.union([z.literal(0), z.literal(1)]),
    every: z.int().min(1).default(1).describe('frames from one row to the next'),
  }),
  unknown_cells: z.array(z.string()).default([]).describe('what a cell holds where nothing is known, e.g. "" or "-1"'),
  tracks: z
    .array(
      z.union([
        z.strictObject({ signal: signalSchema, column: columnSchema, vocabulary: vocabularySchema }),
        z.strictObject({ signal: signalSchema, columns: z.record(nameSchema, columnSchema).describe('label -> column of 0 and 1') }),
      ]),
    )
    .min(1),
});

const directoryLabelSchema = z.strictObject({
  ...commonShape,
  format: z.literal('directory-label'),
  folder: z.string().default('').describe('folder of the label folders below the media root'),
  signal: signalSchema,
  vocabulary: z.array(nameSchema).min(1).optional().describe('labels in the order of the set; absent: the folders that are there'),
});

const clipListSchema = z.strictObject({
  ...commonShape,
  format: z.literal('clip-list'),
  label_source: z.enum(['original_annotation', 'directory_label', 'hybrid', 'model_assisted']).default('directory_label'),
  lists: z.array(z.string().regex(/^[^/\\]+$/, 'expected the name of a file in the root')).min(1).describe('lists in the root; those that a copy lacks are passed over'),
  prefix: z.string().min(1).default('__DATA_ROOT__').describe('what stands in the paths of a list for the media root'),
  signal: signalSchema,
  says: z.enum(['state', 'class']).default('state').describe('whether the label holds at every moment of the clip, or names what the clip shows as a whole'),
  vocabulary: z.record(z.string().regex(/^\d+$/, 'expected the ids of labels'), nameSchema).describe('id -> label'),
});

/** A data set described in a file instead of in code. */
export const describedSourceSchema = z.discriminatedUnion('format', [intervalTableSchema, frameTableSchema, directoryLabelSchema, clipListSchema]);

export const DESCRIBED_FORMATS = { 'interval-table': intervalTableSchema, 'frame-table': frameTableSchema, 'directory-label': directoryLabelSchema, 'clip-list': clipListSchema } as const;

export type DescribedSource = z.infer<typeof describedSourceSchema>;
export type IntervalTable = z.infer<typeof intervalTableSchema>;
export type FrameTable = z.infer<typeof frameTableSchema>;
export type DirectoryLabel = z.infer<typeof directoryLabelSchema>;
export type ClipList = z.infer<typeof clipListSchema>;
export type Column = z.infer<typeof columnSchema>;

/** Labels in order, and what each cell says. */
export function readVocabulary(vocabulary: z.infer<typeof vocabularySchema>): { labels: string[]; labelOfCell: ReadonlyMap<string, string> } {
  const entries = Array.isArray(vocabulary) ? vocabulary.map((label): [string, string] => [label, label]) : Object.entries(vocabulary);
  return { labels: [...new Set(entries.map(([, label]) => label))], labelOfCell: new Map(entries) };
}
