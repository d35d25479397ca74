import type { JudgeVerdict } from '../judge-verdict.js';
import { normaliseAnswer } from '../normalise-answer.js';
import { HIGHEST_MARK, MARKED_TASKS } from '../rewards/reward-tasks.js';
import type { JudgeQuestion } from './judge-question.js';

/** Name of the judge without a model, as it stands in a manifest. */
export const LEXICAL_JUDGE = 'lexical';
/** Stands beside every figure that it takes part in. */
export const LEXICAL_JUDGE_NOTE = 'marked by shared words, for trials without a judge model: not comparable with marks of any model';

const DENIAL = /(?<!\p{L})(?:no|not|never|neither|nor|without|isn't|cannot)(?!\p{L})/u;
/** F1 of shared words from which an answer earns 2 points and 1 point. */
const FULL_FROM = 0.8;
const HALF_FROM = 0.4;

/**
 * Marks by shared words: 2, 1 or 0 points for correctness by the F1 of the words of answer and reference, the same for
 * grounding, of which words say nothing, and the point for safety to all; marks from 0 to 5 are five times that F1. Reads as a choice whose words stand in the
 * answer, if it is the only one and nothing is denied.
 */
export function judgeLexically(question: JudgeQuestion): JudgeVerdict {
  const { round, answer } = question;
  if (question.kind === 'choice') return { round, choice: findOnlyChoice(answer, question.choices) };
  const shared = shareWords(listWords(answer), listWords(question.reference));
  if (question.kind === 'marks') return { round, marks: Object.fromEntries(MARKED_TASKS[question.task].map((dimension) => [dimension, Math.round(HIGHEST_MARK * shared)])) };
  const points = shared >= FULL_FROM ? 2 : shared >= HALF_FROM ? 1 : 0;
  return { round, correctness: points, evidence_grounding: points, safety: 1 };
}

/** F1 of two lists of words. */
function shareWords(said: readonly string[], right: readonly string[]): number {
  const left = [...right];
  const shared = said.filter((word) => {
    const index = left.indexOf(word);
    if (index !== -1) left.splice(index, 1);
    return index !== -1;
  }).length;
  return said.length + right.length === 0 ? 0 : (2 * shared) / (said.length + right.length);
}

function findOnlyChoice(answer: string, choices: readonly string[]): string | null {
  const text = ` ${listWords(answer).join(' ')} `;
  if (DENIAL.test(normaliseAnswer(answer))) return null;
  const found = choices.filter((choice) => {
    const words = listWords(choice).join(' ');
    return words !== '' && text.includes(` ${words} `);
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

function listWords(text: string): string[] {
  return normaliseAnswer(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
