import { hashToKey } from './hash-to-key.js';

describe('hashToKey', () => {
  test('is a whole number below 2^53, the same each time', () => {
    for (const text of ['', 'a', 'bench-1', '\u{1F600}é', 'x'.repeat(10_000)]) {
      expect(Number.isSafeInteger(hashToKey(text)) && hashToKey(text) >= 0).toBe(true);
      expect(hashToKey(text)).toBe(hashToKey(text));
    }
  });

  test('keeps 200,000 ids that differ in a digit or two apart', () => {
    // by chance two of them meet with 200,000^2 / 2 / 2^53, 2 in a million
    const keys = new Set(Array.from({ length: 200_000 }, (_, index) => hashToKey(`cholec80-video01-${index}`)));
    expect(keys.size).toBe(200_000);
  });
});
