import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ExampleContext } from '../source.js';
import { type DemoClip, encodeDemoClip, listStateSpans } from './demo-clip.js';

const LABELS = ['access', 'dissection', 'suturing', 'inspection'];
const CLIPS: Readonly<Record<string, DemoClip>> = {
  case01: { fps: 25, frameCount: 1500, states: [[0, 0], [11, 1], [23, 2], [34, 1], [47, 3]], present: {} },
  case02: { fps: 25, frameCount: 1400, states: [[0, 0], [9, 1], [21, 3], [30, 1], [38, 2], [48, 3]], present: {} },
};

/** Writes two invented recordings of about a minute with one interval table. */
export async function writePrivateDataExample(dir: string, { encodeVideo }: ExampleContext): Promise<void> {
  const rows = Object.entries(CLIPS).flatMap(([video, clip]) => listStateSpans(clip).map(({ fromSec, toSec, index }) => [video, fromSec, toSec, LABELS[index]].join(',')));
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'intervals.csv'), `${['video,start_s,end_s,label', ...rows].join('\n')}\n`);
  for (const [video, clip] of Object.entries(CLIPS)) await encodeDemoClip(clip, join(dir, 'videos', `${video}.mp4`), encodeVideo);
}
