import { foldCharacters } from './fold-characters.js';

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
/** Passes after which a text that still changes is left as it is; two are enough for every text seen. */
const MAX_PASSES = 8;
/** Layers of marks that are taken off in one pass: a bound on the work that a hostile reply can cause. */
const MAX_LAYERS = 6;
/** Texts that are remembered, and how many signs such a text may have: labels and answers come again and again. */
const REMEMBERED = { texts: 5_000, signs: 200 } as const;
const remembered = new Map<string, string>();

/**
 * The form in which two answers are compared (metrics.md section 1), used on both sides: characters folded
 * ({@link foldCharacters}), case folded, `_` and `-` as spaces, white space collapsed, and outer quotes, brackets,
 * markdown marks and a final full stop removed. Idempotent. Spelling is never mended.
 *
 * @example normaliseAnswer('**“Out_of-Patient”.**') === 'out of patient'
 */
export function normaliseAnswer(text: string): string {
  if (text.length > REMEMBERED.signs) return normalise(text);
  const known = remembered.get(text);
  if (known !== undefined) return known;
  if (remembered.size >= REMEMBERED.texts) remembered.clear();
  const normalised = normalise(text);
  remembered.set(text, normalised);
  return normalised;
}

function normalise(text: string): string {
  let current = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = stripOuterMarks(
      // upper case first: folds ß to ss and the final sigma to sigma, which lower case alone does not
      foldCharacters(current).toUpperCase().toLowerCase().replace(/[_-]/gu, ' ').replace(/\s+/gu, ' ').trim(),
    );
    if (next === current) return next;
    current = next;
  }
  return current;
}

/** Removes what is written round an answer, layer by layer: `"(**hook**)."` gives `hook`. */
export function stripOuterMarks(text: string): string {
  let current = text.trim();
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const next = unwrapQuotes(unwrapBrackets(stripMarkdown(current)));
    if (next === current) return current;
    current = next;
  }
  return current;
}

function stripMarkdown(text: string): string {
  // a loop, because /[…]+$/ takes quadratic time on a long run that is not at the end
  let end = text.length;
  while (end > 0 && /[*`\s.]/u.test(text[end - 1] as string)) end -= 1;
  return text
    .slice(0, end)
    .replace(/^#{1,6}\s+/u, '')
    .replace(/^[*`•·\s]+/u, '');
}

/** Only a pair that really encloses the whole text: `(a) or (b)` keeps its brackets. */
function unwrapBrackets(text: string): string {
  const open = text[0];
  const close = open === undefined ? undefined : CLOSING[open];
  if (close === undefined || text.length < 2 || !text.endsWith(close)) return text;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === open) depth += 1;
    else if (text[index] === close) depth -= 1;
    if (depth === 0 && index < text.length - 1) return text;
  }
  return depth === 0 ? text.slice(1, -1).trim() : text;
}

/** Only when the sign does not stand inside as well (an apostrophe between letters may): `"a" or "b"` keeps its quotes. */
function unwrapQuotes(text: string): string {
  const quote = text[0];
  if ((quote !== '"' && quote !== "'") || text.length < 2 || !text.endsWith(quote)) return text;
  const inside = text.slice(1, -1);
  const withoutApostrophes = quote === "'" ? inside.replace(/(?<=\p{L})'(?=\p{L})/gu, '') : inside;
  return withoutApostrophes.includes(quote) ? text : inside.trim();
}
