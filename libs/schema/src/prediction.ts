import { z } from 'zod';

import { sha256Schema } from './atoms.js';

/** Statuses caused by the model; all but `ok` score 0. */
export const MODEL_STATUSES = ['ok', 'invalid', 'truncated', 'refused', 'blocked', 'empty'] as const;
/** Statuses that are our fault: never scored, never cached, retried on resume. */
export const ENGINE_STATUSES = ['transport_error', 'decode_error', 'missing'] as const;
/** How one call ended (contracts.md section 4). */
export const PREDICTION_STATUSES = [...MODEL_STATUSES, ...ENGINE_STATUSES] as const;

export type PredictionStatus = (typeof PREDICTION_STATUSES)[number];
export type EngineStatus = (typeof ENGINE_STATUSES)[number];

/** True for a status that is our fault and is retried on resume. */
export function isEngineStatus(status: PredictionStatus): status is EngineStatus {
  return (ENGINE_STATUSES as readonly string[]).includes(status);
}

/** Tokens one call took; null where the server does not say. */
export const usageSchema = z.strictObject({
  input_tokens: z.int().min(0).nullable(),
  output_tokens: z.int().min(0).nullable(),
});

/** One line of `predictions.jsonl`. */
export const predictionSchema = z.strictObject({
  job_id: z.string().min(1),
  sample_id: z.string().min(1),
  round: z.int().min(1).optional(),
  repeat: z.int().min(1).optional().describe('asked again so many times before; absent for the first reply'),
  status: z.enum(PREDICTION_STATUSES),
  raw: z.string().nullable().describe('the reply as it came; null when there was none'),
  value: z.json().optional().describe('what the reply reads as: a choice, a sorted list of choices, a status; absent when not ok'),
  frames: z.array(sha256Schema).describe('pictures sent, in order'),
  model: z.string().describe('PROVIDER:NAME'),
  error: z.strictObject({ code: z.string(), message: z.string() }).optional().describe('what went wrong; never an answer'),
  attempts: z.int().min(0).describe('calls made for this job'),
  latency_ms: z.number().min(0).nullable().describe('time of the last call; null when none was made'),
  usage: usageSchema.nullable(),
  cached: z.boolean().describe('whether the reply came from the reply cache'),
});

/** One line of predictions made elsewhere. */
export const outsidePredictionSchema = z.looseObject({
  sample_id: z.string().min(1),
  round: z.int().min(1).nullish().describe('streaming only; null, as tables write what is not there, is the same as absent'),
  output: z.string(),
});

export type Usage = z.infer<typeof usageSchema>;
export type Prediction = z.infer<typeof predictionSchema>;
export type OutsidePrediction = z.infer<typeof outsidePredictionSchema>;
