import { EngineError } from './engine-error.js';

/**
 * Parses one JSON text. The only place in the project where `JSON.parse` is called on outside text, so that a
 * failure always carries a code and says where.
 *
 * @param where what the text is, for the error ("record 3 at byte 210 of x.jsonl")
 * @throws EngineError `input/not-json`
 */
export function parseJsonText(text: string, where: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new EngineError('input/not-json', `${where} is not valid JSON: ${(cause as Error).message}`, { cause, hint: 'mend the text there; JSON has no NaN, Infinity or comments: what is not known is null' });
  }
}

/**
 * Writes one value as one line of JSON without a line break at its end.
 * U+2028 and U+2029 are escaped (some line readers split there); NaN and infinities throw instead of becoming null;
 * a property whose value is undefined is left out.
 *
 * @throws EngineError `defect/not-representable` for a number that JSON cannot hold
 */
export function stringifyJsonLine(value: unknown): string {
  // asking about every field inside JSON.stringify takes several times as long as looking for what it would refuse before
  const text = isPlainAndFinite(value) ? JSON.stringify(value) : JSON.stringify(value, refuseUnrepresentable);
  return escapeLineSeparators(text);
}

/**
 * Writes a value as JSON with object keys sorted at every depth: equal values give equal texts, so the text can be
 * hashed. Same refusals as {@link stringifyJsonLine}.
 */
export function stringifyCanonicalJson(value: unknown): string {
  return escapeLineSeparators(writeSorted(value) ?? 'null');
}

/** Writes a document for people: two spaces, final line break. Same refusals as {@link stringifyJsonLine}. */
export function stringifyJsonDocument(value: unknown): string {
  const text = JSON.stringify(value, refuseUnrepresentable, 2);
  return `${escapeLineSeparators(text)}\n`;
}

function refuseUnrepresentable(key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new EngineError('defect/not-representable', `the field "${key}" holds ${String(value)}, which JSON cannot hold`);
  }
  return value;
}

/** False where a number is not finite, or an object says itself how it is written: then each field is asked about. */
function isPlainAndFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every(isPlainAndFinite);
  if ('toJSON' in value) return false;
  for (const key in value) if (!isPlainAndFinite((value as Record<string, unknown>)[key])) return false;
  return true;
}

/** The text of a value with its keys in order; undefined for what JSON leaves out. Sorting a copy first takes three times as long. */
function writeSorted(value: unknown, key = ''): string | undefined {
  if (typeof value === 'number') return String(refuseUnrepresentable(key, value) === 0 ? 0 : value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((inner) => writeSorted(inner, key) ?? 'null').join(',')}]`;
  let text = '';
  for (const name of Object.keys(value).sort()) {
    const inner = writeSorted((value as Record<string, unknown>)[name], name);
    if (inner !== undefined) text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${inner}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

function escapeLineSeparators(text: string): string {
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
