/** Text that is HTML already. Made only by {@link html}, so that nothing of the data gets in unescaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | null | readonly Part[];

/** A template whose values are escaped unless they are HTML themselves; lists are joined, null is nothing. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(strings.map((text, index) => text + (index < values.length ? write(values[index] ?? null) : '')).join(''));
}

function write(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return escapeText(part);
  return typeof part === 'number' ? String(part) : part.map(write).join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes for element content and quoted attributes; control and text-direction characters, which could forge what a reader sees, become U+FFFD. */
export function escapeText(text: string): string {
  return plainText(text).replaceAll(/[&<>"']/g, (sign) => entities[sign] as string);
}

/** Text without signs that could forge what a reader sees: control and text-direction characters, and halves of a pair, become U+FFFD. */
export function plainText(text: string): string {
  return text.replaceAll(/[\p{Cs}\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (sign) => (/\s/.test(sign) ? sign : '\ufffd'));
}
