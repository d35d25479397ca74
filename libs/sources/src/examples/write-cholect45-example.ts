import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { blankAt, DEMO_SIZE, type DemoClip, presentIndexesAt, stateIndexAt } from './demo-clip.js';
import { drawDemoFrame } from './draw-demo-frame.js';
import { encodePng } from './encode-png.js';

interface ExampleCase {
  videoId: string;
  /** One picture a second; what is present are instruments. */
  clip: DemoClip;
  /** Verb -> [first second, second after the last]; 9 is null_verb. */
  verbs: Readonly<Record<number, readonly (readonly [number, number])[]>>;
}

const COLUMNS = { instrument: 6, verb: 10 };
/** Invented triplets and the verb of each (as a column of the verb table), so that both tables say the same. */
const TRIPLETS = [
  { name: 'grasper,retract,gallbladder', verb: 1 },
  { name: 'hook,dissect,cystic_plate', verb: 2 },
  { name: 'clipper,clip,cystic_duct', verb: 4 },
  { name: 'grasper,grasp,gallbladder', verb: 0 },
  { name: 'bipolar,coagulate,liver', verb: 3 },
] as const;

/** Invented. The colour of the patch has no label in this data set and follows the instruments' doings. */
const CASES: readonly ExampleCase[] = [
  {
    videoId: 'VID01',
    clip: { fps: 1, frameCount: 80, states: [[0, 1], [30, 2], [44, 3]], present: { 0: [[3, 40], [48, 72]], 2: [[8, 26], [50, 66]], 4: [[30, 37]], 5: [[68, 78]] } },
    verbs: { 1: [[4, 39], [49, 70]], 2: [[9, 25], [51, 64]], 4: [[32, 36]], 6: [[69, 76]], 9: [[39, 40], [70, 72]] },
  },
  {
    videoId: 'VID02',
    clip: { fps: 1, frameCount: 72, states: [[0, 3], [36, 5]], present: { 0: [[0, 24], [33, 60]], 1: [[38, 52]], 2: [[5, 22], [26, 35]] }, blank: { colour: 'black', spans: [[63, 68]] } },
    verbs: { 0: [[34, 58]], 1: [[1, 22]], 2: [[6, 21], [27, 34]], 3: [[40, 50]] },
  },
];

/** Writes two invented cases, one picture a second, with labels and picture folders in the layout of CholecT45. */
export async function writeCholecT45Example(dir: string): Promise<void> {
  await mkdir(join(dir, 'dict'), { recursive: true });
  await writeFile(join(dir, 'dict/triplet.txt'), `${TRIPLETS.map(({ name }, id) => `${id}:${name}`).join('\n')}\n`);
  for (const { videoId, clip, verbs } of CASES) {
    const tables = { instrument: clip, verb: { ...clip, present: verbs } };
    for (const [folder, plan] of Object.entries(tables) as [keyof typeof COLUMNS, DemoClip][]) {
      await mkdir(join(dir, folder), { recursive: true });
      await writeFile(join(dir, folder, `${videoId}.txt`), formatTable(plan, COLUMNS[folder]));
    }
    await mkdir(join(dir, 'triplet'), { recursive: true });
    await writeFile(join(dir, 'triplet', `${videoId}.txt`), formatTable({ ...clip, present: listTripletSpans(verbs) }, TRIPLETS.length));
    await mkdir(join(dir, 'data', videoId), { recursive: true });
    for (let second = 0; second < clip.frameCount; second += 1) {
      const scene = { frameNumber: second, phaseIndex: stateIndexAt(clip, second), toolIndexes: presentIndexesAt(clip, second), ...blankAt(clip, second) };
      const picture = encodePng({ ...DEMO_SIZE, rgb: drawDemoFrame({ ...DEMO_SIZE, ...scene }) });
      await writeFile(join(dir, 'data', videoId, `${String(second).padStart(6, '0')}.png`), picture);
    }
  }
}

/** The verbs of the plan as triplets; a verb without one has no column here. */
function listTripletSpans(verbs: ExampleCase['verbs']): DemoClip['present'] {
  return Object.fromEntries(TRIPLETS.map(({ verb }, column) => [column, verbs[verb] ?? []]));
}

function formatTable(clip: DemoClip, columnCount: number): string {
  const rows = Array.from({ length: clip.frameCount }, (_, second) => {
    const present = presentIndexesAt(clip, second);
    return [second, ...Array.from({ length: columnCount }, (_column, column) => (present.includes(column) ? 1 : 0))].join();
  });
  return `${rows.join('\n')}\n`;
}
