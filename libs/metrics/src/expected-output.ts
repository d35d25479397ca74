import { type BenchmarkItem, parseJsonText } from '@medstream/schema';
import { orderRounds } from '@medstream/sampling';

import { answerKindOf } from './answer-kind.js';
import { type AnswerValue, isAlert } from './answer-value.js';
import { normaliseAnswer } from './normalise-answer.js';
import { parseReply } from './parse-reply.js';
import { rememberLast } from './remember-last.js';
import { readValue } from './rewards/read-reward-answer.js';
import { markedTaskOf, rewardTaskOf } from './rewards/reward-tasks.js';

/** The right answer to one call, as the item writes it and as it reads. */
export interface Gold {
  /** 1-based number of the round; null for a single turn. */
  round: number | null;
  /** The right answer as the item writes it. */
  expected: string | string[];
  /** What it reads as; null when it does not read as itself: an error of the benchmark. */
  value: AnswerValue | null;
}

/**
 * What a perfect model says: the answer (closed) or the reference (open) of a single turn, the round's expected_output
 * of a streaming item; of a task with a reward, its gold as strict JSON. Null where the item states none.
 *
 * @param roundIndex 0-based place of the round in time; null for a single turn
 */
export function expectedOutput(item: BenchmarkItem, roundIndex: number | null): string | string[] | null {
  if (roundIndex !== null) return orderRounds(item.rounds ?? [])[roundIndex]?.expected_output ?? null;
  if (rewardTaskOf(item) !== null) return item.gold === undefined ? null : JSON.stringify({ explanation: '', answer: item.gold });
  if (markedTaskOf(item) !== null && item.reference_answer === undefined && typeof item.gold === 'string') return item.gold;
  return (item.question_type === 'open' ? (item.reference_answer ?? item.answer) : (item.answer ?? item.reference_answer)) ?? null;
}

/**
 * An expected output as the reply of a perfect model: the text itself; for a multi-select answer one choice a line, and
 * for the empty set the JSON `{"answer": []}`.
 */
export function formatAsReply(expected: string | string[]): string {
  if (typeof expected === 'string') return expected;
  return expected.length === 0 ? '{"answer": []}' : expected.join('\n');
}

/** The right answer to every call of an item in order of time. Empty where the item states none. */
export const listGolds = rememberLast((item: BenchmarkItem): readonly Gold[] => {
  const rounds = item.task_mode === 'streaming' ? orderRounds(item.rounds ?? []) : [null];
  return rounds.flatMap((round, index): Gold[] => {
    const expected = expectedOutput(item, round === null ? null : index);
    return expected === null ? [] : [{ round: round?.round ?? null, expected, value: readGold(item, expected) }];
  });
});

/** Equality of two read answers: as sets for lists, of the kind for alerts whose reasons are not compared, else after normalisation. */
export function isSameAnswer(one: AnswerValue, other: AnswerValue): boolean {
  if (Array.isArray(one) || Array.isArray(other)) {
    const [left, right] = [one, other].map((value) => new Set((Array.isArray(value) ? value : [value]).map(normaliseAnswer)));
    return left !== undefined && right !== undefined && left.size === right.size && [...left].every((member) => right.has(member));
  }
  return one === other || normaliseAnswer(one) === normaliseAnswer(other);
}

/** Reads a gold answer as if a model had said it; null unless it comes out as itself. */
function readGold(item: BenchmarkItem, expected: string | string[]): AnswerValue | null {
  const parsed = parseReply({ raw: formatAsReply(expected), item });
  if (parsed.status !== 'ok') return null;
  const task = rewardTaskOf(item);
  if (task !== null) return isUsableReward(parsed.value) && parsed.value === readValue(task, item.gold) ? parsed.value : null;
  if (answerKindOf(item) === 'status') return isSameStatus(parsed.value, String(expected)) ? parsed.value : null;
  return isSameAnswer(parsed.value, expected) ? parsed.value : null;
}

/** A right interval has a length: nothing can overlap one that has none. */
function isUsableReward(value: AnswerValue): boolean {
  if (typeof value !== 'string' || !value.startsWith('[')) return true;
  const [start, end] = parseJsonText(value, 'an interval') as [number, number];
  return end > start;
}

function isSameStatus(value: AnswerValue, expected: string): boolean {
  const written = normaliseAnswer(expected);
  return isAlert(value) ? /^alert\s*:/u.test(written) : normaliseAnswer(String(value)) === written;
}
