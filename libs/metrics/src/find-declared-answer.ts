import { foldCharacters } from './fold-characters.js';

const DECLARATION = /\banswers?\s*(?:(?:is|are|should be|would be|must be)\b\s*[:=]?|[:=])|\\boxed\s*\{/giu;
/** A denial that reaches the declaration without a comma or "but" between: "I do not think that the answer is B". */
const DENIED = /(?:\bnot|n't|\bnever|\bcannot)(?:\s+(?!but\b|however\b)[\w']+){0,5}\s*$/iu;

/**
 * Finds what a reply explicitly declares to be its answer ("answer is …", "Answer: …", `\boxed{…}`): the text after
 * the last declaration. `rest` runs to the end of the reply, `line` to the end of the line (the next line that holds
 * something, when nothing follows on the same one). Null without a declaration; `isDenied` when the last one is denied.
 */
export function findDeclaredAnswer(text: string): { line: string; rest: string; isDenied: boolean } | null {
  const folded = foldCharacters(text).replace(/\*\*|__|`/gu, '');
  const last = [...folded.matchAll(DECLARATION)].at(-1);
  if (last === undefined) return null;
  const before = folded.slice(Math.max(0, last.index - 120), last.index);
  const rest = folded.slice(last.index + last[0].length);
  if (last[0].endsWith('{')) {
    const boxed = (rest.split('}')[0] ?? '').replace(/^\s*\\text(?:bf)?\s*\{/u, '');
    return { line: boxed, rest: boxed, isDenied: false };
  }
  const line = rest.split('\n').find((candidate) => candidate.trim() !== '') ?? '';
  return { line, rest, isDenied: DENIED.test(before) };
}
