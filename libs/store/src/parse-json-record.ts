import { EngineError, parseJsonText } from '@medstream/schema';

/**
 * Reads the bytes of one JSON text, which must be UTF-8.
 *
 * @param where what the text is, for the error
 * @throws EngineError `input/not-json`
 */
export function parseJsonRecord(bytes: Uint8Array, where: string): unknown {
  return parseJsonText(decodeStrictUtf8(bytes, where), where);
}

function decodeStrictUtf8(bytes: Uint8Array, where: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new EngineError('input/not-json', `${where} is not UTF-8 text`, { cause, hint: 'Save the file as UTF-8.' });
  }
}
