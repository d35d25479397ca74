import fc from 'fast-check';

import { createRepeatScanner } from './repeat-scanner.js';

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** What the scanner says of each line of the parts, one part after the other through the same memory. */
function scan(parts: readonly string[], accepts: (number: number) => boolean = () => true): (number | string)[] {
  const told: (number | string)[] = [];
  const scanLines = createRepeatScanner();
  // a Buffer, whose slices share its memory
  const memory = Buffer.alloc(20_000);
  for (const part of parts) {
    const bytes = new TextEncoder().encode(part);
    memory.fill(0).set(bytes);
    scanLines(memory, bytes.length, {
      takeRepeats: (first, count) => {
        const numbers = Array.from({ length: count }, (_, index) => first + index);
        if (numbers.every(accepts)) told.push(...numbers);
        return numbers.every(accepts);
      },
      takeOthers: (from, to) => told.push(...textOf(memory.subarray(from, to)).split('\n').slice(0, -1)),
    });
  }
  return told;
}

describe('createRepeatScanner', () => {
  test.each([
    ['the rest of the line is the same', 'Frame\tPhase\n0\tA\n1\tA\n2\tA\n3\tB\n5\tB\n', ['Frame\tPhase', '0\tA', 1, 2, '3\tB', 5]],
    ['other white space is another rest', '0\tA\n1 A\n2\tA\r\n3\tA\r\n', ['0\tA', '1 A', '2\tA\r', 3]],
    ['a rest that goes on is another', '0\tA\n1\tAB\n2\tA\n', ['0\tA', '1\tAB', '2\tA']],
    ['a line without a number is none, and nothing repeats it', 'x\nx\n \n0\tA\n\tA\n1\tA\n', ['x', 'x', ' ', '0\tA', '\tA', '1\tA']],
    // ten digits and 2^31 - 1 are the most a frame number may have
    ['numbers too large for a frame', '0\tA\n2147483647\tA\n2147483648\tA\n00000000001\tA\n', ['0\tA', 2_147_483_647, '2147483648\tA', '00000000001\tA']],
    ['numbers alone', '0\n1\n2\n', ['0', 1, 2]],
  ])('%s', (_, text, told) => {
    expect(scan([text])).toEqual(told);
  });

  test('a repeat that is not wanted is handed on as it stands, and the next may be one again', () => {
    expect(scan(['0\tA\n1\tA\n2\tA\n3\tA\n'], (number) => number !== 2)).toEqual(['0\tA', 1, '2\tA', 3]);
  });

  test('remembers the last line when the memory holds other lines', () => {
    expect(scan(['0\tA\n1\tA\n', '2\tA\n3\tB\n', '4\tA\n5\tA\n'])).toEqual(['0\tA', 1, 2, '3\tB', '4\tA', 5]);
  });

  test.each([
    ['a row left out', (number: number) => number !== 1234, 'A'],
    ['a row of something else', () => true, 'B'],
  ])('long stretches of numbers in a row are told one by one, over %s', (_, isThere, other) => {
    // 85 to 1584: hundreds are compared at once; the number of digits changes at 100 and 1,000
    const rows = Array.from({ length: 1500 }, (_row, index) => index + 85).filter(isThere);
    const lines = rows.map((number) => `${number}\t${number === 1300 ? other : 'A'}`);
    const isOther = (number: number): boolean => other === 'B' && (number === 1300 || number === 1301);
    expect(scan([`${lines.slice(0, 700).join('\n')}\n`, `${lines.slice(700).join('\n')}\n`])).toEqual(rows.map((number, index) => (index === 0 || isOther(number) ? lines[index] : number)));
  });

  test('property: however the lines are parted, each is told once and in order, as a repeat exactly where all but the number is equal', () => {
    const line = fc.tuple(fc.nat(200), fc.constantFrom('\tA', '\tB', '\tAB', ' A', '\té', '')).map(([number, rest]) => ({ number, rest }));
    fc.assert(
      fc.property(fc.array(fc.array(line, { maxLength: 12 }), { maxLength: 5 }), (parts) => {
        const lines = parts.flat();
        const expected = lines.map(({ number, rest }, index) => (lines[index - 1]?.rest === rest ? number : `${number}${rest}`));
        expect(scan(parts.map((part) => part.map(({ number, rest }) => `${number}${rest}\n`).join('')))).toEqual(expected);
      }),
    );
  });
});
