import { foldCharacters } from './fold-characters.js';

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'];
const NUMBER = new RegExp(`(?<![\\p{L}\\d.])[-+]?\\d+(?:,\\d{3})*(?:\\.\\d+)?(?![\\p{L}\\d])|(?<![\\p{L}\\d])(?:${WORDS.join('|')})(?![\\p{L}\\d])`, 'giu');
/** Raised and lowered digits: folding them would make another number of `2³`. Behind a letter (`cm²`) they belong to its word. */
const POWER = /\d[\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089]/u;
const NEGATION = /\b(?:not|never|cannot|neither|nor)\b|n't\b/iu;

/**
 * The number of a reply that holds exactly one, in digits or in words up to twenty: `2`, `2.0`, `~2`, `two tools`.
 * Null for none, for two ("2 of 10"), for a power or a number with a note ("2³"), and where the text denies something ("not 2").
 */
export function readOnlyNumber(text: string): number | null {
  const folded = foldCharacters(text);
  if (POWER.test(text)) return null;
  if (NEGATION.test(folded)) return null;
  const found = [...folded.matchAll(NUMBER)].map((match) => match[0].toLowerCase());
  if (found.length !== 1) return null;
  const [only = ''] = found;
  const word = WORDS.indexOf(only);
  return word === -1 ? Number(only.replaceAll(',', '')) : word;
}

/** True for a text that is nothing but one number: `3`, `2.5`, `two`. */
export function isNumberText(text: string): boolean {
  return /^(?:\d+(?:\.\d+)?|\p{L}+)$/u.test(text.trim()) && readOnlyNumber(text) !== null;
}
