import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { ExampleContext } from '../source.js';
import { type DemoClip, encodeDemoClip, stateIndexAt } from './demo-clip.js';
import { writeDemoMask } from './write-demo-picture.js';

const FOLDER = 'Task 1 Surgical workflow recognition';

const MOTION_FOLDER = 'Task 2 Laparoscope motion prediction';
const MASK_FOLDER = 'Task 3 Instrument and key anatomy segmentation';
/** Ids of motions: static, left, zoom-in. */
const MOTIONS = [0, 3, 5] as const;
const MASKED_PICTURES = ['001', '025', '050', '075', '100', '125'];
/** Grey values 180 and 140; the patch of a clip stands for the uterus. */
const UTERUS = { region: { left: 0.05, top: 0.2, right: 0.95, bottom: 0.55, colourIndex: 7 }, value: 180 };
const HOOK = { region: { left: 0.7, top: 0.6, right: 0.9, bottom: 0.8, colourIndex: 7 }, value: 140 };

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

/** Writes two invented cases of about a minute with labels and videos in the layout of AutoLaparo, and three clips of its second and third task. */
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
  await writeClips(dir, { encodeVideo });
}

/** Three clips of ten seconds: the patch keeps its colour for five and then changes with the motion. */
async function writeClips(dir: string, { encodeVideo }: ExampleContext): Promise<void> {
  await mkdir(join(dir, MOTION_FOLDER), { recursive: true });
  await writeFile(join(dir, MOTION_FOLDER, 'laparoscope_motion_label.txt'), `${['Clip\tLabel\tPhase', ...MOTIONS.map((motion, index) => `00${index + 1}\t${motion}\t2`)].join('\n')}\n`);
  for (const [index, motion] of MOTIONS.entries()) {
    const clip: DemoClip = { fps: 25, frameCount: 250, states: [[0, 7], [5, motion]], present: {} };
    await encodeDemoClip(clip, join(dir, MOTION_FOLDER, 'clips', `00${index + 1}.mp4`), encodeVideo);
    for (const picture of MASKED_PICTURES) await writeDemoMask(join(dir, MASK_FOLDER, 'masks', `00${index + 1}${picture}.png`), index === 0 ? [] : [UTERUS, HOOK]);
  }
}
