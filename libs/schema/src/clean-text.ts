/** What a terminal might obey or hide behind: control signs, and signs that turn the direction of writing or are not seen. */
const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * Text from files, servers and messages as one line for a terminal: white space is collapsed, and what could steer the
 * terminal is replaced by U+FFFD (reliability.md, rule 11).
 */
export function cleanLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').replaceAll(UNSAFE, '\ufffd');
}

/** The same for text of several lines: line breaks and tabs stay. */
export function cleanText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNSAFE, (sign) => (sign === '\n' || sign === '\t' ? sign : '\ufffd'));
}
