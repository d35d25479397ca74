import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { HEICHOLE_ACTIONS, HEICHOLE_INSTRUMENTS } from '../heichole-names.js';
import type { ExampleContext } from '../source.js';
import { type DemoClip, encodeDemoClip, presentIndexesAt, stateIndexAt } from './demo-clip.js';

interface ExampleCase {
  number: number;
  /** Instruments in the first slots of the picture are the first columns. */
  clip: DemoClip;
  /** Action -> [first second, second after the last]; not drawn. */
  actions: Readonly<Record<number, readonly (readonly [number, number])[]>>;
}

/** Invented: one case at 25 frames a second, one at 50, numbered as such cases are. */
const CASES: readonly ExampleCase[] = [
  {
    number: 1,
    clip: {
      fps: 25,
      frameCount: 1875,
      states: [[0, 0], [11.2, 1], [24.6, 2], [33, 1], [40.4, 3], [58, 5], [64.8, 3]],
      present: { 0: [[2, 30], [35.4, 62]], 1: [[26.2, 32]], 2: [[12, 22], [41, 60.2]], 4: [[57, 66]] },
      // the camera is taken out: white, as the data set has it, while the phase goes on
      blank: { colour: 'white', spans: [[67, 72]] },
    },
    actions: { 0: [[3, 20], [36, 60]], 1: [[12, 18], [44, 50]], 2: [[31, 33]], 3: [[27, 30]] },
  },
  {
    number: 16,
    clip: {
      fps: 50,
      frameCount: 3240,
      states: [[0, 1], [14.4, 2], [22.02, 3], [37.5, 4], [45, 3], [52.8, 6]],
      present: { 0: [[0, 13], [20.6, 52]], 2: [[3, 12], [23, 36.44], [46, 51]], 3: [[16, 20]], 5: [[37.5, 44], [53, 60]] },
    },
    actions: { 0: [[0, 12], [23, 35]], 1: [[5, 10], [38, 44]], 2: [[17, 19.5]] },
  },
];

/** Writes two invented cases of about a minute, one at each frame rate, with labels and videos in the layout of HeiChole. */
export async function writeHeiCholeExample(dir: string, { encodeVideo }: ExampleContext): Promise<void> {
  for (const { number, clip, actions } of CASES) {
    const toFlags = (count: number, present: readonly number[]): number[] => Array.from({ length: count }, (_, column) => (present.includes(column) ? 1 : 0));
    const tables: Record<string, (sec: number) => (number | null)[]> = {
      Phase: (sec) => [stateIndexAt(clip, sec)],
      Instrument: (sec) => toFlags(HEICHOLE_INSTRUMENTS.length, presentIndexesAt(clip, sec)),
      Action: (sec) => toFlags(HEICHOLE_ACTIONS.length, presentIndexesAt({ ...clip, present: actions }, sec)),
    };
    for (const [part, cellsAt] of Object.entries(tables)) {
      const file = join(dir, 'Annotations', part, `Hei-Chole${number}_Annotation_${part}.csv`);
      await mkdir(dirname(file), { recursive: true });
      const rows = Array.from({ length: clip.frameCount }, (_, frame) => [frame, ...cellsAt(frame / clip.fps)].join(','));
      await writeFile(file, `${rows.join('\n')}\n`);
    }
    await mkdir(join(dir, 'Annotations/Skill'), { recursive: true });
    await writeFile(join(dir, 'Annotations/Skill', `Hei-Chole${number}_Annotation_Skill.csv`), `${[3, 4, 2, (number % 5) + 1, 3].join()}\n`);
    await encodeDemoClip(clip, join(dir, 'Videos/Full', `Hei-Chole${number}.mp4`), encodeVideo);
  }
}
