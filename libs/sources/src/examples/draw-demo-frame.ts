import { DEMO_SCENE } from '@medstream/schema';

/** What one generated picture shows; see DEMO_SCENE for where. */
export interface DemoFrame {
  width: number;
  height: number;
  /** 0-based, below 65,536. */
  frameNumber: number;
  /** Index into DEMO_SCENE.phaseColours; null leaves the patch black. */
  phaseIndex: number | null;
  /** Indexes of visible tools, each below DEMO_SCENE.toolRow.slots. */
  toolIndexes: readonly number[];
  /** Flat patches drawn over all else; absent: none. */
  regions?: readonly DemoRegion[];
  /** The whole picture in one colour, as some data sets mark what is outside the body; absent: the scene. */
  blank?: 'white' | 'black';
}

/** A patch in fractions of the picture. */
export interface DemoRegion {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Index into DEMO_SCENE.phaseColours. */
  colourIndex: number;
}

type Colour = readonly [number, number, number];
const WHITE: Colour = [255, 255, 255];

/**
 * Draws one picture of the demo scene on black.
 *
 * @returns width x height x 3 bytes (RGB, row by row)
 */
export function drawDemoFrame(frame: DemoFrame): Uint8Array {
  const picture = new Uint8Array(frame.width * frame.height * 3);
  if (frame.blank !== undefined) return picture.fill(frame.blank === 'white' ? 255 : 0);
  const fill = (left: number, right: number, band: { top: number; bottom: number }, colour: Colour): void => {
    fillBox(picture, frame, { left, right, ...band }, colour);
  };
  const { frameNumber, phasePatch, toolRow } = DEMO_SCENE;
  listFrameBits(frame.frameNumber).forEach((bit, block) => {
    if (bit === 1) fill(block / frameNumber.blocks, (block + 1) / frameNumber.blocks, frameNumber, WHITE);
  });
  const colour = frame.phaseIndex === null ? undefined : DEMO_SCENE.phaseColours[frame.phaseIndex];
  if (colour) fill(phasePatch.left, phasePatch.right, phasePatch, colour);
  for (const tool of frame.toolIndexes) {
    const [left, right] = [tool + toolRow.marginOfSlot, tool + 1 - toolRow.marginOfSlot];
    fill(left / toolRow.slots, right / toolRow.slots, toolRow, WHITE);
  }
  for (const region of frame.regions ?? []) {
    const regionColour = DEMO_SCENE.phaseColours[region.colourIndex];
    if (regionColour) fillBox(picture, frame, region, regionColour);
  }
  return picture;
}

/** The blocks of the frame number row: the bits, lowest first, then the check mark. */
function listFrameBits(frameNumber: number): number[] {
  const bits = Array.from({ length: DEMO_SCENE.frameNumber.numberBits }, (_, bit) => (frameNumber >> bit) & 1);
  return [...bits, ...DEMO_SCENE.frameNumber.checkMark];
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Fills the first row pixel by pixel and copies it down: a picture takes well under a millisecond. */
function fillBox(picture: Uint8Array, size: { width: number; height: number }, box: Box, colour: Colour): void {
  const [left, right] = [Math.round(box.left * size.width), Math.round(box.right * size.width)];
  const [top, bottom] = [Math.round(box.top * size.height), Math.round(box.bottom * size.height)];
  const rowBytes = size.width * 3;
  const [from, to] = [top * rowBytes + left * 3, top * rowBytes + right * 3];
  for (let offset = from; offset < to; offset += 3) picture.set(colour, offset);
  for (let row = top + 1; row < bottom; row += 1) picture.copyWithin(row * rowBytes + left * 3, from, to);
}
