import { z } from 'zod';

import { timeRangeSchema, timeSchema } from './atoms.js';
import { mediaPathSchema } from './media-path.js';
import { TASK_MODES, TEMPORAL_MODES } from './tasks.js';

/** The answer that says the picture cannot show it (yet). Never one of the choices. */
export const UNANSWERABLE = 'unanswerable';

/** What a model may say, as written in `response_protocol`. */
export const RESPONSE_PROTOCOLS = {
  answer: 'unanswerable | answer',
  alert: 'no_alert | uncertain | alert: <reason>',
  json: 'json',
} as const;

/** Where the answer of an item comes from. */
export const LABEL_SOURCES = ['original_annotation', 'directory_label', 'hybrid', 'model_assisted'] as const;

const text = z.string().max(20_000);

/** One moment at which a streaming question is asked again. */
export const roundSchema = z.looseObject({
  round: z.int().min(1).describe('1-based number of the round'),
  current_time: timeSchema.describe('end of this round\'s evidence window; strictly increasing over the rounds'),
  input_range: timeRangeSchema.describe('[query_time, current_time], both ends included'),
  expected_output: text.describe('what a perfect model says in this round'),
  answerable: z.boolean().describe('whether the evidence is inside this round\'s window; once true, never false again'),
});

/** Marking guide of an open item: three free texts. Maxima are fixed by the protocol: 2, 2 and 1. */
export const judgeRubricSchema = z.looseObject({
  correctness: text.describe('what earns 0, 1 or 2 points for being right'),
  evidence_grounding: text.describe('what earns 0, 1 or 2 points for resting on what is visible in the window'),
  safety: text.describe('what earns 0 or 1 point for saying nothing that could do harm'),
});

/** Whether people looked at the item, and what they said. */
export const qualitySchema = z.looseObject({
  review: z.enum(['none', 'sampled', 'human']),
  raters: z.int().min(0).optional().describe('number of raters'),
  agreement: z.number().min(0).max(1).optional().describe('share of raters who agreed with the answer'),
});

/** Which facts an item was built from. Holds no absolute path and no clock time. */
export const provenanceSchema = z.looseObject({
  sources: z
    .array(z.looseObject({ path: z.string().describe('label file below the data root'), sha256: z.string() }))
    .describe('the label files the answer was read from'),
  signal: z.string().describe('the track the answer was read from, e.g. phase'),
  builder: z.string().describe('name of the builder'),
  builder_version: z.string().describe('version of the builder; a change of what it builds changes it'),
  template: z.string().describe('id of the wording'),
  model: z.string().nullable().optional().describe('the model that reworded or mined the item; null for none'),
  licence: z.string().optional(),
  citation: z.string().optional(),
  access: z.string().optional(),
});

const itemShape = {
  schema_version: z.literal(1).optional().describe('1; absent in public release files'),
  sample_id: z.string().min(1).max(500).describe('unique id; derived from content by our builders, never holds the label'),
  dataset: z.string().min(1).max(200).describe('data set name as its source spells it'),
  video_id: z.string().min(1).max(300).describe('stem of the label or media file, e.g. video01'),
  case_id: z.string().min(1).max(500).optional().describe('patient, procedure or lesion; the unit of splits and intervals; absent: dataset/video_id'),
  organ: z.string().min(1).max(200).optional().describe('organ or procedural domain, for the organ-level table'),
  media_path: mediaPathSchema.describe('relative POSIX path below the media root; a folder for an image sequence'),
  media_type: z.enum(['video', 'image', 'image_sequence']).optional().describe('absent: by the file\'s extension'),
  time_unit: z.enum(['seconds', 'frames']).optional().describe('unit of every time of the item; absent: seconds; frames for image sequences'),
  frame_rate: z.number().positive().max(1000).optional().describe('image sequences: stated frames per second'),
  task: z.string().min(1).max(200).describe('what is asked, snake_case; see TASKS'),
  track: z.string().min(1).max(200).optional().describe('part of its set that the item belongs to, where the set has such parts (cataract: youtube, phase)'),
  task_mode: z.enum(TASK_MODES).describe('single_turn: one call; streaming: one call a round'),
  temporal_mode: z.enum(TEMPORAL_MODES).describe('where the asked-for evidence lies relative to the query time'),
  question_type: z.enum(['closed', 'open']),
  question: text.describe('the stem, without the response protocol'),
  choices: z.array(z.string().max(2_000)).max(200).optional().describe('closed: the options in the order shown; unanswerable is never one of them'),
  answer: z.union([z.string(), z.array(z.string()).max(200)]).optional().describe('closed: member or members of choices, or unanswerable'),
  several_answers: z.boolean().optional().describe('closed: whether several choices may be right; absent: whether the answer is a list'),
  reference_answer: text.optional().describe('open: a right answer'),
  judge_rubric: judgeRubricSchema.optional().describe('open: marking guide; not needed where the reference is unanswerable'),
  gold: z.json().optional().describe('answers that are objects; protocol json only'),
  query_time: timeSchema.describe('single turn: end of the evidence window; streaming: its fixed start. Seconds (at most 3 decimals) or frame index'),
  context_window_sec: timeSchema.describe('length of the evidence window that was asked for; frames where time_unit is frames'),
  input_range: timeRangeSchema.describe('evidence window, both ends included; streaming: [query_time, last current_time]'),
  response_protocol: z.string().min(1).max(200).describe('the response space; see RESPONSE_PROTOCOLS'),
  prompt: z.string().max(100_000).optional().describe('user text of sets that bring their own; sent as it is'),
  sampling_period_sec: z.number().positive().max(3600).optional().describe('seconds between sampled frames; absent: 2'),
  rounds: z.array(roundSchema).max(1_000).optional().describe('streaming only, in order'),
  expected_response_time: timeSchema.nullable().optional().describe('t*; null: the right behaviour is never to respond; absent: the first answerable round'),
  tolerance_sec: timeSchema.optional().describe('delta: the response may lie this far from t* without loss'),
  evidence: text.optional().describe('where the answer stands in the labels; may state the answer; never shown to a model'),
  label_source: z.enum(LABEL_SOURCES).describe('where the answer comes from'),
  quality: qualitySchema.optional(),
  provenance: provenanceSchema.optional(),
} as const;

