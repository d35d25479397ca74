import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { stringifyJsonLine } from '@medstream/schema';

import type { MultiBypassEntry } from '../multibypass140-labels.js';
import { MULTIBYPASS_PHASES, MULTIBYPASS_STEPS } from '../multibypass140-names.js';
import type { ExampleContext } from '../source.js';
import { drawDemoFrame } from './draw-demo-frame.js';

const SIZE = { width: 320, height: 192 };
const FPS = 25;

/** [start ms, end ms, id] as they stand in the file, overlays (12, 13) among the phases. */
type Row = readonly [number, number, number];

interface ExampleCase {
  videoId: string;
  labels: string;
  media: string;
  frameCount: number;
  phases: readonly Row[];
  steps: readonly Row[];
}

/** Invented: one case in the manner of either centre. Bern starts late and ends with the camera outside; Strasbourg is marked from 0 to a whole second. */
const CASES: readonly ExampleCase[] = [
  {
    videoId: 'BBP01',
    labels: 'bern',
    media: 'BernBypass70',
    frameCount: 2600,
    phases: [
      [0, 2220, 12],
      [3180, 18340, 0],
      [18340, 41020, 1],
      [26100, 30300, 13],
      [36140, 39020, 12],
      [41020, 52460, 2],
      [52460, 63900, 1],
      [58060, 62120, 13],
      [63900, 98700, 3],
      [99100, 103500, 12],
    ],
    steps: [
      [3180, 9020, 1],
      [9020, 18340, 2],
      [18340, 27700, 4],
      [27700, 41020, 5],
      [41020, 44540, 0],
      [44540, 52460, 13],
      [52460, 63900, 8],
      [63900, 80260, 18],
      [80260, 98700, 19],
    ],
  },
  {
    videoId: 'SBP01',
    labels: 'strasbourg',
    media: 'StrasBypass70',
    frameCount: 2250,
    phases: [
      [0, 12886, 0],
      [12886, 35861, 1],
      [35861, 44425, 2],
      [44425, 58887, 1],
      [58887, 90000, 7],
    ],
    steps: [
      [0, 5373, 1],
      [5373, 12886, 2],
      [12886, 24384, 4],
      [24384, 35861, 5],
      [35861, 44425, 12],
      [44425, 58887, 8],
      [58887, 74020, 32],
      [74020, 90000, 33],
    ],
  },
];

/** A second case in the manner of Bern, for its half by itself. */
const SECOND_BERN_CASE: ExampleCase = {
  videoId: 'BBP02',
  labels: 'bern',
  media: 'BernBypass70',
  frameCount: 2175,
  phases: [
    [0, 14260, 0],
    [14260, 33120, 1],
    [20400, 24980, 13],
    [33120, 47900, 3],
    [47900, 55340, 1],
    [55340, 71180, 7],
    [71180, 84020, 3],
    [84400, 86800, 12],
  ],
  steps: [
    [0, 6740, 1],
    [6740, 14260, 2],
    [14260, 24100, 4],
    [24100, 33120, 5],
    [33120, 47900, 18],
    [47900, 55340, 8],
    [55340, 71180, 32],
    [71180, 84020, 19],
  ],
};

/** Writes two invented cases of a minute and a half with labels, tables and videos in the layout of MultiBypass140. */
export function writeMultiBypass140Example(dir: string, context: ExampleContext): Promise<void> {
  return writeCases(CASES, dir, context);
}

/** Writes two invented cases in the same layout, both of Bern. */
export function writeBernBypass70Example(dir: string, context: ExampleContext): Promise<void> {
  const [bern] = CASES;
  return writeCases(bern ? [bern, SECOND_BERN_CASE] : [], dir, context);
}

async function writeCases(cases: readonly ExampleCase[], dir: string, { encodeVideo }: ExampleContext): Promise<void> {
  await writeTable(join(dir, 'tables/phase.csv'), MULTIBYPASS_PHASES);
  await writeTable(join(dir, 'tables/step.csv'), MULTIBYPASS_STEPS);
  for (const example of cases) {
    const labelFile = join(dir, 'labels', example.labels, 'labels_by70', `${example.videoId}.mp4.json`);
    const outFile = join(dir, 'datasets/MultiBypass140', example.media, 'videos', `${example.videoId}.mp4`);
    await mkdir(dirname(labelFile), { recursive: true });
    await mkdir(dirname(outFile), { recursive: true });
    const labels = { phases: example.phases.map(toEntry(MULTIBYPASS_PHASES)), steps: example.steps.map(toEntry(MULTIBYPASS_STEPS)) };
    await writeFile(labelFile, stringifyJsonLine(labels));
    await encodeVideo({ ...SIZE, fps: FPS, frames: drawFrames(example), outFile });
  }
}

function* drawFrames({ frameCount, phases }: ExampleCase): Generator<Uint8Array> {
  for (let frameNumber = 0; frameNumber < frameCount; frameNumber += 1) {
    const atMs = (frameNumber * 1000) / FPS;
    const ids = phases.filter(([start, end]) => start <= atMs && atMs < end).map(([, , id]) => id);
    const isOutside = ids.includes(12);
    // outside the body the patch is black; the severe marker lights the first slot
    yield drawDemoFrame({
      ...SIZE,
      frameNumber,
      phaseIndex: isOutside ? null : (ids.find((id) => id < 8) ?? null),
      toolIndexes: ids.includes(13) ? [0] : [],
    });
  }
}

function toEntry(names: readonly string[]): (row: Row) => MultiBypassEntry {
  return ([start, end, id]) => ({ start, end, label_name: names[id] as string, label_id: id });
}

async function writeTable(file: string, names: readonly string[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, ['id, name', ...names.map((name, id) => `${id}, ${name}`)].join('\n'));
}
