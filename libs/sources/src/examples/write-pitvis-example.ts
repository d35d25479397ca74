import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ExampleContext } from '../source.js';
import { type DemoClip, encodeDemoClip, presentIndexesAt, stateIndexAt } from './demo-clip.js';

/**
 * Invented: one case at 24 frames a second and one at 25 (as video 24). Steps of the plan are native ids minus 1; null is
 * outside the patient. At most two instruments are in view.
 */
const CLIPS: Readonly<Record<string, DemoClip>> = {
  '01': {
    fps: 24,
    frameCount: 1944,
    states: [[0, null], [5, 0], [18, 1], [30, 2], [38, 1], [47, null], [53, 3], [66, 4], [78, null]],
    present: { 1: [[6, 17]], 4: [[8, 26], [54, 62]], 3: [[31, 45]], 0: [[57, 76]] },
  },
  '24': {
    fps: 25,
    frameCount: 1800,
    states: [[0, 4], [13, 5], [24, 6], [36, 7], [44, 6], [57, 7]],
    present: { 7: [[0, 12]], 3: [[14, 21], [48, 56]], 2: [[25, 43]], 5: [[37, 46], [58, 70]] },
  },
};

/** Writes two invented cases of about a minute with labels and videos in the layout of PitVis. */
export async function writePitVisExample(dir: string, { encodeVideo }: ExampleContext): Promise<void> {
  await mkdir(dir, { recursive: true });
  for (const [number, clip] of Object.entries(CLIPS)) {
    const rowCount = Math.ceil(clip.frameCount / clip.fps);
    const rows = Array.from({ length: rowCount }, (_, second) => [Number(number), second, ...formatIds(clip, second)].join());
    const text = ['int_video,int_time,int_step,int_instrument1,int_instrument2', ...rows, `${Number(number)},${rowCount},-1,-1,-2`].join('\n');
    await writeFile(join(dir, `annotations_${number}.csv`), `${text}\n`);
    await encodeDemoClip(clip, join(dir, `video_${number}.mp4`), encodeVideo);
  }
}

function formatIds(clip: DemoClip, second: number): [number, number, number] {
  const step = stateIndexAt(clip, second);
  if (step === null) return [-1, -1, -2];
  const [first, other] = presentIndexesAt(clip, second);
  return [step + 1, first === undefined ? 0 : first + 1, other === undefined ? -2 : other + 1];
}
