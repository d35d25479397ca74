import { parseSize } from './parse-size.js';

it.each([
  ['500MB', 500_000_000],
  ['20GB', 20_000_000_000],
  ['1.5 tb', 1_500_000_000_000],
  ['0MB', 0],
])('%s is %d bytes', (text, bytes) => {
  expect(parseSize(text, '--cache-size')).toBe(bytes);
});

it.each(['', '20', '20 G', '-1GB', '1e3MB', 'GB', '20GB and more'])('%j is no size', (text) => {
  expect(() => parseSize(text, '--cache-size')).toThrow(expect.objectContaining({ code: 'config/bad-value', message: expect.stringContaining('--cache-size') }));
});
