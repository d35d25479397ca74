const FOLDED: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032\u02bc\u2039\u203a]/gu, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u300c-\u300f]/gu, '"'],
  [/[\u2010-\u2015\u2212\ufe58\ufe63]/gu, '-'],
  [/\u3002/gu, '.'],
  [/\p{Cf}/gu, ''],
  [/\r\n?|\u2028|\u2029/gu, '\n'],
];

/**
 * Brings the many codes of one sign to one: NFKC (full-width forms, ligatures), quotes of all languages and all dashes to their
 * ASCII signs (NFKC leaves them), the ideographic full stop to `.`, line ends to LF; format characters (Cf: zero-width
 * joiners, soft hyphens, direction marks) are removed. Letter case, words and line breaks stay.
 */
export function foldCharacters(text: string): string {
  return FOLDED.reduce((folded, [pattern, replacement]) => folded.replace(pattern, replacement), text.normalize('NFKC'));
}
