/**
 * A number below 2^53 - 1 for a text: the same text gives the same number, two texts of a million the same with a chance of
 * some 1 in 20,000. Two mixed 32-bit hashes (cyrb53, by bryc, public domain); several times as fast as SHA-256, and no
 * protection against a text that was made to collide, which would only be called a duplicate.
 */
export function hashToKey(text: string): number {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 2654435761);
    other = Math.imul(other ^ unit, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return Math.min(4294967296 * (2097151 & other) + (one >>> 0), Number.MAX_SAFE_INTEGER - 1);
}
