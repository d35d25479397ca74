import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { DEMO_SCENE } from '@medstream/schema';

import type { ExampleContext } from '../source.js';
import { drawDemoFrame } from './draw-demo-frame.js';

const SIZE = { width: 320, height: 192 };
const FPS = 25;

interface ExampleVideo {
  videoId: string;
  /** 25-fps frames; not whole seconds, as in the data set. */
  frameCount: number;
  /** Seconds with a tool row. */
  toolRowCount: number;
  /** [first frame, index of the phase], each until the next. */
  phases: readonly (readonly [number, number])[];
  /** Index of the tool -> [first second, second after the last] of each appearance. */
  tools: Readonly<Record<number, readonly (readonly [number, number])[]>>;
}

/**
 * Invented. Phases come back, change off the whole second too, and each video lacks some phases and tools (they can be
 * waited for in vain); the long last phase of video02 leaves time in which nothing changes. The last partial second of
 * video01 has a tool row, that of video02 has none.
 */
const VIDEOS: readonly ExampleVideo[] = [
  {
    videoId: 'video01',
    frameCount: 1607,
    toolRowCount: 65,
    phases: [
      [0, 0],
      [300, 1],
      [613, 2],
      [800, 1],
      [975, 3],
      [1325, 5],
      [1488, 3],
    ],
    tools: {
      0: [[2, 30], [34, 60]],
      2: [[12, 24], [32, 52]],
      4: [[25, 31]],
      1: [[53, 59]],
    },
  },
  {
    videoId: 'video02',
    frameCount: 2132,
    toolRowCount: 85,
    phases: [
      [0, 1],
      [350, 2],
      [538, 3],
      [850, 4],
      [1050, 3],
      [1175, 6],
    ],
    tools: {
      0: [[0, 33], [41, 70]],
      2: [[1, 13], [22, 33], [42, 46]],
      3: [[16, 20]],
      6: [[34, 40], [47, 62]],
      5: [[64, 71]],
    },
  },
];

/** Writes two invented cases of about a minute with labels and videos in the layout of Cholec80. */
export async function writeCholec80Example(dir: string, { encodeVideo }: ExampleContext): Promise<void> {
  for (const folder of ['videos', 'phase_annotations', 'tool_annotations']) await mkdir(join(dir, folder), { recursive: true });
  for (const video of VIDEOS) {
    await writeFile(join(dir, 'phase_annotations', `${video.videoId}-phase.txt`), formatPhaseTable(video));
    await writeFile(join(dir, 'tool_annotations', `${video.videoId}-tool.txt`), formatToolTable(video));
    await encodeVideo({ ...SIZE, fps: FPS, frames: drawFrames(video), outFile: join(dir, 'videos', `${video.videoId}.mp4`) });
  }
}

function formatPhaseTable(video: ExampleVideo): string {
  const rows = Array.from({ length: video.frameCount }, (_, frame) => `${frame}\t${DEMO_SCENE.phases[phaseIndexAt(video, frame)]}`);
  return `${['Frame\tPhase', ...rows].join('\n')}\n`;
}

function formatToolTable(video: ExampleVideo): string {
  const rows = Array.from({ length: video.toolRowCount }, (_, second) => {
    const visible = toolIndexesAt(video, second);
    return [second * FPS, ...DEMO_SCENE.tools.map((_tool, index) => (visible.includes(index) ? 1 : 0))].join('\t');
  });
  return `${[['Frame', ...DEMO_SCENE.tools].join('\t'), ...rows].join('\n')}\n`;
}

function* drawFrames(video: ExampleVideo): Generator<Uint8Array> {
  for (let frameNumber = 0; frameNumber < video.frameCount; frameNumber += 1) {
    const toolIndexes = toolIndexesAt(video, Math.floor(frameNumber / FPS));
    yield drawDemoFrame({ ...SIZE, frameNumber, phaseIndex: phaseIndexAt(video, frameNumber), toolIndexes });
  }
}

function phaseIndexAt({ phases }: ExampleVideo, frame: number): number {
  return phases.findLast(([first]) => first <= frame)?.[1] ?? 0;
}

function toolIndexesAt({ tools }: ExampleVideo, second: number): number[] {
  return Object.entries(tools)
    .filter(([, spans]) => spans.some(([from, to]) => from <= second && second < to))
    .map(([index]) => Number(index));
}
