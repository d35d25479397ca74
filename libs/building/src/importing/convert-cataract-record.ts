import { MARKED_TASKS, type MarkedTask, REWARD_TASKS, type RewardTask } from '@medstream/metrics';
import { microsToSeconds } from '@medstream/sampling';
import { type BenchmarkItem, describeIssues, type FieldProblem, LABEL_SOURCES, mediaPathSchema, RESPONSE_PROTOCOLS } from '@medstream/schema';
import { z } from 'zod';

import type { ImportChange } from './import-changes.js';

/** The name under which the set's items are written. */
export const CATARACT_DATASET = 'cataract_surgery_vlm_eval';

const message = z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))]) });

/** The envelope of its README; unknown fields are kept aside. */
const recordSchema = z.looseObject({
  record_id: z.string().min(1),
  question_type: z.enum([...(Object.keys(REWARD_TASKS) as RewardTask[]), ...(Object.keys(MARKED_TASKS) as MarkedTask[])]),
  video: mediaPathSchema,
  track: z.string().min(1).optional(),
  prompt: z.array(message).optional(),
  messages: z.array(message).optional(),
  correct_answer: z.json().optional(),
  reference_reasoning: z.string().optional(),
  metadata: z.looseObject({ clip_duration_seconds: z.number().positive().optional(), parent_video_id: z.string().min(1).optional() }).optional(),
});

export type ConvertedCataractRecord = { item: Omit<BenchmarkItem, 'provenance'>; metadata: unknown; changes: ImportChange[] } | { problems: FieldProblem[] };

/** What a record says of itself, whatever else of it can be used; fields are null where they are no text. */
export interface CataractRecordFacts {
  task: string | null;
  /** The clip below the folder. */
  video: string | null;
  track: string;
  /** The procedure that the record's clip was cut from. */
  procedure: string;
}

/** Reads the facts of a record that are counted, and where its clip is; null for what is no record at all. */
export function readCataractFacts(record: unknown): CataractRecordFacts | null {
  const parsed = z.looseObject({ record_id: z.string(), question_type: z.unknown().optional(), video: z.unknown().optional(), track: z.unknown().optional(), metadata: z.unknown().optional() }).safeParse(record);
  if (!parsed.success) return null;
  const { record_id: id, question_type: task, video, track, metadata } = parsed.data;
  const clip = mediaPathSchema.safeParse(video);
  const parent = z.looseObject({ parent_video_id: z.string().min(1) }).safeParse(metadata);
  return {
    task: typeof task === 'string' ? task : null,
    video: clip.success ? clip.data : null,
    track: typeof track === 'string' ? track : trackOf(id),
    procedure: parent.success ? parent.data.parent_video_id : procedureOf(id, typeof task === 'string' ? task : ''),
  };
}

/**
 * Writes one record as an item (metrics.md section 6): the prompt word for word, the right answer as `gold`, the whole
 * clip as the window. The times of its answers count from the start of the clip, as ours do.
 *
 * @param clipMicros length of the clip by its media; null where they are not there, when the record may state seconds
 */
export function convertCataractRecord(record: unknown, clipMicros: number | null): ConvertedCataractRecord {
  const parsed = recordSchema.safeParse(record);
  if (!parsed.success) return { problems: describeIssues(parsed.error) };
  const { record_id: id, question_type: task, video, prompt, messages, correct_answer, reference_reasoning, metadata } = parsed.data;
  const asked = prompt ?? messages ?? [];
  const text = textOf(asked.find(({ role }) => role === 'user'));
  const isMarked = Object.hasOwn(MARKED_TASKS, task);
  const gold = isMarked ? textOf(asked.find(({ role }) => role === 'assistant')) : correct_answer;
  const endSec = clipMicros === null ? metadata?.clip_duration_seconds : microsToSeconds(Math.floor(clipMicros / 1000) * 1000);
  const problems: FieldProblem[] = [
    ...(text === null ? [{ path: 'prompt', message: 'expected the text of a user message, found none' }] : []),
    ...(gold === undefined || gold === null ? [{ path: isMarked ? 'messages' : 'correct_answer', message: `expected the right answer of a ${task} record, found none` }] : []),
    ...(endSec === undefined ? [{ path: 'video', message: `expected the clip ${video}, or its length in the record (metadata.clip_duration_seconds), found neither` }] : []),
  ];
  if (text === null || gold === undefined || gold === null || endSec === undefined) return { problems };
  const item = {
    sample_id: id,
    dataset: CATARACT_DATASET,
    video_id: video.replace(/\.[^./]+$/u, ''),
    case_id: `${CATARACT_DATASET}/${metadata?.parent_video_id ?? procedureOf(id, task)}`,
    organ: 'eye',
    media_path: video,
    media_type: 'video' as const,
    task,
    track: parsed.data.track ?? trackOf(id),
    task_mode: 'single_turn' as const,
    temporal_mode: 'retrospective' as const,
    question_type: isLettered(task) ? ('closed' as const) : ('open' as const),
    question: text,
    gold,
    query_time: endSec,
    context_window_sec: endSec,
    input_range: [0, endSec] as [number, number],
    response_protocol: RESPONSE_PROTOCOLS.json,
    prompt: text,
    sampling_period_sec: 1,
    ...(reference_reasoning === undefined ? {} : { evidence: reference_reasoning }),
    // phases were annotated; questions about steps and instruments were worded from such annotations
    label_source: /^PH_/u.test(id) && !isMarked ? LABEL_SOURCES[0] : LABEL_SOURCES[2],
  };
  const changes: ImportChange[] = ['item/from-record', clipMicros === null ? 'window/from-record' : 'window/from-media', ...(parsed.data.track === undefined ? (['track/from-name'] as const) : [])];
  return { item, metadata: metadata ?? null, changes };
}

function isLettered(task: RewardTask | MarkedTask): boolean {
  return Object.hasOwn(REWARD_TASKS, task) && REWARD_TASKS[task as RewardTask].reads === 'letter';
}

/** Every text of a message in order; the video beside it is what frames stand for. */
function textOf(found: z.infer<typeof message> | undefined): string | null {
  if (found === undefined) return null;
  const text = typeof found.content === 'string' ? found.content : found.content.flatMap((part) => (part.type === 'text' && part.text !== undefined ? [part.text] : [])).join('\n');
  return text.trim() === '' ? null : text;
}

function trackOf(id: string): string {
  return /^PH_/u.test(id) ? 'phase' : 'youtube';
}

/** All names are prefixed by the procedure: `<ID>_clip_XX_…`, `<PH_ID>_<NNNN>_<question_type>`, `<ID>_full_video_narration`. */
function procedureOf(id: string, task: string): string {
  const stem = id.endsWith(`_${task}`) ? id.slice(0, -task.length - 1) : id;
  return stem.replace(/_(?:clip_\d+|full_video|\d{4})$/u, '');
}
