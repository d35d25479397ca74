import fc from 'fast-check';

import { drawNumberedFrame, readFrameNumber } from './frame-number.js';

it('reads back every number at any size', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 65_535 }), fc.integer({ min: 80, max: 200 }), fc.integer({ min: 40, max: 120 }), (number, width, height) => {
      expect(readFrameNumber(drawNumberedFrame(number, width, height), width, height)).toBe(number);
    }),
  );
});

it('puts the lowest bit on the left: 5 is white, black, white', () => {
  const picture = drawNumberedFrame(5, 100, 40); // blocks of 5 pixels
  expect([2, 7, 12, 17].map((x) => picture[x * 3])).toEqual([255, 0, 255, 0]);
});

it.each([
  ['grey', (picture: Uint8Array) => picture.fill(128)],
  ['black: no check mark', (picture: Uint8Array) => picture.fill(0)],
  ['white: no check mark', (picture: Uint8Array) => picture.fill(255)],
  ['inverted', (picture: Uint8Array) => picture.map((value) => 255 - value)],
])('reads nothing from a picture that is %s', (_, spoil) => {
  expect(readFrameNumber(spoil(drawNumberedFrame(77, 160, 96)), 160, 96)).toBeNull();
});
