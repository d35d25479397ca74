import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { ExampleContext } from '../source.js';
import { type DemoClip, encodeDemoClip, listStateSpans } from './demo-clip.js';

/** States of the plan -> gestures. */
const GESTURES = ['G1', 'G2', 'G3', 'G4', 'G6', 'G8', 'G11', 'G14'];

/** Invented: labels begin some frames after the video and end before it. The first trial was recorded by both cameras. */
const TRIALS: readonly { name: string; captures: readonly string[]; clip: DemoClip }[] = [
  {
    name: 'Suturing/Suturing_B001',
    captures: ['capture1', 'capture2'],
    clip: {
      fps: 30,
      frameCount: 1800,
      states: [[2, 0], [8.5, 5], [15, 1], [22.2, 2], [31, 4], [38.4, 3], [46, 1], [52, 6], [58, null]],
      present: {},
    },
  },
  {
    name: 'Knot_Tying/Knot_Tying_C002',
    captures: ['capture1'],
    clip: {
      fps: 30,
      frameCount: 1650,
      states: [[1.5, 0], [9, 7], [18.3, 4], [27, 7], [36.1, 4], [44, 6], [53.5, null]],
      present: {},
    },
  },
];

/** Skill, sum, six items of each task's trial. */
const RATINGS: Readonly<Record<string, string>> = { Suturing: 'I\t\t17\t\t3\t3\t2\t3\t3\t3', Knot_Tying: 'N\t\t10\t\t2\t1\t1\t2\t2\t2' };

/** Writes two invented trials of about a minute with transcriptions and videos in the layout of JIGSAWS. */
export async function writeJigsawsExample(dir: string, { encodeVideo }: ExampleContext): Promise<void> {
  for (const { name, captures, clip } of TRIALS) {
    const [task = '', trial = ''] = name.split('/');
    const file = join(dir, task, 'transcriptions', `${trial}.txt`);
    await mkdir(dirname(file), { recursive: true });
    // frames count from 1, the last one belongs to the gesture; each row ends with a blank
    const rows = listStateSpans(clip).map(({ fromSec, toSec, index }) => `${Math.round(fromSec * clip.fps) + 1} ${Math.round(toSec * clip.fps)} ${GESTURES[index]} \n`);
    await writeFile(file, rows.join(''));
    // two tabs between groups, the last line is empty
    await writeFile(join(dir, task, `meta_file_${task}.txt`), `${trial}\t\t${RATINGS[task] ?? ''}\r\n\r\n`);
    for (const capture of captures) await encodeDemoClip(clip, join(dir, task, 'video', `${trial}_${capture}.avi`), encodeVideo);
  }
}
