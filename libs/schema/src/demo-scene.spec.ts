import { DEMO_SCENE } from './demo-scene.js';

describe('DEMO_SCENE', () => {
  it('has a colour for every phase and a slot for every tool', () => {
    expect(DEMO_SCENE.phaseColours.length).toBeGreaterThanOrEqual(DEMO_SCENE.phases.length);
    expect(DEMO_SCENE.toolRow.slots).toBeGreaterThanOrEqual(DEMO_SCENE.tools.length);
    expect(DEMO_SCENE.frameNumber.numberBits + DEMO_SCENE.frameNumber.checkMark.length).toBe(DEMO_SCENE.frameNumber.blocks);
  });

  it('uses colours that lossy video cannot confuse', () => {
    // Chroma subsampling and JPEG move a flat patch by a few levels; 60 apart in one channel at least leaves room.
    const colours = DEMO_SCENE.phaseColours;
    colours.forEach((left, leftIndex) => {
      colours.slice(leftIndex + 1).forEach((right) => {
        const furthest = Math.max(...left.map((level, channel) => Math.abs(level - (right[channel] as number))));
        expect(furthest).toBeGreaterThanOrEqual(60);
      });
    });
  });
});
