import type { AnswerValue } from './answer-value.js';

const SENTENCE_END = /[.!?;](?=\s|$)/u;
/** What follows explains: letters in it are those of choices ruled out. */
const EXPLANATION = /,?\s+(?:because|since|given that)\s/iu;
const REASON = /,?\s+(?:because|since|as|which|given)\s|\s-+\s/iu;
const PART = /[,;.]\s+(?:and\s+|or\s+)?|\s+(?:and|or)\s+/iu;

/**
 * Reads what stands after "answer is": the whole line, else up to the end of the sentence, the reason ("because …") or
 * the comma. A cut counts only when nothing that reads as an answer is cut off: "the answer is A, B" is two answers, unless
 * it is an explanation ("B because A and C are absent").
 * A leading "the", or "a"/"an" in lower case before words, is dropped; "A grasper" is not the letter A.
 */
export function readDeclaredLine(line: string, read: (part: string) => AnswerValue | null, mayCutAtComma: boolean): AnswerValue | null {
  const text = line.replace(/\s+/gu, ' ').trim().replace(/^(?:the|an?)\s+(?=\S)/u, '');
  const whole = read(text);
  if (whole !== null) return whole;
  const explained = EXPLANATION.exec(text);
  const before = explained === null ? null : read(text.slice(0, explained.index));
  if (before !== null) return before;
  for (const cut of mayCutAtComma ? [SENTENCE_END, REASON, /,/u] : [SENTENCE_END, REASON]) {
    const match = cut.exec(text);
    if (match === null) continue;
    const value = read(text.slice(0, match.index));
    if (value === null) continue;
    const remainder = text.slice(match.index + match[0].length);
    return remainder.split(PART).some((part) => isAnotherAnswer(part, value, read)) ? null : value;
  }
  return null;
}

function isAnotherAnswer(part: string, value: AnswerValue, read: (part: string) => AnswerValue | null): boolean {
  const other = part.trim() === '' ? null : read(part);
  return other !== null && String(other) !== String(value);
}
