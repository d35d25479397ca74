import { type BenchmarkItem, benchmarkItemSchema, describeUnsafeMediaPath, EngineError, type FrameLedger, frameLedgerSchema, type Job, jobSchema, type JudgeRubric, LABEL_SOURCES, listMissingConditionalFields, type Prediction, PREDICTION_STATUSES, predictionSchema, type Provenance, type Round, TEMPORAL_MODES, usageSchema } from '@medstream/schema';

import { RUN_FILES } from './run-files.js';

const NO_HASH = /[^0-9a-f]/;
/** Of a question, an answer, a rubric or evidence. */
const LONGEST_TEXT = 20_000;
const STATUSES: ReadonlySet<unknown> = new Set(PREDICTION_STATUSES);

/**
 * Readers of the lines that a run wrote itself. A line is checked by hand first, which takes a fraction of the time of the
 * schema, and never passes where the schema would not; the schema has the last word on every line that does not pass, so
 * that the message is the same.
 *
 * @throws EngineError `store/corrupt`
 */
export function readItem(record: unknown): BenchmarkItem {
  return isItem(record) ? record : parseOwnRecord(benchmarkItemSchema, record, RUN_FILES.items);
}

export function readJob(record: unknown): Job {
  return isJob(record) ? record : parseOwnRecord(jobSchema, record, RUN_FILES.jobs);
}

export function readPrediction(record: unknown): Prediction {
  return isPrediction(record) ? record : parseOwnRecord(predictionSchema, record, RUN_FILES.predictions);
}

export const readLedger = (record: unknown): FrameLedger => parseOwnRecord(frameLedgerSchema, record, RUN_FILES.frames);

type Fields<Type> = Partial<Record<keyof Type, unknown>>;

const MODES: ReadonlySet<unknown> = new Set(TEMPORAL_MODES);
const SOURCES: ReadonlySet<unknown> = new Set(LABEL_SOURCES);
/** Fields of the tasks that are rare, and of sets that bring their own rules: left to the schema. */
const RARE_FIELDS = ['schema_version', 'gold', 'prompt', 'track', 'time_unit', 'frame_rate', 'sampling_period_sec'] as const satisfies (keyof BenchmarkItem)[];

function isItem(record: unknown): record is BenchmarkItem {
  if (!isObject(record)) return false;
  const item = record as Fields<BenchmarkItem>;
  for (const field of RARE_FIELDS) if (item[field] !== undefined && (field !== 'schema_version' || item[field] !== 1)) return false;
  if (!isName(item.sample_id, 500) || !isName(item.dataset, 200) || !isName(item.video_id, 300) || !isMediaPath(item.media_path) || !isName(item.task, 200) || !isName(item.question, LONGEST_TEXT)) return false;
  if ((item.task_mode !== 'single_turn' && item.task_mode !== 'streaming') || !MODES.has(item.temporal_mode) || (item.question_type !== 'closed' && item.question_type !== 'open')) return false;
  if (item.media_type !== undefined && item.media_type !== 'video' && item.media_type !== 'image') return false;
  if (!isName(item.response_protocol, 200) || !SOURCES.has(item.label_source) || !isTime(item.query_time) || !isTime(item.context_window_sec) || !isRange(item.input_range)) return false;
  if (!isNameIfAny(item.case_id, 500) || !isNameIfAny(item.organ, 200) || !isNameIfAny(item.reference_answer, LONGEST_TEXT) || !isNamesIfAny(item.choices, 2_000) || !(isNameIfAny(item.answer) || isNamesIfAny(item.answer))) return false;
  if (!(item.expected_response_time === undefined || item.expected_response_time === null || isTime(item.expected_response_time)) || !(item.tolerance_sec === undefined || isTime(item.tolerance_sec)) || !(item.several_answers === undefined || typeof item.several_answers === 'boolean')) return false;
  if (item.rounds !== undefined && !(Array.isArray(item.rounds) && item.rounds.length <= 1_000 && item.rounds.every(isRound))) return false;
  if (!isRubricIfAny(item.judge_rubric) || !isTextIfAny(item.evidence, LONGEST_TEXT) || !isQualityIfAny(item.quality) || !isProvenanceIfAny(item.provenance)) return false;
  return listMissingConditionalFields(item).length === 0;
}

function isRound(record: unknown): boolean {
  if (!isObject(record)) return false;
  const { round, current_time: time, input_range: range, expected_output: output, answerable } = record as Fields<Round>;
  return round !== undefined && isNumberIfAny(round) && isTime(time) && isRange(range) && isName(output, LONGEST_TEXT) && typeof answerable === 'boolean';
}

function isRubricIfAny(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isObject(value)) return false;
  const { correctness, evidence_grounding: grounding, safety } = value as Fields<JudgeRubric>;
  return [correctness, grounding, safety].every((text) => text !== undefined && isTextIfAny(text, LONGEST_TEXT));
}

