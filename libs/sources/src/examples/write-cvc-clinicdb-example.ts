import { join } from 'node:path';

import type { DemoRegion } from './draw-demo-frame.js';
import { writeDemoMask, writeDemoPicture } from './write-demo-picture.js';

const place = (left: number, top: number, size: number): DemoRegion => ({ left, top, right: left + size, bottom: top + size, colourIndex: 1 });
/** Invented: number of the picture -> polyps. Numbers up to 25 are one sequence, from 26 on another. */
const PICTURES: Readonly<Record<number, readonly DemoRegion[]>> = {
  1: [place(0.1, 0.2, 0.2)],
  2: [place(0.6, 0.25, 0.3)],
  3: [place(0.15, 0.6, 0.12), place(0.7, 0.65, 0.2)],
  26: [place(0.65, 0.6, 0.25)],
  27: [place(0.1, 0.2, 0.35)],
  28: [place(0.55, 0.2, 0.1)],
};

/** Writes six invented pictures of polyps with masks in the layout of a mirror of CVC-ClinicDB (PNG). */
export async function writeCvcClinicDbExample(dir: string): Promise<void> {
  for (const [number, regions] of Object.entries(PICTURES)) {
    await writeDemoPicture(join(dir, 'PNG/Original', `${number}.png`), { frameNumber: Number(number), phaseIndex: null, regions });
    await writeDemoMask(join(dir, 'PNG/Ground Truth', `${number}.png`), regions.map((region) => ({ region, value: 255 })));
  }
}
