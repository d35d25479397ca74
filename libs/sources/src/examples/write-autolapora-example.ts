import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { ExampleContext } from '../source.js';
import { type DemoClip, encodeDemoClip, stateIndexAt } from './demo-clip.js';

const FOLDER = 'Task 1 Surgical workflow recognition';

/** Invented: phases come back, the first case has no Preparation, the second ends with Suturing after Washing. */
const CLIPS: Readonly<Record<string, DemoClip>> = {
  '01': {
    fps: 25,
    frameCount: 1890,
    states: [[0, 1], [12, 2], [21, 1], [33, 2], [46, 3], [58, 6], [68, 5]],
    present: {},
  },
  '02': {
    fps: 25,
    frameCount: 1760,
    states: [[0, 0], [10, 1], [22, 2], [31, 1], [40, 3], [52, 6], [60, 5]],
    present: {},
  },
};

/** Writes two invented cases of about a minute with labels and videos in the layout of AutoLaparo's first task. */
export async function writeAutoLaporaExample(dir: string, { encodeVideo }: ExampleContext): Promise<void> {
  for (const [videoId, clip] of Object.entries(CLIPS)) {
    const file = join(dir, FOLDER, 'labels', `label_${videoId}.txt`);
    await mkdir(dirname(file), { recursive: true });
    const rowCount = Math.floor(clip.frameCount / clip.fps);
    // rows and phases count from 1
    const rows = Array.from({ length: rowCount }, (_, second) => `${second + 1}\t${(stateIndexAt(clip, second) ?? 0) + 1}`);
    await writeFile(file, `${['Frame\tPhase', ...rows].join('\n')}\n`);
    await encodeDemoClip(clip, join(dir, FOLDER, 'videos', `${videoId}.mp4`), encodeVideo);
  }
}
