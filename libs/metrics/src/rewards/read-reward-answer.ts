import { parseJsonText } from '@medstream/schema';

import { extractJsonAnswer } from '../extract-json-answer.js';
import { findDeclaredAnswer } from '../find-declared-answer.js';
import { foldCharacters } from '../fold-characters.js';
import { stripOuterMarks } from '../normalise-answer.js';
import { REWARD_TASKS, type RewardTask } from './reward-tasks.js';

/**
 * An answer in the one form in which it is kept and compared: a capital letter, a phase id `P09`, seconds `7.7`, or an
 * interval `[9.4,13.8]` in seconds from the first frame of the clip.
 */
export type RewardAnswer = string;

/**
 * Reads the answer of a reply by its task: the JSON key `answer` (strict, fenced or inside other text), else a declared
 * or a bare answer. Null where there is none. Reasoning tags were removed before.
 */
export function readRewardAnswer(task: RewardTask, text: string): RewardAnswer | null {
  const json = extractJsonAnswer(text);
  if (json !== null) return readValue(task, json.answer);
  const declared = findDeclaredAnswer(text);
  if (declared === null) return readValue(task, text);
  return declared.isDenied ? null : (readValue(task, declared.line) ?? readValue(task, declared.line.split(/[.,;]\s/u)[0]));
}

/**
 * True for a reply that is one JSON object with exactly the keys `explanation` and `answer`: what earns the format
 * bonus, whatever the answer is worth. A fence or a word around it earns none.
 */
export function isStrictRewardReply(text: string): boolean {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{')) return false;
  try {
    const value = parseJsonText(trimmed, 'a reply');
    return value !== null && typeof value === 'object' && Object.keys(value).sort().join() === 'answer,explanation';
  } catch {
    return false;
  }
}

/** Reads a stated answer: the right one of an item, or what stands under the key `answer`. */
export function readValue(task: RewardTask, value: unknown): RewardAnswer | null {
  switch (REWARD_TASKS[task].reads) {
    case 'letter':
      return readLetter(value);
    case 'phase':
      return readPhase(value);
    case 'timestamp': {
      const seconds = readSeconds(fieldOf(value, 'timestamp') ?? value);
      return seconds === null ? null : String(seconds);
    }
    case 'interval':
      return readInterval(value);
  }
}

function readLetter(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const match = /^(?:(?:option|choice)\s+)?[([]?([a-z])(?:[)\].:]+(?:\s.*)?)?$/isu.exec(stripOuterMarks(foldCharacters(value)));
  return match?.[1]?.toUpperCase() ?? null;
}

/** `P09`, `p09 Lens Positioning`, or an object with the key `phase_id`; two ids in one text are none. */
function readPhase(value: unknown): string | null {
  const stated = fieldOf(value, 'phase_id') ?? value;
  if (typeof stated !== 'string') return null;
  const found = new Set([...foldCharacters(stated).matchAll(/(?<![\p{L}\d])p(0[1-9]|1[0-3])(?![\p{L}\d])/giu)].map((match) => `P${match[1]}`));
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

function readInterval(value: unknown): string | null {
  const [first, second] = Array.isArray(value) && value.length === 2 ? (value as unknown[]) : [fieldOf(value, 'start'), fieldOf(value, 'end')];
  const [start, end] = [readSeconds(first), readSeconds(second)];
  return start === null || end === null ? null : JSON.stringify([start, end]);
}

function readSeconds(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const match = typeof value === 'string' ? /^-?\d{1,9}(?:\.\d{1,9})?(?=\s*(?:s|sec|secs|seconds)?\.?$)/iu.exec(stripOuterMarks(value)) : null;
  return match === null ? null : Number(match[0]);
}

function fieldOf(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
