import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { stringifyJsonLine } from '@medstream/schema';

import { blankAt, type DemoClip } from './demo-clip.js';
import { drawDemoFrame } from './draw-demo-frame.js';
import { encodePng } from './encode-png.js';

const SIZE = { width: 320, height: 192 };
const PHASES = [
  'preparation',
  'carlot-triangle-dissection',
  'clipping-and-cutting',
  'gallbladder-dissection',
  'gallbladder-packaging',
  'cleaning-and-coagulation',
  'gallbladder-extraction',
];
const INSTRUMENTS = ['grasper', 'bipolar', 'hook', 'scissors', 'clipper', 'irrigator'];
const VERBS = ['grasp', 'retract', 'dissect', 'coagulate', 'clip', 'cut', 'aspirate', 'irrigate', 'pack', 'null_verb'];
const TARGETS = [
  'gallbladder',
  'cystic_plate',
  'cystic_duct',
  'cystic_artery',
  'cystic_pedicle',
  'blood_vessel',
  'fluid',
  'abdominal_wall_cavity',
  'liver',
  'adhesion',
  'omentum',
  'peritoneum',
  'gut',
  'specimen_bag',
  'null_target',
];
/** Instrument, verb, target of each invented triplet; the last six name no action, as in the data set. */
const TRIPLETS: readonly (readonly [number, number, number])[] = [
  [0, 1, 0],
  [0, 0, 13],
  [2, 2, 1],
  [2, 2, 8],
  [3, 5, 2],
  [4, 4, 3],
  ...INSTRUMENTS.map((_, instrument) => [instrument, VERBS.length - 1, TARGETS.length - 1] as const),
];

interface ExampleCase {
  number: number;
  secondCount: number;
  /** Labelled seconds; scattered as in the challenge files, or all as in the full release. */
  isLabelled: (second: number) => boolean;
  /** [first second, phase], each until the next. */
  phases: readonly (readonly [number, number])[];
  /** Instrument -> [first second, second after the last]. */
  instruments: Readonly<Record<number, readonly (readonly [number, number])[]>>;
  /** Whether the tips of instruments are drawn round, as in the challenge files; the full release has no boxes. */
  hasBoxes: boolean;
  /** Black pictures from outside the body; absent: none. */
  blank?: DemoClip['blank'];
}

/** Invented: a densely labelled case, and one with labels at scattered seconds that holds two neighbours now and then. */
const CASES: readonly ExampleCase[] = [
  {
    number: 1,
    secondCount: 90,
    isLabelled: () => true,
    phases: [
      [0, 0],
      [15, 1],
      [38, 2],
      [50, 1],
      [57, 3],
      [78, 5],
    ],
    instruments: { 0: [[3, 36], [44, 72]], 2: [[16, 30], [56, 70]], 4: [[39, 46]], 5: [[79, 86]] },
    hasBoxes: false,
    blank: { colour: 'black', spans: [[73, 77]] },
  },
  {
    number: 92,
    secondCount: 120,
    isLabelled: (second) => second % 7 === 2 || second % 14 === 3,
    phases: [
      [0, 1],
      [37, 2],
      [66, 3],
    ],
    instruments: { 0: [[0, 60], [80, 118]], 2: [[10, 36], [66, 110]], 3: [[44, 59]] },
    hasBoxes: true,
  },
];

/** Writes two invented cases, one picture a second, with labels and picture folders in the layout of CholecT50. */
export async function writeCholecT50Example(dir: string): Promise<void> {
  await mkdir(join(dir, 'labels'), { recursive: true });
  for (const example of CASES) {
    const videoId = `VID${String(example.number).padStart(2, '0')}`;
    await writeFile(join(dir, 'labels', `${videoId}.json`), stringifyJsonLine(makeLabels(example)));
    await mkdir(join(dir, 'videos', videoId), { recursive: true });
    for (let second = 0; second < example.secondCount; second += 1) {
      const scene = { frameNumber: second, phaseIndex: phaseAt(example, second), toolIndexes: instrumentsAt(example, second), ...blankAt(example, second) };
      const picture = encodePng({ ...SIZE, rgb: drawDemoFrame({ ...SIZE, ...scene }) });
      await writeFile(join(dir, 'videos', videoId, `${String(second).padStart(6, '0')}.png`), picture);
    }
  }
}

function makeLabels(example: ExampleCase): object {
  const seconds = Array.from({ length: example.secondCount }, (_, second) => second).filter(example.isLabelled);
  return {
    info: { dataset: 'invented example in the layout of CholecT50' },
    categories: {
      instrument: numberNames(INSTRUMENTS),
      verb: numberNames(VERBS),
      target: numberNames(TARGETS),
      phase: numberNames(PHASES),
      triplet: numberNames(TRIPLETS.map(([instrument, verb, target]) => [INSTRUMENTS[instrument], VERBS[verb], TARGETS[target]].join())),
    },
    video: example.number,
    fps: 1,
    num_frames: seconds.length,
    annotations: Object.fromEntries(seconds.map((second) => [String(second), makeRows(example, second)])),
  };
}

/** One row an instrument; a second without any has one row of nulls that still names the phase. */
function makeRows(example: ExampleCase, second: number): number[][] {
  const phase = phaseAt(example, second);
  const noBox = [-1, -1, -1, -1];
  const rows = instrumentsAt(example, second).map((id) => {
    const triplet = findTriplet(id, second);
    const [, verb = -1, target = -1] = TRIPLETS[triplet] ?? [];
    return [triplet, id, 1, ...(example.hasBoxes ? findTip(id, second) : noBox), verb, target, 1, ...noBox, phase];
  });
  return rows.length > 0 ? rows : [[-1, -1, -1, ...noBox, -1, -1, -1, ...noBox, phase]];
}

/** An invented place of the tip that wanders: left, top, width and height as parts of the picture. */
function findTip(instrument: number, second: number): number[] {
  const left = ((instrument * 5 + second * 2) % 16) * 0.05;
  const top = ((instrument * 3 + second) % 14) * 0.05;
  return [left, top, 0.15 + (second % 3) * 0.1, 0.2].map((part) => Number(part.toFixed(3)));
}

/** What an instrument does changes every nine seconds. */
function findTriplet(instrument: number, second: number): number {
  const own = TRIPLETS.flatMap(([of], id) => (of === instrument ? [id] : []));
  return own[Math.floor(second / 9) % own.length] as number;
}

function phaseAt({ phases }: ExampleCase, second: number): number {
  return phases.findLast(([first]) => first <= second)?.[1] ?? 0;
}

function instrumentsAt({ instruments }: ExampleCase, second: number): number[] {
  return Object.entries(instruments)
    .filter(([, spans]) => spans.some(([from, to]) => from <= second && second < to))
    .map(([id]) => Number(id));
}

function numberNames(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, id) => [String(id), name]));
}
