import type { AnswerValue } from './answer-value.js';

const SENTENCE_END = /[.!?;](?=\s|$)/u;
/** What follows explains: letters in it are those of choices ruled out, but for an alternative to the answer. */
const EXPLANATION = /,?\s+(?:because|since|given that)\s/iu;
const REASON = /,?\s+(?:because|since|as|which|given)\s|\s-+\s/iu;
const PART = /[,;.]\s+(?:and\s+|or\s+)?|\s+(?:and|or)\s+/iu;
const ALTERNATIVE = /[,;.]?\s+(?:or|(?:more|most)\s+(?:likely|probably)|possibly|perhaps|maybe)(?=\s)/giu;
/** What may stand before an answer that is another one. */
const LEAD = /^\s*(?:(?:and|or|else|rather|(?:more|most)\s+(?:likely|probably)|likely|probably|possibly|perhaps|maybe|the|an)\s+)+/iu;
const CLAUSE_END = /[,;.]/u;
/** Signs before an alternative in which a denial of it is looked for. */
const MOST_RULED_OUT = 120;
/** "not A, C, or D" rules all out, "not C, or B" offers B. */
const LIST_RULED_OUT = /(?:\bnot|n't|\bneither|\bnever|\bno|\bwithout)\s[^,;.]{1,40}(?:,\s[^,;.]{1,20})+$/iu;
/** "not A or C" rules both out. */
const RULED_OUT = /(?:\bnot|n't|\bneither|\bnever|\bno|\bwithout)\s[^,;.]*$/iu;

/**
 * Reads what stands after "answer is": the whole line, else up to the end of the sentence, the reason ("because …") or
 * the comma. A cut counts only when nothing that reads as an answer is cut off: "the answer is A, B" is two answers, unless
 * it is an explanation ("B because A and C are absent"). What an explanation offers instead ("A because …, or B") is a
 * second answer.
 * A leading "the", or "a"/"an" in lower case before words, is dropped; "A grasper" is not the letter A.
 */
export function readDeclaredLine(line: string, read: (part: string) => AnswerValue | null, mayCutAtComma: boolean): AnswerValue | null {
  const text = line.replace(/\s+/gu, ' ').trim().replace(/^(?:the|an?)\s+(?=\S)/u, '');
  const whole = read(text);
  if (whole !== null) return whole;
  const explained = EXPLANATION.exec(text);
  const before = explained === null ? null : read(text.slice(0, explained.index));
  if (explained !== null && before !== null) return offersAnother(text.slice(explained.index + explained[0].length), before, read) ? null : before;
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

/** An alternative in an explanation that reads as another answer; each sign is looked at a few times, however many there are. */
function offersAnother(explanation: string, value: AnswerValue, read: (part: string) => AnswerValue | null): boolean {
  const marks = [...explanation.matchAll(ALTERNATIVE)];
  let [from, isRuledOut] = [0, false];
  return marks.some(({ 0: mark, index }, position) => {
    const before = explanation.slice(from, index);
    from = index + mark.length;
    const near = before.slice(-MOST_RULED_OUT);
    isRuledOut = CLAUSE_END.test(mark) ? /^,\s+or$/iu.test(mark) && LIST_RULED_OUT.test(near) : (isRuledOut && !CLAUSE_END.test(before)) || RULED_OUT.test(near);
    const [offered = ''] = explanation.slice(from, marks[position + 1]?.index).replace(LEAD, '').trim().split(PART);
    return !isRuledOut && isAnotherAnswer(offered, value, read);
  });
}

/** True for a part that reads as another answer, its own explanation aside. */
function isAnotherAnswer(part: string, value: AnswerValue, read: (part: string) => AnswerValue | null): boolean {
  const [named = ''] = part.replace(LEAD, '').split(EXPLANATION);
  const other = named.trim() === '' ? null : read(named);
  return other !== null && String(other) !== String(value);
}
