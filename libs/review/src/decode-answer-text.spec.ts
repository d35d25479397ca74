import { decodeAnswerText } from './decode-answer-text.js';

const TEXT = 'sheet,remark\r\ns,"Gr\u00f6\u00dfe \u2264 3"\r\n';
const littleEndian = Buffer.from(`\ufeff${TEXT}`, 'utf16le');

describe('decodeAnswerText', () => {
  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16 as spreadsheets save it', littleEndian],
    ['UTF-16 in the other order', Buffer.from(littleEndian).swap16()],
  ])('reads %s, without the mark', (_, bytes) => {
    expect(decodeAnswerText(bytes, 'a.csv')).toBe(TEXT);
  });

  it.each<[string, Uint8Array, string]>([
    // 0xf6 begins a sequence of four bytes that does not follow
    ['Windows-1252', Buffer.from('Gr\u00f6\u00dfe', 'latin1'), 'a.csv is not UTF-8 text'],
    ['UTF-16 that ends inside a sign', littleEndian.subarray(0, -1), 'a.csv is not UTF-16LE text'],
  ])('refuses %s', (_, bytes, message) => {
    expect(() => decodeAnswerText(bytes, 'a.csv')).toThrow(expect.objectContaining({ code: 'input/bad-record', message, hint: expect.stringContaining('CSV UTF-8') as string }));
  });
});
