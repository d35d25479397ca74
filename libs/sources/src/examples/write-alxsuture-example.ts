import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ExampleContext } from '../source.js';
import { encodeDemoClip } from './demo-clip.js';
import { encodeXlsx } from './encode-xlsx.js';

const HEADER = ['STUDENT', 'GROUP', 'TIME', 'VIDEO ', 'INVESTIGATOR', 'SUTURES', 'OSATS_RESPECT', 'OSATS_MOTION', 'OSATS_INSTRUMENT', 'OSATS_SUTURE', 'OSATS_FLOW', 'OSATS_KNOWLEDGE', 'OSATS_PERFORMANCE', 'OSATS_FINAL_QUALITY', 'GLOBA_RATING_SCORE'];
const FPS = 30;
const CLIP_SEC = 30;

/** Invented: student, group, time, video, and for each of three raters the sutures and eight items. */
const VIDEOS: readonly { student: string; group: string; time: string; video: string; raters: readonly (readonly (number | null)[])[] }[] = [
  { student: 'S001', group: 'TUTOR-LED', time: 'PRE ', video: 'A31H', raters: [[2, 1, 2, 1, 2, 1, 2, 1, 2], [2, 2, 2, 1, 2, 1, 2, 1, 1], [2, 1, 2, 2, 2, 1, 1, 2, 2]] },
  { student: 'S001', group: 'TUTOR-LED', time: 'post', video: 'K78J', raters: [[4, 4, 4, 3, 4, 3, 4, 4, 4], [4, 4, 3, 4, 4, 3, 4, 3, 4], [4, 4, 4, null, 4, 3, 4, 4, 4]] },
  { student: 'S002', group: 'HMD-BASED', time: 'PRE', video: 'X14A', raters: [[3, 3, 2, 2, 3, 2, 2, 3, 2], [3, 3, 3, 2, 3, 2, 2, 3, 3], [3, 2, 2, 2, 3, 2, 2, 3, 2]] },
];

/** Writes three invented recordings of half a minute with ratings in the layout of AIxSuture. */
export async function writeAlxSutureExample(dir: string, { encodeVideo }: ExampleContext): Promise<void> {
  const rows = VIDEOS.flatMap(({ student, group, time, video, raters }) =>
    raters.map(([sutures = null, ...items], rater) => {
      const sum = items.includes(null) ? null : items.reduce<number>((total, item) => total + (item ?? 0), 0);
      return [student, group, time, video, 'ABC'.charAt(rater), sutures, ...items, sum];
    }),
  );
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'OSATS.xlsx'), encodeXlsx([HEADER, ...rows]));
  for (const [index, { video }] of VIDEOS.entries()) {
    await encodeDemoClip({ fps: FPS, frameCount: FPS * CLIP_SEC, states: [[0, index]], present: {} }, join(dir, 'Package 01', `${video}.mp4`), encodeVideo);
  }
}
