import { z } from 'zod';

import { microsSchema, sha256Schema } from './atoms.js';
import { LABEL_SOURCES } from './item.js';
import { mediaPathSchema } from './media-path.js';

/** What is known of the media behind a timeline. Unknown facts are null. */
export const timelineMediaSchema = z.strictObject({
  path: mediaPathSchema.describe('relative to the media root'),
  type: z.enum(['video', 'image', 'image_sequence']),
  isPresent: z.boolean().describe('whether the file was there when the timeline was made'),
  lastFrameMicros: microsSchema.nullable().describe('pts of the last frame relative to the first; null when the media was not read'),
  frameRate: z.number().positive().nullable().describe('nominal frames per second; never used to find a frame'),
  width: z.int().positive().nullable().describe('pixels, display orientation'),
  height: z.int().positive().nullable().describe('pixels, display orientation'),
});

/** A label that holds over [startMicros, endMicros). */
export const segmentSchema = z.strictObject({ startMicros: microsSchema, endMicros: microsSchema, label: z.string().min(1) });

const trackBase = {
  signal: z.string().min(1).describe('what the labels are about: phase, step, tool, view, event, …; the first word of task names'),
  vocabulary: z.array(z.string().min(1)).describe('every native label of the data set in its own order, seen here or not'),
  labelSource: z.enum(LABEL_SOURCES),
};

/**
 * Labels over time. An instant inside no segment is unknown, never "nothing".
 * `role` says what the labels mean for other signals:
 * - `state`: at most one label at a time; segments do not overlap (phase, step);
 * - `event`: segments mark occurrences, may overlap a state, and outside them the event is known to be absent
 *   wherever the track's `known` spans reach;
 * - `blind`: while a segment lasts, the picture cannot show the procedure (out of body, black frames).
 */
export const intervalTrackSchema = z.strictObject({
  kind: z.literal('interval'),
  role: z.enum(['state', 'event', 'blind']),
  ...trackBase,
  segments: z.array(segmentSchema).describe('sorted by start; adjacent equal labels are merged'),
  instantsMicros: z
    .array(microsSchema)
    .nullable()
    .describe('sorted labelled instants where labels were given for scattered moments only; null where labels hold continuously inside segments'),
  known: z
    .array(z.strictObject({ startMicros: microsSchema, endMicros: microsSchema }))
    .nullable()
    .describe('event and blind tracks: spans over which absence is known; null for state tracks'),
});

/** A set of labels for each sampled instant. Labels of null mean unknown; an empty list means nothing is present. */
export const presenceTrackSchema = z.strictObject({
  kind: z.literal('presence'),
  ...trackBase,
  holdMicros: microsSchema.describe('how long one sample holds: the labelling period of the data set, e.g. 1,000,000'),
  samples: z.array(z.strictObject({ atMicros: microsSchema, labels: z.array(z.string()).nullable() })).describe('sorted by atMicros, no two equal'),
});

/** Who does what to what, for each sampled instant. Triplets of null mean unknown; an empty list means no action. */
export const tripletTrackSchema = z.strictObject({
  kind: z.literal('triplet'),
  ...trackBase,
  vocabulary: trackBase.vocabulary.describe('every triplet the data set allows, as "instrument,verb,target"'),
  holdMicros: microsSchema.describe('how long one sample holds'),
  samples: z.array(
    z.strictObject({
      atMicros: microsSchema,
      triplets: z.array(z.strictObject({ instrument: z.string().min(1), verb: z.string().min(1), target: z.string().min(1) })).nullable(),
    }),
  ),
});

/** Ratings of a whole recording: one entry a scale and rater, and where the data set defines them grades read from a scale. */
export const scoreTrackSchema = z.strictObject({
  kind: z.literal('score'),
  ...trackBase,
  vocabulary: trackBase.vocabulary.describe('names of the grades, lowest first; empty where the data set defines none'),
  values: z.array(
    z.strictObject({
      scale: z.string().min(1).describe('what is rated, e.g. "respect for tissue"'),
      value: z.number().nullable().describe('null where the cell is blank'),
      min: z.number().nullable().describe('lowest possible value; null for counts and measures without a bound'),
      max: z.number().nullable(),
      rater: z.string().nullable().describe('null where the data set names none'),
    }),
  ),
  grade: z.string().nullable().describe('member of vocabulary; null where none is given or follows'),
});

