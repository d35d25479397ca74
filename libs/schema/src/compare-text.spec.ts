import { compareText } from './compare-text.js';

describe('compareText', () => {
  it('goes by code units, whatever the language of the machine', () => {
    // 0x41 B, 0x5f _, 0x61 a, 0xe4 ä
    expect(['ä', 'a', '_', 'B', 'a'].sort(compareText)).toEqual(['B', '_', 'a', 'a', 'ä']);
  });
});
