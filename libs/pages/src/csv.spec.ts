import fc from 'fast-check';

import { unmarkCsvText, writeCsv } from './csv.js';

describe('writeCsv', () => {
  it.each([
    ['=1+1', `'=1+1`],
    ['+1', `'+1`],
    ['-1', `'-1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\tx', `'\tx`],
    ['\r=x', `"'\r=x"`],
    [`'-1`, `''-1`],
    [`'a`, `'a`],
    ['a=1', 'a=1'],
    ['say "no", then\nleave', '"say ""no"", then\nleave"'],
    ['', ''],
  ])('writes %j as %j', (text, cell) => {
    expect(writeCsv([[text]])).toBe(`${cell}\r\n`);
  });

  it('a number stays one, nothing is empty', () => {
    expect(writeCsv([[-0.5, null, undefined, 'x'], ['y', 2]])).toBe('-0.5,,,x\r\ny,2\r\n');
  });

  it('no text begins a formula, and each comes back', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', "'", '"', ',', 'a') }), (text) => {
        const cell = writeCsv([[text]]).slice(0, -2);
        const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        expect(read).not.toMatch(/^[=+\-@\t\r]/);
        expect(unmarkCsvText(read)).toBe(text);
      }),
    );
  });
});
