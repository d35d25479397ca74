import { parseJsonText } from '@medstream/schema';

import { type JudgeVerdict, RUBRIC_MAXIMA } from '../judge-verdict.js';
import { listBalancedObjects, listFencedBlocks } from '../list-json-texts.js';
import { removeReasoning } from '../remove-reasoning.js';
import { HIGHEST_MARK, MARKED_TASKS } from '../rewards/reward-tasks.js';
import type { JudgeQuestion } from './judge-question.js';

/** A verdict, or what is wrong with the reply, in words that hold nothing of it and may be told to the judge. */
export type ReadVerdict = { verdict: JudgeVerdict } | { problem: string };

type JsonObject = Record<string, unknown>;

/**
 * Reads a judge's reply: the whole text as JSON, else the last fenced block, else the last balanced object that carries
 * the id of the call. Objects without it are none of the judge's own: a quoted answer may hold verdicts as it likes.
 * Points out of range, fractions, texts and truth values are a problem of the reply, never a clamped number.
 */
export function readVerdict(reply: string, { question, nonce }: { question: JudgeQuestion; nonce: string }): ReadVerdict {
  const { text, isCutOff } = removeReasoning(reply);
  if (isCutOff) return { problem: 'it ended inside its reasoning' };
  const own = findOwnObject(text, nonce);
  if (own === null) return { problem: 'it holds no JSON object with the id of this call' };
  if (question.kind === 'marks') return readMarks(own, question);
  return question.kind === 'rubric' ? readPoints(own, question.round) : readChosen(own, question);
}

function findOwnObject(text: string, nonce: string): JsonObject | null {
  for (const candidate of [text, ...listFencedBlocks(text), ...listBalancedObjects(text)]) {
    const object = parseObject(candidate.trim());
    if (object !== null && object['id'] === nonce) return object;
  }
  return null;
}

function parseObject(text: string): JsonObject | null {
  if (!text.startsWith('{')) return null;
  try {
    const value = parseJsonText(text, 'a verdict');
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

function readPoints(object: JsonObject, round: number | null): ReadVerdict {
  const points = { correctness: 0, evidence_grounding: 0, safety: 0 };
  for (const name of ['correctness', 'evidence_grounding', 'safety'] as const) {
    const value = object[name];
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > RUBRIC_MAXIMA[name]) {
      return { problem: `"${name}" is no whole number from 0 to ${RUBRIC_MAXIMA[name]}` };
    }
    points[name] = value;
  }
  return { verdict: { round, ...points } };
}

function readMarks(object: JsonObject, { round, task }: Extract<JudgeQuestion, { kind: 'marks' }>): ReadVerdict {
  const marks: Record<string, number> = {};
  for (const dimension of MARKED_TASKS[task]) {
    const value = object[dimension];
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > HIGHEST_MARK) return { problem: `"${dimension}" is no whole number from 0 to ${HIGHEST_MARK}` };
    marks[dimension] = value;
  }
  return { verdict: { round, marks } };
}

function readChosen(object: JsonObject, { round, choices }: Extract<JudgeQuestion, { kind: 'choice' }>): ReadVerdict {
  const number = object['choice'];
  if (number === null) return { verdict: { round, choice: null } };
  const choice = typeof number === 'number' ? choices[number - 1] : undefined;
  return choice === undefined ? { problem: `"choice" is neither null nor a number from 1 to ${choices.length}` } : { verdict: { round, choice } };
}
