import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { EncodeVideo } from '../source.js';
import { drawDemoFrame } from './draw-demo-frame.js';

/** Pictures of every example. */
export const DEMO_SIZE = { width: 320, height: 192 };

/** What an invented video shows over time; labels are written and pictures drawn from the same plan. */
export interface DemoClip {
  /** Frames a second of the media. */
  fps: number;
  frameCount: number;
  /** [first second, index of the state], each until the next; null: none is named. Seconds fall on frames. */
  states: readonly (readonly [number, number | null])[];
  /** Index of a label that may be present -> [first second, second after the last] of each appearance. */
  present: Readonly<Record<number, readonly (readonly [number, number])[]>>;
  /** Where the picture is of one colour: [first second, second after the last]; absent: nowhere. */
  blank?: { colour: 'white' | 'black'; spans: readonly (readonly [number, number])[] };
}

/** The state at a moment; null before the first and where none is named. */
export function stateIndexAt({ states }: DemoClip, sec: number): number | null {
  return states.findLast(([from]) => from <= sec)?.[1] ?? null;
}

/** Indexes of what is present at a moment, ascending. */
export function presentIndexesAt({ present }: DemoClip, sec: number): number[] {
  return Object.entries(present)
    .filter(([, spans]) => spans.some(([from, to]) => from <= sec && sec < to))
    .map(([index]) => Number(index));
}

/** What of a drawn frame makes it blank at a moment, if it is. */
export function blankAt({ blank }: Pick<DemoClip, 'blank'>, sec: number): { blank?: 'white' | 'black' } {
  return blank?.spans.some(([from, to]) => from <= sec && sec < to) ? { blank: blank.colour } : {};
}

/** Segments of the states, the last one closed where the clip ends. */
export function listStateSpans(clip: DemoClip): { fromSec: number; toSec: number; index: number }[] {
  const { states, frameCount, fps } = clip;
  return states.flatMap(([fromSec, index], place) => (index === null ? [] : [{ fromSec, toSec: states[place + 1]?.[0] ?? frameCount / fps, index }]));
}

/** Draws the clip frame by frame: states as the colour of the patch, what is present in the tool row. */
export async function encodeDemoClip(clip: DemoClip, outFile: string, encodeVideo: EncodeVideo): Promise<void> {
  await mkdir(dirname(outFile), { recursive: true });
  await encodeVideo({ ...DEMO_SIZE, fps: clip.fps, frames: drawDemoClip(clip), outFile });
}

function* drawDemoClip(clip: DemoClip): Generator<Uint8Array> {
  for (let frameNumber = 0; frameNumber < clip.frameCount; frameNumber += 1) {
    const sec = frameNumber / clip.fps;
    yield drawDemoFrame({ ...DEMO_SIZE, frameNumber, phaseIndex: stateIndexAt(clip, sec), toolIndexes: presentIndexesAt(clip, sec), ...blankAt(clip, sec) });
  }
}
