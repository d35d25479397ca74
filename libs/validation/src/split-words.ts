import { normaliseAnswer } from '@medstream/metrics';

import { rememberText } from './remember-text.js';

/** Lower-case words; `_`, `-`, dots, slashes and changes from lower to upper case part them. */
export function splitIntoWords(text: string): string[] {
  return normaliseAnswer(text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** The same for a choice or an answer, whose text comes again. */
export const splitAnswerIntoWords: (text: string) => readonly string[] = rememberText(splitIntoWords);

/** Whether words hold a phrase, given as its words joined by single spaces. */
export function holdsWords(words: readonly string[], phrase: string): boolean {
  return ` ${words.join(' ')} `.includes(` ${phrase} `);
}

/** Answers that are part of ordinary language: no leak when a question holds them. */
const COMMON_ANSWERS: ReadonlySet<string> = new Set(['yes', 'no', 'no change', 'unanswerable', 'no alert', 'uncertain', 'none', 'true', 'false', 'low', 'medium', 'high']);
/** Shorter answers are found by chance. */
const LEAST_LETTERS = 4;

/** Whether an answer, given as its words, says something of its own, so that two of the same are no accident. */
export function isTellingAnswer(text: string): boolean {
  return text.length >= LEAST_LETTERS && !COMMON_ANSWERS.has(text);
}
