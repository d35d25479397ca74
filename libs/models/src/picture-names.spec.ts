import fc from 'fast-check';

import { createPictureNames, type OpenPictures } from './picture-names.js';

const imageOf = (bytes: Uint8Array) => ({ bytes, mediaType: 'image/jpeg', timestampSec: 0 });

describe('createPictureNames', () => {
  it('puts any pictures into any text around them, those of each request into its own', () => {
    const pictures = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 });
    fc.assert(
      fc.property(pictures, pictures, fc.string(), (one, other, text) => {
        const names = createPictureNames();
        const opened = [one, other].map((bytes) => names.open(bytes.map(imageOf)));
        const bodies = opened.map((request) => names.fill(JSON.stringify({ text, data: request.names })));
        expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([one, other].map((bytes) => ({ text, data: bytes.map((part) => Buffer.from(part).toString('base64')) })));
      }),
    );
  });

  it('leaves a text alone that looks like a name, or was one of a request that has ended', () => {
    const names = createPictureNames();
    const request = names.open([imageOf(Uint8Array.of(1))]);
    const [name = ''] = request.names;
    // no second picture; another request
    const texts = [name.replace(/x0x$/, 'x1x'), name.replace(/Picture./, (start) => `Picture${start.endsWith('0') ? '1' : '0'}`)];
    expect(texts.map((text) => names.fill(text))).toEqual(texts);
    expect(names.fill(name)).toBe('AQ==');
    request.close();
    expect(names.fill(name)).toBe(name);
  });

  it.each<[string, (names: readonly string[]) => string[], string]>([
    ['one is left out', ([first = '', second = '']) => [first, second], '2 of 3'],
    ['one stands there twice', ([first = '', second = '', third = '']) => [first, second, third, third], '2 of 3'],
    ['one stands there instead of another', ([first = '', , third = '']) => [first, third, third], '1 of 3'],
    ['one is in capitals', ([first = '', second = '', third = '']) => [first, second, third.toUpperCase()], '2 of 3'],
  ])('sends no body where %s', (_, write, count) => {
    const names = createPictureNames();
    const request = names.open([1, 2, 3].map((value) => imageOf(Uint8Array.of(value))));
    expect(() => names.fill(JSON.stringify(write(request.names)))).toThrow(expect.objectContaining({ code: 'defect/broken-promise', message: expect.stringContaining(count) as string }));
  });

  it('tells of pictures that stood in no body, once their call is over', () => {
    const names = createPictureNames();
    const [empty, sent, unsent] = [[], [1], [1]].map((values) => names.open(values.map((value) => imageOf(Uint8Array.of(value))))) as [OpenPictures, OpenPictures, OpenPictures];
    names.fill(JSON.stringify(sent.names));
    expect(() => (empty.assertFilled(), sent.assertFilled())).not.toThrow();
    expect(() => unsent.assertFilled()).toThrow(expect.objectContaining({ code: 'defect/broken-promise', message: expect.stringContaining('0 of 1') as string }));
  });

  it('draws other names for each request', () => {
    const names = createPictureNames();
    const all = Array.from({ length: 50 }, () => names.open([imageOf(Uint8Array.of(1))]).names[0]);
    expect(new Set(all).size).toBe(50);
  });
});
