import { type BenchmarkItem, UNANSWERABLE } from '@medstream/schema';

import { answerKindOf } from './answer-kind.js';

/** What a reply reads as: a choice, a sorted list of choices, `unanswerable`, a status (`alert: <reason>`), or an open answer's text. */
export type AnswerValue = string | string[];

/** True for `alert: <reason>`, as the parser writes it. */
export function isAlert(value: AnswerValue): boolean {
  return typeof value === 'string' && value.startsWith('alert: ');
}

/** True for a value that says the picture cannot show it. */
export function isAbstention(value: AnswerValue): boolean {
  const texts = typeof value === 'string' ? [value] : value;
  return texts.length === 1 && texts[0] === UNANSWERABLE;
}

/** True for a value that counts as a response: an alert (proactive), or any answer but `unanswerable`, right or wrong (metrics.md section 3). */
export function isPositiveValue(item: BenchmarkItem, value: AnswerValue): boolean {
  return answerKindOf(item) === 'status' ? isAlert(value) : !isAbstention(value);
}
