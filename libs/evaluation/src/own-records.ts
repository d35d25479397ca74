import { type BenchmarkItem, benchmarkItemSchema, EngineError, type FrameLedger, frameLedgerSchema, type Job, jobSchema, LABEL_SOURCES, listMissingConditionalFields, type Prediction, PREDICTION_STATUSES, predictionSchema, type Round, TEMPORAL_MODES } from '@medstream/schema';

import { RUN_FILES } from './run-files.js';

const STATUSES: ReadonlySet<unknown> = new Set(PREDICTION_STATUSES);

/**
 * Readers of the lines that a run wrote itself. Each field that scoring and the page look at is checked by hand first,
 * which takes a fraction of the time of the schema; the schema has the last word on every line that does not pass, so that
 * the message is the same.
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
  if (!isName(item.sample_id) || !isName(item.dataset) || !isName(item.video_id) || !isName(item.media_path) || !isName(item.task) || !isName(item.question)) return false;
  if ((item.task_mode !== 'single_turn' && item.task_mode !== 'streaming') || !MODES.has(item.temporal_mode) || (item.question_type !== 'closed' && item.question_type !== 'open')) return false;
  if (item.media_type !== undefined && item.media_type !== 'video' && item.media_type !== 'image') return false;
  if (!isName(item.response_protocol) || !SOURCES.has(item.label_source) || !isTime(item.query_time) || !isTime(item.context_window_sec) || !isRange(item.input_range)) return false;
  if (!isNameIfAny(item.case_id) || !isNameIfAny(item.organ) || !isNameIfAny(item.reference_answer) || !isNamesIfAny(item.choices) || !(isNameIfAny(item.answer) || isNamesIfAny(item.answer))) return false;
  if (!(item.expected_response_time === undefined || item.expected_response_time === null || isTime(item.expected_response_time)) || !(item.tolerance_sec === undefined || isTime(item.tolerance_sec)) || !(item.several_answers === undefined || typeof item.several_answers === 'boolean')) return false;
  if (item.rounds !== undefined && !(Array.isArray(item.rounds) && item.rounds.every(isRound))) return false;
  return listMissingConditionalFields(item).length === 0;
}

function isRound(record: unknown): boolean {
  if (!isObject(record)) return false;
  const { round, current_time: time, input_range: range, expected_output: output, answerable } = record as Fields<Round>;
  return round !== undefined && isNumberIfAny(round) && isTime(time) && isRange(range) && isName(output) && typeof answerable === 'boolean';
}

function isJob(record: unknown): record is Job {
  if (!isObject(record)) return false;
  const { job_id: jobId, sample_id: sampleId, round, repeat, media_path: mediaPath, input_range: range, targets, prompt_hash: hash } = record as Fields<Job>;
  return isName(jobId) && isName(sampleId) && isNumberIfAny(round) && isNumberIfAny(repeat) && isName(mediaPath) && isRange(range) && Array.isArray(targets) && isName(hash);
}

function isPrediction(record: unknown): record is Prediction {
  if (!isObject(record)) return false;
  const { job_id: jobId, sample_id: sampleId, round, repeat, status, raw, frames, model, error, attempts, latency_ms: latencyMs, usage, cached } = record as Fields<Prediction>;
  if (!isName(jobId) || !isName(sampleId) || !isNumberIfAny(round) || !isNumberIfAny(repeat) || !STATUSES.has(status) || (raw !== null && typeof raw !== 'string')) return false;
  if (!Array.isArray(frames) || !frames.every(isName) || !isName(model) || error !== undefined || !isCount(attempts) || typeof cached !== 'boolean') return false;
  return (latencyMs === null || isTime(latencyMs)) && (usage === null || isUsage(usage));
}

function isUsage(usage: unknown): boolean {
  if (!isObject(usage)) return false;
  const { input_tokens: input, output_tokens: output } = usage as { input_tokens?: unknown; output_tokens?: unknown };
  return (input === null || isCount(input)) && (output === null || isCount(output));
}

function isObject(record: unknown): record is object {
  return typeof record === 'object' && record !== null;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isNameIfAny(value: unknown): boolean {
  return value === undefined || isName(value);
}

function isNamesIfAny(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every(isName));
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
