import fc from 'fast-check';

import { cleanLine, cleanText } from './clean-text.js';

describe('text for a terminal', () => {
  it.each([
    ['plain words', 'phase 2: clip, cut', 'phase 2: clip, cut', 'phase 2: clip, cut'],
    ['letters of any script', 'Größe 手術 é', 'Größe 手術 é', 'Größe 手術 é'],
    ['an escape', 'a\u001b[2Jb', 'a\ufffd[2Jb', 'a\ufffd[2Jb'],
    ['an escape of one byte', 'a\u009b2Jb', 'a\ufffd2Jb', 'a\ufffd2Jb'],
    ['the direction turned', 'a\u202eb\u2066c', 'a\ufffdb\ufffdc', 'a\ufffdb\ufffdc'],
    ['what is not seen', 'a\u200bb\ufeff', 'a\ufffdb', 'a\ufffdb\ufffd'],
    ['lines', 'a\r\n  b\tc\nd', 'a b c d', 'a\n  b\tc\nd'],
    ['a line written over', 'all well\rfailed', 'all well failed', 'all well\ufffdfailed'],
    ['a line of another kind', 'a\u2028b', 'a b', 'a\ufffdb'],
  ])('cleans %s', (_what, text, line, lines) => {
    // U+FEFF is white space to a regular expression, so it is collapsed in a line
    expect(cleanLine(text).trimEnd()).toBe(line);
    expect(cleanText(text)).toBe(lines);
  });

  it('never lets a control sign through', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(cleanLine(text)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        expect(cleanText(text).replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });
});
