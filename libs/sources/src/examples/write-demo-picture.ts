import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { DEMO_SIZE } from './demo-clip.js';
import { drawDemoFrame, type DemoRegion } from './draw-demo-frame.js';
import { encodePng } from './encode-png.js';

/** What one invented picture shows. */
export interface DemoPicture {
  frameNumber: number;
  phaseIndex: number | null;
  regions?: readonly DemoRegion[];
}

/** Writes one picture of an example as PNG. */
export async function writeDemoPicture(file: string, { frameNumber, phaseIndex, regions = [] }: DemoPicture): Promise<void> {
  const rgb = drawDemoFrame({ ...DEMO_SIZE, frameNumber, phaseIndex, toolIndexes: [], regions });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, encodePng({ ...DEMO_SIZE, rgb }));
}

/** A patch in whole pixels of an example's picture, or of a picture of another size that labels are written for. */
export function toPixels({ left, top, right, bottom }: DemoRegion, { width, height }: { width: number; height: number } = DEMO_SIZE): { x0: number; y0: number; x1: number; y1: number } {
  return { x0: Math.round(left * width), y0: Math.round(top * height), x1: Math.round(right * width), y1: Math.round(bottom * height) };
}

/** Writes a mask of an example as PNG: each patch in its grey value on black, later ones over earlier ones. */
export async function writeDemoMask(file: string, patches: readonly { region: DemoRegion; value: number }[]): Promise<void> {
  const { width, height } = DEMO_SIZE;
  const rgb = new Uint8Array(width * height * 3);
  for (const { region, value } of patches) {
    const { x0, y0, x1, y1 } = toPixels(region);
    for (let y = y0; y < y1; y += 1) rgb.fill(value, (y * width + x0) * 3, (y * width + x1) * 3);
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, encodePng({ width, height, rgb }));
}