/** Fields an item must hold beyond the always required ones. One table for the reader and the exported JSON Schema. */
export const CONDITIONAL_REQUIREMENTS = [
  { when: { task_mode: 'streaming' }, requires: ['rounds'] },
  { when: { question_type: 'closed', response_protocol: RESPONSE_PROTOCOLS.answer }, requires: ['choices', 'answer'] },
  { when: { question_type: 'open', response_protocol: RESPONSE_PROTOCOLS.answer }, requires: ['reference_answer'] },
  { when: { response_protocol: RESPONSE_PROTOCOLS.json }, requires: ['gold'] },
] as const;

/**
 * One benchmark item as it is read: from our builders, from the public release or from elsewhere.
 * Unknown fields are kept. Only shape is checked here; the temporal contract is `checkTemporalContract` (sampling) and
 * everything else the validation library's rules.
 */
export const benchmarkItemSchema = z.looseObject(itemShape).superRefine((item, context) => {
  for (const field of listMissingConditionalFields(item)) {
    context.addIssue({ code: 'custom', path: [field], message: `is required for a ${item.task_mode}, ${item.question_type} item with the protocol "${item.response_protocol}"` });
  }
});

/** The same fields, strict: what our own builders write. */
export const builtItemSchema = z.strictObject({
  ...itemShape,
  schema_version: z.literal(1),
  case_id: z.string().min(1),
  organ: z.string().min(1),
  provenance: provenanceSchema,
});

export type BenchmarkItem = z.infer<typeof benchmarkItemSchema>;
export type Round = z.infer<typeof roundSchema>;
export type JudgeRubric = z.infer<typeof judgeRubricSchema>;
export type Provenance = z.infer<typeof provenanceSchema>;
export type LabelSource = (typeof LABEL_SOURCES)[number];

/** Names the conditionally required fields that an otherwise well-formed item lacks. */
export function listMissingConditionalFields(item: Record<string, unknown>): string[] {
  return CONDITIONAL_REQUIREMENTS.flatMap(({ when, requires }) => {
    const applies = Object.entries(when).every(([field, value]) => item[field] === value);
    return applies ? requires.filter((field) => item[field] === undefined) : [];
  });
}

/** True when a perfect model never gives a positive response to this item (t* is null). */
export function isNeverPositive(item: Pick<BenchmarkItem, 'task_mode' | 'expected_response_time' | 'rounds'>): boolean {
  if (item.task_mode !== 'streaming') return false;
  if (item.expected_response_time !== undefined) return item.expected_response_time === null;
  return !(item.rounds ?? []).some((round) => round.answerable);
}

/** The unit of splits and intervals: `case_id`, else `dataset/video_id`. */
export function caseIdOf(item: Pick<BenchmarkItem, 'case_id' | 'dataset' | 'video_id'>): string {
  return item.case_id ?? `${item.dataset}/${item.video_id}`;
}
