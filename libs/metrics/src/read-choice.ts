import { foldCharacters } from './fold-characters.js';
import { normaliseAnswer, stripOuterMarks } from './normalise-answer.js';

/** The choices of an item with their compared form. */
export interface Choices {
  texts: readonly string[];
  normalised: readonly string[];
}

/** Prepares choices for reading; done once an item. */
export function prepareChoices(texts: readonly string[]): Choices {
  return { texts, normalised: texts.map(normaliseAnswer) };
}

/** Longest text that is looked at as a letter with its words; a choice has at most 2,000 signs. */
const MAX_LENGTH = 2_100;
const LETTER_ALONE = /^(?:(?:option|choice)\s+)?[([]?([a-z])[)\].:,;]*$/iu;
const LETTER_WITH_TEXT = /^(?:(?:option|choice)\s+)?[([]?([a-z])(?:\s*[)\].:]+\s*|\s+-+\s+)(\S[\s\S]*)$/iu;
const LETTER_THEN_BRACKET = /^(?:(?:option|choice)\s+)?([a-z])\s*\(([\s\S]+)\)$/iu;
const LETTER_LAST = /^([\s\S]+?)\s*[([]([a-z])[)\]]$/iu;

/**
 * Reads a text that is nothing but one choice: its words (equal after normalisation), its letter alone (`B`, `(b)`,
 * `B.`, `Option B`), or letter and words that agree (`B) hook`, `B: hook`, `B - hook`, `B (hook)`, `hook (B)`).
 * Letters are those of this item's range; with more than 26 choices there are none. Null for everything else: a letter
 * whose words disagree, two choices, a denial, an article ("A grasper"). Never matches inside a longer text.
 */
export function readChoice(text: string, choices: Choices): string | null {
  const byWords = readChoiceWords(text, choices);
  if (byWords !== null) return byWords;
  if (choices.texts.length > 26) return null;
  const bare = stripOuterMarks(foldCharacters(text).replace(/\*\*|__|`/gu, '').replace(/\s+/gu, ' '));
  if (bare.length > MAX_LENGTH) return null;
  const alone = LETTER_ALONE.exec(bare);
  if (alone !== null) return choices.texts[indexOfLetter(alone[1])] ?? null;
  for (const [pattern, letterAt, wordsAt] of [[LETTER_WITH_TEXT, 1, 2], [LETTER_THEN_BRACKET, 1, 2], [LETTER_LAST, 2, 1]] as const) {
    const match = pattern.exec(bare);
    if (match === null) continue;
    const index = indexOfLetter(match[letterAt]);
    if (choices.normalised[index] === normaliseAnswer(match[wordsAt] ?? '')) return choices.texts[index] ?? null;
  }
  return null;
}

/** The one choice whose words a text equals after normalisation; null for none or (a faulty item) several. */
export function readChoiceWords(text: string, choices: Choices): string | null {
  const wanted = normaliseAnswer(text);
  const first = choices.normalised.indexOf(wanted);
  if (first === -1 || choices.normalised.lastIndexOf(wanted) !== first) return null;
  return choices.texts[first] ?? null;
}

function indexOfLetter(letter: string | undefined): number {
  return (letter ?? '').toLowerCase().charCodeAt(0) - 97;
}