function isQualityIfAny(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isObject(value)) return false;
  const { review, raters, agreement } = value as Fields<NonNullable<BenchmarkItem['quality']>>;
  return (review === 'none' || review === 'sampled' || review === 'human') && (raters === undefined || isCount(raters)) && (agreement === undefined || (isTime(agreement) && (agreement as number) <= 1));
}

function isProvenanceIfAny(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isObject(value)) return false;
  const { sources, signal, builder, builder_version: version, template, model, licence, citation, access } = value as Fields<Provenance>;
  if (!Array.isArray(sources) || !sources.every(isSource)) return false;
  if (![signal, builder, version, template].every((text) => typeof text === 'string')) return false;
  return (model === null || isTextIfAny(model)) && isTextIfAny(licence) && isTextIfAny(citation) && isTextIfAny(access);
}

function isSource(record: unknown): boolean {
  if (!isObject(record)) return false;
  const { path, sha256 } = record as Fields<Provenance['sources'][number]>;
  return typeof path === 'string' && typeof sha256 === 'string';
}

const JOB_FIELDS: ReadonlySet<string> = new Set(Object.keys(jobSchema.shape));

function isJob(record: unknown): record is Job {
  if (!isObject(record) || !hasOnly(record, JOB_FIELDS)) return false;
  const { job_id: jobId, sample_id: sampleId, round, repeat, media_path: mediaPath, input_range: range, targets, prompt_hash: hash } = record as Fields<Job>;
  return isName(jobId) && isName(sampleId) && isNumberIfAny(round) && isNumberIfAny(repeat) && isMediaPath(mediaPath) && isRange(range) && Array.isArray(targets) && targets.every(isTime) && isHash(hash);
}

const PREDICTION_FIELDS: ReadonlySet<string> = new Set(Object.keys(predictionSchema.shape));

function isPrediction(record: unknown): record is Prediction {
  if (!isObject(record) || !hasOnly(record, PREDICTION_FIELDS)) return false;
  const { job_id: jobId, sample_id: sampleId, round, repeat, status, raw, frames, model, error, attempts, latency_ms: latencyMs, usage, cached } = record as Fields<Prediction>;
  if (!isName(jobId) || !isName(sampleId) || !isNumberIfAny(round) || !isNumberIfAny(repeat) || !STATUSES.has(status) || (raw !== null && typeof raw !== 'string')) return false;
  if (!Array.isArray(frames) || !frames.every(isHash) || !isName(model) || error !== undefined || !isCount(attempts) || typeof cached !== 'boolean') return false;
  return (latencyMs === null || isTime(latencyMs)) && (usage === null || isUsage(usage));
}

const USAGE_FIELDS: ReadonlySet<string> = new Set(Object.keys(usageSchema.shape));

function isUsage(usage: unknown): boolean {
  if (!isObject(usage) || !hasOnly(usage, USAGE_FIELDS)) return false;
  const { input_tokens: input, output_tokens: output } = usage as { input_tokens?: unknown; output_tokens?: unknown };
  return (input === null || isCount(input)) && (output === null || isCount(output));
}

function isObject(record: unknown): record is object {
  return typeof record === 'object' && record !== null && !Array.isArray(record);
}

function hasOnly(record: object, fields: ReadonlySet<string>): boolean {
  for (const field in record) if (!fields.has(field)) return false;
  return true;
}

function isName(value: unknown, longest = Infinity): boolean {
  return typeof value === 'string' && value !== '' && value.length <= longest;
}

function isNameIfAny(value: unknown, longest?: number): boolean {
  return value === undefined || isName(value, longest);
}

function isTextIfAny(value: unknown, longest = Infinity): boolean {
  return value === undefined || (typeof value === 'string' && value.length <= longest);
}

function isNamesIfAny(value: unknown, longest?: number): boolean {
  return value === undefined || (Array.isArray(value) && value.length <= 200 && value.every((member) => isName(member, longest)));
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && value.length === 64 && !NO_HASH.test(value);
}

let safePath = '';

/** Items of one recording follow each other. */
function isMediaPath(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (value === safePath) return value !== '';
  if (describeUnsafeMediaPath(value) !== null) return false;
  safePath = value;
  return true;
}

function isRange(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && isTime(value[0]) && isTime(value[1]);
}

function isTime(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1e7;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isNumberIfAny(value: unknown): boolean {
  return value === undefined || (isCount(value) && value !== 0);
}

interface RecordSchema<Value> {
  safeParse(record: unknown): { success: true; data: Value } | { success: false; error: { issues: { message: string }[] } };
}

function parseOwnRecord<Value>(schema: RecordSchema<Value>, record: unknown, name: string): Value {
  const parsed = schema.safeParse(record);
  if (parsed.success) return parsed.data;
  throw new EngineError('store/corrupt', `${name} holds a record that cannot be read: ${parsed.error.issues[0]?.message}`, { hint: 'the file was changed from outside; start the run again in a new folder' });
}
