import type { StageRequest, VideoResult, VideoTask } from '@medstream/building';
import { EngineError, type ErrorCode, isEngineError, parseJsonText, stringifyJsonLine } from '@medstream/schema';

import type { LookedThrough } from './compose-stages.js';

/** What a worker thread is handed: all stages of one video, or one of them. */
export type VideoJob = { stage: 'all'; task: VideoTask } | StageRequest;

/** What a worker thread answers: a class does not survive the way between threads, so errors travel as data. */
export type VideoAnswer =
  | { kind: 'result'; result: VideoResult | string }
  | { kind: 'engine-error'; code: ErrorCode; message: string; hint: string | undefined; details: Record<string, unknown>; stack: string | undefined }
  | { kind: 'defect'; message: string; stack: string | undefined };

/** What a worker thread says before its answer. */
export interface VideoNews {
  kind: 'looked-through';
  event: LookedThrough;
}

export function packError(error: unknown): VideoAnswer {
  if (isEngineError(error)) {
    const { code, message, hint, details, stack } = error;
    // details may hold what cannot be copied between threads; as JSON they can
    return { kind: 'engine-error', code, message, hint, details: copyAsJson(details), stack };
  }
  const defect = error instanceof Error ? error : new Error(String(error));
  return { kind: 'defect', message: `${defect.name}: ${defect.message}`, stack: defect.stack };
}

/** @throws the error that was packed */
export function unpackAnswer(answer: VideoAnswer): VideoResult | string {
  if (answer.kind === 'result') return answer.result;
  const error =
    answer.kind === 'engine-error' ? new EngineError(answer.code, answer.message, { hint: answer.hint, details: answer.details }) : new Error(answer.message);
  if (answer.stack !== undefined) error.stack = answer.stack;
  throw error;
}

/** Details may hold what cannot be copied between threads (functions, sockets); their JSON can. */
function copyAsJson(details: Record<string, unknown>): Record<string, unknown> {
  return parseJsonText(stringifyJsonLine(details), 'details of an error') as Record<string, unknown>;
}
