import { isAscii, isUtf8 } from 'node:buffer';

import { EngineError, isEngineError, parseJsonText } from '@medstream/schema';

/**
 * Reads the bytes of one JSON text, which must be UTF-8.
 *
 * @param where what the text is, for the error
 * @throws EngineError `input/not-json`
 */
export function parseJsonRecord(bytes: Uint8Array, where: string): unknown {
  return parseJsonText(decodeStrictUtf8(bytes, where), where);
}

/**
 * Reads a line that is one whole JSON text no deeper than `maxDepth`; null for any other, whatever is wrong with it.
 *
 * @throws what is no fault of the text
 */
export function readWholeLine(line: Uint8Array, maxDepth: number): { value: unknown } | null {
  try {
    const value = parseJsonRecord(line, 'a line');
    return hasAtMostBrackets(line, maxDepth) || !isDeeperThan(value, maxDepth) ? { value } : null;
  } catch (error) {
    if (isEngineError(error)) return null;
    throw error;
  }
}

function decodeStrictUtf8(bytes: Uint8Array, where: string): string {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(bytes)) return view.toString('latin1');
  if (isUtf8(bytes)) return view.toString('utf8');
  throw new EngineError('input/not-json', `${where} is not UTF-8 text`, { hint: 'Save the file as UTF-8.' });
}

/** So few opening brackets cannot nest deeper, wherever they stand. */
function hasAtMostBrackets(line: Uint8Array, most: number): boolean {
  let count = 0;
  for (const bracket of [0x7b, 0x5b]) {
    for (let at = line.indexOf(bracket); at !== -1; at = line.indexOf(bracket, at + 1)) {
      count += 1;
      if (count > most) return false;
    }
  }
  return true;
}

/** Looks no deeper than it has to, so that no nesting exhausts the stack. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
