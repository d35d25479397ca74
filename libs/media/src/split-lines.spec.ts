import fc from 'fast-check';

import { splitLines } from './split-lines.js';

it('gives the same lines however the text is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/)), fc.integer({ min: 1, max: 9 }), (lines, size) => {
      const text = lines.map((line) => `${line}\n`).join('');
      const found: string[] = [];
      const take = splitLines((line) => found.push(line));
      for (let start = 0; start < text.length; start += size) take(text.slice(start, start + size));
      expect(found).toEqual(lines);
    }),
  );
});

it('takes \\r and \\r\\n as ends and bounds a line', () => {
  const found: string[] = [];
  splitLines((line) => found.push(line))(`a\rb\r\n${'x'.repeat(10_000)}\n`);
  expect(found.map((line) => line.length)).toEqual([1, 1, 4096]);
});
