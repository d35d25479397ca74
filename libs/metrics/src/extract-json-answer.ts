import { parseJsonText } from '@medstream/schema';

import { listBalancedObjects, listFencedBlocks } from './list-json-texts.js';

/** How deep in an object the key is looked for. */
const MAX_DEPTH = 20;

/**
 * Finds the JSON answer of a reply: the whole text, else a fenced block, else the last balanced object in it; of that
 * the key `answer` (any case), at the top or, when exactly one object deeper down has it, there. A bare array (of a
 * multi-select reply) is its own answer. Returns null when there is none; a value of any JSON type otherwise.
 *
 * The raw text comes first because a fence mark may stand inside a JSON string.
 */
export function extractJsonAnswer(text: string): { answer: unknown } | null {
  for (const candidate of [text, ...listFencedBlocks(text)]) {
    const found = readAnswer(candidate.trim(), true);
    if (found !== null) return found;
  }
  for (const candidate of listBalancedObjects(text)) {
    const found = readAnswer(candidate, false);
    if (found !== null) return found;
  }
  return null;
}

function readAnswer(text: string, mayBeArray: boolean): { answer: unknown } | null {
  if (!text.startsWith('{') && !(mayBeArray && text.startsWith('['))) return null;
  let value: unknown;
  try {
    value = parseJsonText(text, 'a reply');
  } catch {
    return null;
  }
  if (Array.isArray(value)) return value.every((member) => typeof member === 'string' || typeof member === 'number') ? { answer: value } : null;
  return findAnswerKey(value);
}

function findAnswerKey(value: unknown, depth = 0): { answer: unknown } | null {
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return null;
  if (!Array.isArray(value)) {
    const own = Object.entries(value).filter(([key]) => key.trim().toLowerCase() === 'answer');
    if (own.length === 1) return { answer: (own[0] as [string, unknown])[1] };
    if (own.length > 1) return null;
  }
  const deeper = Object.values(value).map((inner) => findAnswerKey(inner, depth + 1)).filter((found) => found !== null);
  return deeper.length === 1 ? (deeper[0] ?? null) : null;
}
