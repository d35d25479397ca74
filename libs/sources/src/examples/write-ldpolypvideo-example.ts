import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { ExampleContext } from '../source.js';
import { encodeDemoClip } from './demo-clip.js';
import type { DemoRegion } from './draw-demo-frame.js';
import { toPixels, writeDemoPicture } from './write-demo-picture.js';

const FPS = 25;
const FRAME_COUNT = 250;

interface ExampleSequence {
  path: string;
  /** [first frame, frame after the last, where]: one polyp each. */
  polyps: readonly (readonly [number, number, DemoRegion])[];
}

const place = (left: number, top: number, size: number): DemoRegion => ({ left, top, right: left + size, bottom: top + size * 1.5, colourIndex: 1 });

/** Invented: polyps come and go, once two at a time; frames count from 1. */
const SEQUENCES: readonly ExampleSequence[] = [
  { path: 'TrainValid/1', polyps: [[80, 140, place(0.1, 0.25, 0.15)], [110, 170, place(0.7, 0.6, 0.1)], [205, 240, place(0.62, 0.2, 0.25)]] },
  { path: 'Test/101', polyps: [[1, 45, place(0.55, 0.55, 0.2)], [120, 215, place(0.15, 0.6, 0.12)]] },
];
const WEAK_VIDEOS: readonly { path: string; phaseIndex: number }[] = [
  { path: 'videos_with_polyps/1_1.avi', phaseIndex: 1 },
  { path: 'videos_with_polyps/1_2.avi', phaseIndex: 1 },
  { path: 'videos_without_polyps/0_1.avi', phaseIndex: 0 },
];

/** Writes two invented sequences of ten seconds with boxes and three videos with a label each, in the layout of LDPolypVideo. */
export async function writeLdPolypVideoExample(dir: string, { encodeVideo }: ExampleContext): Promise<void> {
  for (const { path, polyps } of SEQUENCES) {
    const [part = '', number = ''] = path.split('/');
    for (let frame = 1; frame <= FRAME_COUNT; frame += 1) {
      const regions = polyps.filter(([from, to]) => from <= frame && frame < to).map(([, , region]) => region);
      const rows = regions.map((region) => Object.values(toPixels(region)).join(' '));
      const file = join(dir, part, 'Annotations', number, `${frame}.txt`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `${[regions.length, ...rows].join('\r\n')}\r\n`);
      await writeDemoPicture(join(dir, part, 'Images', number, `${frame}.png`), { frameNumber: frame, phaseIndex: null, regions });
    }
  }
  for (const { path, phaseIndex } of WEAK_VIDEOS) {
    await encodeDemoClip({ fps: FPS, frameCount: 10 * FPS, states: [[0, phaseIndex]], present: {} }, join(dir, path), encodeVideo);
  }
}
