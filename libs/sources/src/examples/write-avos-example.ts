import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ExampleContext } from '../source.js';
import { type DemoClip, encodeDemoClip, listStateSpans } from './demo-clip.js';

const ACTIONS = ['cutting', 'tying', 'suturing', 'background'];
/** Invented ids in the form of the data set's: they hold dashes. */
const CLIPS: Readonly<Record<string, DemoClip>> = {
  'aBc-De_01-x': { fps: 30, frameCount: 1800, states: [[0, 3], [8, 0], [19, 2], [31, 1], [40, 2], [52, 3]], present: {} },
  '-Zy_xW-09aa': { fps: 25, frameCount: 1375, states: [[0, 0], [9, 3], [17, 2], [29, 3], [38, 1], [47, 0]], present: {} },
};

/** Writes two invented videos of about a minute with intervals, and a third row group whose video is gone, in the layout of AVOS. */
export async function writeAvosExample(dir: string, { encodeVideo }: ExampleContext): Promise<void> {
  const rows = Object.entries(CLIPS).flatMap(([id, clip]) => listStateSpans(clip).map(({ fromSec, toSec, index }) => [id, fromSec, toSec, fromSec * clip.fps, toSec * clip.fps, ACTIONS[index]]));
  rows.push(['gone-video1', 0, 10, 0, 300, 'tying']);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'open_surgery_temporal_annotations_Jan16.csv'), `${[',video_id,start_seconds,end_seconds,start_frame,end_frame,label', ...rows.map((row, index) => [index, ...row].join())].join('\n')}\n`);
  const boxes = ['aBc-De_01-x-300,20,30,90,100,hand', 'aBc-De_01-x-300,200,120,260,180,forceps', 'aBc-De_01-x-600,150,40,220,90,needledriver'];
  await writeFile(join(dir, 'boxes.csv'), `${['image_name,x1,y1,x2,y2,class', ...boxes].join('\n')}\n`);
  for (const [id, clip] of Object.entries(CLIPS)) await encodeDemoClip(clip, join(dir, 'video', `${id}.mp4`), encodeVideo);
}
