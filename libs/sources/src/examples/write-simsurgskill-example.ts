import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ExampleContext } from '../source.js';
import { DEMO_SIZE } from './demo-clip.js';
import { drawDemoFrame, type DemoRegion } from './draw-demo-frame.js';
import { toPixels } from './write-demo-picture.js';

const FPS = 30;
/** Boxes are pixels of the native picture. */
const NATIVE_SIZE = { width: 1280, height: 720 };

interface ExampleObject {
  name: 'needle driver' | 'needle';
  orientation: string;
  /** [first second, second after the last]. */
  from: number;
  to: number;
  region: DemoRegion;
}
const place = (left: number, top: number, size: number, colourIndex: number): DemoRegion => ({ left, top, right: left + size, bottom: top + size, colourIndex });

/** Invented: what is in view, second by second; some seconds show nothing. */
const CASES: readonly { caseId: string; seconds: number; metrics: string; objects: readonly ExampleObject[] }[] = [
  {
    caseId: 'caseid_000001',
    seconds: 40,
    metrics: '2,1,5.31',
    objects: [
      { name: 'needle driver', orientation: 'left', from: 0, to: 26, region: place(0.05, 0.2, 0.25, 5) },
      { name: 'needle driver', orientation: 'right', from: 8, to: 34, region: place(0.65, 0.55, 0.25, 3) },
      { name: 'needle', orientation: 'grabbed', from: 4, to: 18, region: place(0.35, 0.25, 0.1, 2) },
      { name: 'needle', orientation: 'not grabbed', from: 18, to: 30, region: place(0.4, 0.75, 0.1, 2) },
    ],
  },
  {
    caseId: 'caseid_000002',
    seconds: 32,
    metrics: '0,,4.02',
    objects: [
      { name: 'needle driver', orientation: 'right', from: 3, to: 28, region: place(0.6, 0.2, 0.3, 3) },
      { name: 'needle', orientation: 'not grabbed', from: 6, to: 14, region: place(0.15, 0.6, 0.1, 2) },
      { name: 'needle', orientation: 'grabbed', from: 14, to: 25, region: place(0.55, 0.55, 0.1, 2) },
    ],
  },
];

/** Writes two invented cases with boxes for each second and counts, in the layout of SimSurgSkill 2021. */
export async function writeSimSurgSkillExample(dir: string, { encodeVideo }: ExampleContext): Promise<void> {
  const part = join(dir, 'train_v1');
  await mkdir(join(part, 'annotations/bounding_box_gt'), { recursive: true });
  await mkdir(join(part, 'videos/fps30'), { recursive: true });
  const rows = CASES.map(({ caseId, metrics }) => `${caseId},${metrics}`);
  await writeFile(join(part, 'annotations/skill_metric_gt.csv'), `${['case_id,needle_drop_counts,instrument_out_of_view_counts,economy_of_motion', ...rows].join('\n')}\n`);
  for (const { caseId, seconds, objects } of CASES) {
    const seenAt = (second: number): readonly ExampleObject[] => objects.filter(({ from, to }) => from <= second && second < to);
    const labels = Array.from({ length: seconds }, (_, second) => {
      const common = { label_type: 'box', case_id: caseId, fps: 1, frame_id: second };
      const seen = seenAt(second).map(({ name, orientation, region }) => {
        const { x0, y0, x1, y1 } = toPixels(region, NATIVE_SIZE);
        return { obj_class: name, coordinate: [y1 - y0, x1 - x0, x0, y0], orientation, objects: true, ...common };
      });
      return seen.length > 0 ? seen : [{ obj_class: '', coordinate: [], orientation: '', objects: false, ...common }];
    }).flat();
    await writeFile(join(part, 'annotations/bounding_box_gt', `${caseId}_fps1.json`), JSON.stringify(Object.fromEntries(labels.entries())));
    const frames = drawFrames(seconds, seenAt);
    await encodeVideo({ ...DEMO_SIZE, fps: FPS, frames, outFile: join(part, 'videos/fps30', `${caseId}.mp4`) });
  }
}

function* drawFrames(seconds: number, seenAt: (second: number) => readonly ExampleObject[]): Generator<Uint8Array> {
  for (let frameNumber = 0; frameNumber < seconds * FPS; frameNumber += 1) {
    const regions = seenAt(Math.floor(frameNumber / FPS)).map(({ region }) => region);
    yield drawDemoFrame({ ...DEMO_SIZE, frameNumber, phaseIndex: null, toolIndexes: [], regions });
  }
}
