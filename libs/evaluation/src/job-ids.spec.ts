import fc from 'fast-check';

import { createJobIds } from './job-ids.js';

describe('createJobIds', () => {
  it('gives each id by its number and each number by its id, for any ids', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 300 }), fc.string(), (texts, other) => {
        const ids = createJobIds(texts);
        expect([ids.length, [...ids], texts.map((_, index) => ids.at(index))]).toEqual([texts.length, texts, texts]);
        expect(texts.map((text) => ids.indexOf(text))).toEqual(texts.map((_, index) => index));
        if (!texts.includes(other)) expect(ids.indexOf(other)).toBeUndefined();
      }),
    );
  });

  it('has room for many', () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => `job-${String(index).padStart(16, '0')}`);
    const ids = createJobIds(texts);
    expect([ids.length, ids.indexOf(texts[19_999] as string), ids.at(12_345), ids.indexOf('job-')]).toEqual([20_000, 19_999, texts[12_345], undefined]);
  });
});
