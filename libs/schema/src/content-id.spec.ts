import fc from 'fast-check';

import { contentId, createTextHash, hashJson, hashText } from './content-id.js';

describe('hashText', () => {
  it('is SHA-256 of the UTF-8 bytes', () => {
    // FIPS 180-2, appendix B.1: "abc".
    expect(hashText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('createTextHash', () => {
  it('is the hash of the parts in a row', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (parts) => {
        const hash = createTextHash();
        for (const part of parts) hash.add(part);
        expect(hash.digest()).toBe(hashText(parts.join('')));
      }),
    );
  });
});

describe('contentId', () => {
  it('depends on content, not on the order of keys', () => {
    const id = contentId('cholec80-video01', { task: 'phase_now', at: 30 });
    expect(id).toMatch(/^cholec80-video01-[0-9a-f]{16}$/);
    expect(contentId('cholec80-video01', { at: 30, task: 'phase_now' })).toBe(id);
    expect(contentId('cholec80-video01', { at: 31, task: 'phase_now' })).not.toBe(id);
    expect(hashJson({ at: 30, task: 'phase_now' }).startsWith(id.slice(-16))).toBe(true);
  });
});
