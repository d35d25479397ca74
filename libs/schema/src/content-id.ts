import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

import { stringifyCanonicalJson } from './json-text.js';

/** Lower-case hexadecimal SHA-256 of a text in UTF-8. */
export function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** A text whose parts are told one by one and need not be held. */
export interface TextHash {
  add(part: string): void;
  /** {@link hashText} of all parts in a row; to be asked once, at the end. */
  digest(): string;
}

export function createTextHash(): TextHash {
  const hash = sha256.create();
  return { add: (part) => void hash.update(utf8ToBytes(part)), digest: () => bytesToHex(hash.digest()) };
}

/** SHA-256 of a JSON value, independent of the order of its keys. */
export function hashJson(value: unknown): string {
  return hashText(stringifyCanonicalJson(value));
}

/**
 * An id derived from content: `prefix` and the first 16 hexadecimal digits (64 bits) of the value's SHA-256.
 * Equal content gives equal ids on every machine; nothing of the content can be read from it.
 */
export function contentId(prefix: string, value: unknown): string {
  return `${prefix}-${hashJson(value).slice(0, 16)}`;
}
