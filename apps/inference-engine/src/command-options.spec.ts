import { parsePrice } from './command-options.js';

describe('parsePrice', () => {
  it.each([
    ['1.25,10', { input: 1.25, output: 10 }],
    ['0,0', { input: 0, output: 0 }],
  ])('reads %s', (text, expected) => {
    expect(parsePrice(text)).toEqual(expected);
  });

  it.each(['', '1', '1,', ',1', '1,2,3', '-1,2', '1;2', '1e3,2', 'NaN,1', '1, 2', '10000001,1'])('refuses %j', (text) => {
    expect(() => parsePrice(text)).toThrow('two numbers of US dollars');
  });
});
