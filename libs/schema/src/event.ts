import { z } from 'zod';

import { sha256Schema } from './atoms.js';
import { SUBJECTS } from './subjects.js';

/** An id that a requester chooses for a build or run: it becomes part of file names and subjects' attributes. */
export const requestIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, 'expected 1 to 128 letters, digits, dots, dashes or underscores, starting with a letter or digit');

/** Absolute inside one of the configured roots, relative to the first root, or `obj://bucket/key`. */
const location = z.string().min(1).max(4096);

/** A file handed over by reference (claim check): never the content itself. */
export const artifactSchema = z.strictObject({
  path: location,
  sha256: sha256Schema.describe('checked before use'),
});

const price = z.strictObject({ input: z.number().min(0), output: z.number().min(0) });

const failure = {
  code: z.string().min(1),
  message: z.string(),
  request_sha256: sha256Schema.optional().describe('with `bus/conflicting-request`: of the refused data as canonical JSON, so that who follows the first request under this id can tell that it is not the end of theirs'),
};

/** The `data` of every event, by type. Lenient about additional fields: publishers outside may be newer than we are. */
export const EVENT_DATA_SCHEMAS = {
  [SUBJECTS.buildRequested]: z.looseObject({
    build_id: requestIdSchema,
    source: z.string().min(1).optional(),
    root: location.optional(),
    media_root: location.optional(),
    out: location,
    seed: z.int().optional(),
    limit: z.int().min(1).optional().describe('first N videos'),
    config: location.optional().describe('configuration file'),
    allow_missing_media: z.boolean().optional(),
  }),
  [SUBJECTS.videoRequested]: z.looseObject({ build_id: requestIdSchema, out: location, video: z.string().min(1).describe('key of the video in the build\'s plan') }),
  [SUBJECTS.videoPrepared]: z.looseObject({ build_id: requestIdSchema, out: location, video: z.string().min(1), timeline: artifactSchema }),
  [SUBJECTS.itemsConstructed]: z.looseObject({ build_id: requestIdSchema, out: location, video: z.string().min(1), candidates: artifactSchema }),
  [SUBJECTS.itemsValidated]: z.looseObject({ build_id: requestIdSchema, out: location, video: z.string().min(1) }),
  [SUBJECTS.benchmarkMaterialised]: z.looseObject({
    build_id: requestIdSchema,
    files: z.array(z.looseObject({ dataset: z.string(), path: location, sha256: sha256Schema, items: z.int().min(0) })),
    manifest: location,
  }),
  [SUBJECTS.buildFailed]: z.looseObject({ build_id: requestIdSchema, ...failure }),
  [SUBJECTS.runRequested]: z.looseObject({
    run_id: requestIdSchema,
    data: z.array(location).min(1),
    media_root: location,
    model: z.string().min(1).describe('PROVIDER:NAME'),
    out: location,
    base_url: z.url().optional(),
    judge: z.string().min(1).optional(),
    limit: z.int().min(1).optional().describe('first N items by sample_id'),
    repeats: z.int().min(1).max(1_000_000).optional().describe('times that each question is asked'),
    max_cost: z.number().positive().optional().describe('US dollars that the model and its judge may cost together, over all workers'),
    price: price.optional().describe('US dollars for a million tokens of the model, in place of the list price'),
    judge_price: price.optional().describe('the same of the judge'),
  }),
  [SUBJECTS.jobRequested]: z.looseObject({ run_id: requestIdSchema, out: location, job_id: z.string().min(1) }),
  [SUBJECTS.jobCompleted]: z.looseObject({ run_id: requestIdSchema, out: location, job_id: z.string().min(1) }),
  [SUBJECTS.judgingRequested]: z.looseObject({ run_id: requestIdSchema, out: location }),
  [SUBJECTS.runCompleted]: z.looseObject({
    run_id: requestIdSchema,
    summary: location,
    report: location,
    incomplete: z.boolean(),
    spent: z.looseObject({ cost_usd: z.number().min(0).describe('of the model and its judge'), calls: z.int().min(0) }).optional().describe('with max_cost: what the run took, earlier ones in its folder included'),
    stopped: z.looseObject({ code: z.string().min(1), message: z.string() }).optional().describe('why the rest was not asked'),
  }),
  [SUBJECTS.runFailed]: z.looseObject({ run_id: requestIdSchema, ...failure }),
  [SUBJECTS.deadLetter]: z.looseObject({
    code: z.string().min(1).describe('error code of the last attempt'),
    message: z.string(),
    attempts: z.int().min(1).describe('deliveries of the original'),
    original_subject: z.string().min(1),
    original: z.string().optional().describe('the message as it came, up to 256 KiB'),
    stream: z.string().optional(),
    sequence: z.int().min(1).optional(),
    sha256: sha256Schema.describe('of the original bytes'),
    size: z.int().min(0).describe('bytes of the original'),
  }),
} as const;

export type EventData = { [Type in keyof typeof EVENT_DATA_SCHEMAS]: z.infer<(typeof EVENT_DATA_SCHEMAS)[Type]> };
export type EventType = keyof EventData;

/**
 * The CloudEvents 1.0 envelope in structured JSON. Attributes of extensions are kept.
 * Source: CloudEvents specification 1.0.2, "Required Attributes" and "Optional Attributes".
 */
export const cloudEventSchema = z.looseObject({
  specversion: z.literal('1.0'),
  id: z.string().min(1).max(512).describe('unique with source; also the JetStream message id'),
  source: z.string().min(1).describe('who says so, a URI reference, e.g. /medstream/data-engine'),
  type: z.string().min(1).describe('equals the NATS subject'),
  subject: z.string().min(1).optional().describe('the build or run id'),
  time: z.iso.datetime({ offset: true }).optional(),
  datacontenttype: z.literal('application/json').optional(),
  data: z.unknown(),
});

/** One event with the data of its type. */
export interface MedstreamEvent<Type extends EventType = EventType> {
  specversion: '1.0';
  id: string;
  source: string;
  type: Type;
  subject?: string;
  time?: string;
  datacontenttype?: 'application/json';
  data: EventData[Type];
}
