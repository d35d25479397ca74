import { EngineError } from '@medstream/schema';

/**
 * The text of a file that somebody sent back: UTF-8, or UTF-16 with its mark, as spreadsheets save "Unicode text". Anything
 * else is refused: read as UTF-8 it would lose letters of the remarks without a word.
 *
 * @param name what the file is called, for errors
 * @throws EngineError `input/bad-record`
 */
export function decodeAnswerText(bytes: Uint8Array, name: string): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new EngineError('input/bad-record', `${name} is not ${encoding.toUpperCase()} text`, { cause, hint: 'save the table as "CSV UTF-8", or send the file that the form saved' });
  }
}
