import { UNANSWERABLE } from '@medstream/schema';

/** The choice that says that nothing new begins within the horizon. */
export const NO_CHANGE = 'no change';

/**
 * The label as people read it: `_` and hyphens between letters become spaces, camelCase is split, and everything but
 * abbreviations in capitals is lower-cased. Nothing else changes, so a spelling mistake of the source stays
 * (contracts.md section 1, `choices`).
 *
 * `CalotTriangleDissection` → `calot triangle dissection`, `s2_trocar_placement` → `s2 trocar placement`, `BBPS_2-3` → `BBPS 2-3`
 */
export function showLabel(label: string): string {
  return remember(shownLabels, label, spellOut);
}

function spellOut(label: string): string {
  return label
    .replace(/_/gu, ' ')
    .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .trim()
    .split(/\s+/u)
    .map((word) => (/^[\p{Lu}\d\W]{2,}$/u.test(word) ? word : word.toLowerCase()))
    .join(' ');
}

/** Labels are few and asked for often: texts worked out once, of so many labels at most. */
const MOST_KEPT = 10_000;
const shownLabels = new Map<string, string>();
const normalisedTexts = new Map<string, string>();

function remember(known: Map<string, string>, text: string, workOut: (text: string) => string): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  const result = workOut(text);
  if (known.size >= MOST_KEPT) known.clear();
  known.set(text, result);
  return result;
}

/** The text by which two choices count as the same: no case, `_`, `-`, spaces or full stop at the end. */
export function normaliseShownText(text: string): string {
  return remember(normalisedTexts, text, normalise);
}

function normalise(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/[_\-\s]+/gu, ' ').trim().replace(/\.$/u, '');
}

/** Whether a label can stand as an answer: not empty, not a bare letter, and not one of the words with a meaning of their own. */
export function isShowable(label: string): boolean {
  const text = normaliseShownText(showLabel(label));
  return text !== '' && !/^[(\s]*\p{L}[).\s]*$/u.test(text) && !RESERVED.has(text);
}

/** Whether a label names something that can be waited or looked for, and not that there is nothing of the kind. */
export function namesSomething(label: string): boolean {
  return !/^(?:background|none|nothing|other|others|idle|abstain|unknown|null\b.*|no\b.*)$/u.test(normaliseShownText(showLabel(label)));
}

const RESERVED: ReadonlySet<string> = new Set([UNANSWERABLE, NO_CHANGE, 'yes', 'no', 'no alert', 'uncertain']);
