import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { ExampleContext } from '../source.js';
import { type DemoClip, encodeDemoClip, stateIndexAt } from './demo-clip.js';

const PHASES = [
  'TrocarPlacement',
  'Preparation',
  'CalotTriangleDissection',
  'ClippingCutting',
  'GallbladderDissection',
  'GallbladderPackaging',
  'CleaningCoagulation',
  'GallbladderRetraction',
];

/** Invented: one case of each part. The test video stops in the middle of the operation, as some of the data set do. */
const CLIPS: Readonly<Record<string, DemoClip>> = {
  'train_dataset/workflow_video_01': {
    fps: 25,
    frameCount: 1882,
    states: [[0, 0], [11.4, 1], [19.2, 2], [31.52, 3], [38, 2], [45.8, 4], [60, 6], [67.4, 4]],
    present: {},
  },
  'test_dataset/test_workflow_video_01': {
    fps: 25,
    frameCount: 1705,
    states: [[0, 1], [12.6, 2], [26, 3], [33.4, 2], [41.2, 4]],
    present: {},
  },
};

/** Writes two invented cases of about a minute with labels, the redundant time tables and videos in the layout of M2CAI16-Workflow. */
export async function writeM2cai16Example(dir: string, { encodeVideo }: ExampleContext): Promise<void> {
  for (const [stem, clip] of Object.entries(CLIPS)) {
    await mkdir(dirname(join(dir, stem)), { recursive: true });
    await writeFile(join(dir, `${stem}.txt`), formatTable(clip, ['Frame', (frame) => String(frame)]));
    await writeFile(join(dir, `${stem}_timestamp.txt`), formatTable(clip, ['Time', (frame) => formatClock(frame / clip.fps)]));
    await encodeDemoClip(clip, join(dir, `${stem}.mp4`), encodeVideo);
  }
}

function formatTable(clip: DemoClip, [head, formatKey]: readonly [string, (frame: number) => string]): string {
  const rows = Array.from({ length: clip.frameCount }, (_, frame) => `${formatKey(frame)}\t${PHASES[stateIndexAt(clip, frame / clip.fps) ?? 0]}`);
  return `${[`${head}\tPhase`, ...rows].join('\n')}\n`;
}

/** `HH:MM:SS.ss` */
function formatClock(sec: number): string {
  const parts = [Math.floor(sec / 3600), Math.floor(sec / 60) % 60].map((part) => String(part).padStart(2, '0'));
  return [...parts, (sec % 60).toFixed(2).padStart(5, '0')].join(':');
}
