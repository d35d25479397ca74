import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ExampleContext } from '../source.js';
import { DEMO_SIZE, encodeDemoClip } from './demo-clip.js';
import type { DemoRegion } from './draw-demo-frame.js';
import { toPixels, writeDemoMask, writeDemoPicture } from './write-demo-picture.js';

/** Invented names in the form of the data set's. */
const nameOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const CLASSES = ['lower-gi-tract/pathological-findings/ulcerative-colitis-grade-2', 'lower-gi-tract/anatomical-landmarks/cecum', 'upper-gi-tract/anatomical-landmarks/z-line', 'upper-gi-tract/pathological-findings/oesophagitis-a', 'lower-gi-tract/quality-of-mucosal-views/bbps-2-3'];
const POLYPS: readonly DemoRegion[] = [
  { left: 0.1, top: 0.2, right: 0.35, bottom: 0.5, colourIndex: 1 },
  { left: 0.6, top: 0.6, right: 0.75, bottom: 0.8, colourIndex: 1 },
];
const VIDEOS = [
  { fps: 25, organ: 'Lower GI', finding: 'polyp', folder: 'lower-gi-tract' },
  { fps: 30, organ: 'Upper GI', finding: 'bleeding gastric ulcer', folder: 'upper-gi-tract' },
  { fps: 20, organ: 'Lower GI', finding: 'ulcerative colitis', folder: 'lower-gi-tract' },
] as const;

/** Writes seven invented images, two of them with box and mask, and three videos at three rates, in the layout of HyperKvasir. */
export async function writeHyperKvasirExample(dir: string, { encodeVideo }: ExampleContext): Promise<void> {
  for (const [index, folder] of CLASSES.entries()) await writeDemoPicture(join(dir, 'labeled-images', folder, `${nameOf(index)}.png`), { frameNumber: index, phaseIndex: index });
  const boxes: Record<string, object> = {};
  for (const [index, region] of POLYPS.entries()) {
    const name = nameOf(100 + index);
    const { x0, y0, x1, y1 } = toPixels(region);
    boxes[name] = { ...DEMO_SIZE, bbox: [{ label: 'polyp', xmin: x0, ymin: y0, xmax: x1, ymax: y1 }] };
    for (const place of ['labeled-images/lower-gi-tract/pathological-findings/polyps', 'segmented-images/images']) {
      await writeDemoPicture(join(dir, place, `${name}.png`), { frameNumber: 100 + index, phaseIndex: null, regions: [region] });
    }
    await writeDemoMask(join(dir, 'segmented-images/masks', `${name}.png`), [{ region, value: 255 }]);
  }
  await writeFile(join(dir, 'segmented-images/bounding-boxes.json'), JSON.stringify(boxes));
  const rows = VIDEOS.map(({ organ, finding }, index) => `${nameOf(200 + index)},${organ},${finding},,Pathological findings,`);
  await mkdir(join(dir, 'labeled-videos'), { recursive: true });
  await writeFile(join(dir, 'labeled-videos/video-labels.csv'), `${['Video file,Organ,Finding 1,Finding 2,Classification 1,Classification 2', ...rows].join('\n')}\n`);
  for (const [index, { fps, folder }] of VIDEOS.entries()) {
    await encodeDemoClip({ fps, frameCount: fps * 8, states: [[0, index]], present: {} }, join(dir, 'labeled-videos', folder, `${nameOf(200 + index)}.avi`), encodeVideo);
  }
}
