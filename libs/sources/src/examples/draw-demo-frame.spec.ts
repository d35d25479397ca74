import { DEMO_SCENE } from '@medstream/schema';
import fc from 'fast-check';

import { type DemoFrame, drawDemoFrame } from './draw-demo-frame.js';

/** Reads the colour at a point given in fractions of the picture. */
function colourAt(picture: Uint8Array, { width, height }: DemoFrame, at: readonly [number, number]): number[] {
  const offset = (Math.floor(at[1] * height) * width + Math.floor(at[0] * width)) * 3;
  return [...picture.subarray(offset, offset + 3)];
}

function readBack(picture: Uint8Array, size: DemoFrame): Pick<DemoFrame, 'frameNumber' | 'phaseIndex' | 'toolIndexes'> & { checkMark: number[] } {
  const { frameNumber, phaseColours, toolRow } = DEMO_SCENE;
  const bits = Array.from({ length: frameNumber.blocks }, (_, block) => (colourAt(picture, size, [(block + 0.5) / frameNumber.blocks, 0.07])[0] === 255 ? 1 : 0));
  const patch = colourAt(picture, size, [0.5, 0.4]);
  const phaseIndex = phaseColours.findIndex((colour) => colour.join() === patch.join());
  return {
    frameNumber: bits.slice(0, frameNumber.numberBits).reduce<number>((sum, bit, place) => sum + bit * 2 ** place, 0),
    checkMark: bits.slice(frameNumber.numberBits),
    phaseIndex: phaseIndex < 0 ? null : phaseIndex,
    toolIndexes: Array.from({ length: toolRow.slots }, (_, slot) => slot).filter((slot) => colourAt(picture, size, [(slot + 0.5) / toolRow.slots, 0.8])[0] === 255),
  };
}

describe('drawDemoFrame', () => {
  test.each([['white', 255], ['black', 0]] as const)('a blank picture is %s all over', (blank, level) => {
    expect(new Set(drawDemoFrame({ width: 32, height: 20, frameNumber: 5, phaseIndex: 1, toolIndexes: [0], blank }))).toEqual(new Set([level]));
  });

  test('property: number, phase and tools can be read back at any usual size', () => {
    const frames = fc.record({
      width: fc.integer({ min: 80, max: 400 }),
      height: fc.integer({ min: 60, max: 240 }),
      frameNumber: fc.nat(65_535),
      phaseIndex: fc.option(fc.nat(DEMO_SCENE.phaseColours.length - 1)),
      toolIndexes: fc.uniqueArray(fc.nat(DEMO_SCENE.toolRow.slots - 1)).map((list) => list.sort((left, right) => left - right)),
    });
    fc.assert(
      fc.property(frames, (frame) => {
        const { frameNumber, phaseIndex, toolIndexes } = frame;
        expect(readBack(drawDemoFrame(frame), frame)).toEqual({ frameNumber, phaseIndex, toolIndexes, checkMark: [1, 0, 1, 0] });
      }),
      { numRuns: 100 },
    );
  });

  test('boxes end where the scene says', () => {
    // 100 x 100: the patch covers x 5 to 94 and y 20 to 54; slot 0 of 8 is 12.5 wide, its square x 2 to 10 (1.875 and 10.625 rounded)
    const frame = { width: 100, height: 100, frameNumber: 0, phaseIndex: 0, toolIndexes: [0] };
    const picture = drawDemoFrame(frame);
    const red = (x: number, y: number): number | undefined => picture[(y * 100 + x) * 3];
    expect([red(4, 20), red(5, 20), red(94, 54), red(95, 54), red(5, 19), red(5, 55)]).toEqual([0, 220, 220, 0, 0, 0]);
    expect([red(1, 62), red(2, 62), red(10, 96), red(11, 96), red(2, 61), red(2, 97)]).toEqual([0, 255, 255, 0, 0, 0]);
    expect(picture).toHaveLength(30_000);
  });
});