/** One label for a whole recording, an image, or a stated part of a recording. */
export const classTrackSchema = z.strictObject({
  kind: z.literal('class'),
  ...trackBase,
  label: z.string().min(1),
  span: z.strictObject({ startMicros: microsSchema, endMicros: microsSchema }).nullable().describe('null: the whole recording or image'),
});

/** A rectangle in pixels of the display-oriented picture: x0 < x1, y0 < y1; x to the right, y down. */
export const regionBoxSchema = z.strictObject({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() });

const regionSamples = <Region extends z.ZodType>(region: Region) =>
  z.array(z.strictObject({ atMicros: microsSchema, regions: z.array(region).nullable().describe('null: not annotated; empty: annotated and nothing there') }));

const regionTrackBase = {
  ...trackBase,
  holdMicros: microsSchema.describe('how long one sample holds; 0 for a picture that stands for its own instant'),
  frameWidth: z.int().positive().describe('pixels of the annotated picture'),
  frameHeight: z.int().positive(),
};

/** Labelled rectangles for each annotated instant. */
export const boxTrackSchema = z.strictObject({
  kind: z.literal('box'),
  ...regionTrackBase,
  samples: regionSamples(z.strictObject({ label: z.string().min(1), box: regionBoxSchema, attribute: z.string().nullable() })),
});

/** Labelled areas for each annotated instant, by what can be asked of them: extent, centre and share of the picture. */
export const maskTrackSchema = z.strictObject({
  kind: z.literal('mask'),
  ...regionTrackBase,
  samples: regionSamples(
    z.strictObject({
      label: z.string().min(1),
      box: regionBoxSchema,
      centre: z.strictObject({ x: z.number(), y: z.number() }).describe('centre of mass in pixels'),
      areaShare: z.number().min(0).max(1).describe('share of the picture'),
    }),
  ),
});

/** One signal of a timeline (architecture.md, "prepare"). */
export const trackSchema = z.discriminatedUnion('kind', [
  intervalTrackSchema,
  presenceTrackSchema,
  tripletTrackSchema,
  scoreTrackSchema,
  classTrackSchema,
  boxTrackSchema,
  maskTrackSchema,
]);

/**
 * One video or image sequence with its labels, in one time base: integer microseconds from the first displayed frame.
 * After this everything knows track kinds, never data sets (architecture.md, "prepare").
 */
export const timelineSchema = z.strictObject({
  schemaVersion: z.literal(1),
  dataset: z.string().min(1),
  videoId: z.string().min(1),
  caseId: z.string().min(1),
  organ: z.string().min(1),
  media: timelineMediaSchema,
  tracks: z.array(trackSchema),
  sourceFiles: z.array(z.strictObject({ path: z.string(), sha256: sha256Schema })).describe('label files read, below the data root'),
  notes: z.array(z.string()).describe('what the source could not use, in plain words (for example a missing tool row)'),
});

export type Timeline = z.infer<typeof timelineSchema>;
export type TimelineMedia = z.infer<typeof timelineMediaSchema>;
export type Track = z.infer<typeof trackSchema>;
export type IntervalTrack = z.infer<typeof intervalTrackSchema>;
export type PresenceTrack = z.infer<typeof presenceTrackSchema>;
export type TripletTrack = z.infer<typeof tripletTrackSchema>;
export type ScoreTrack = z.infer<typeof scoreTrackSchema>;
export type ClassTrack = z.infer<typeof classTrackSchema>;
export type BoxTrack = z.infer<typeof boxTrackSchema>;
export type MaskTrack = z.infer<typeof maskTrackSchema>;
export type RegionBox = z.infer<typeof regionBoxSchema>;
export type Segment = z.infer<typeof segmentSchema>;
