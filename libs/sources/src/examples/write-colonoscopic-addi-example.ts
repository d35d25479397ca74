import { join } from 'node:path';

import type { ExampleContext } from '../source.js';
import { encodeDemoClip } from './demo-clip.js';

const FPS = 25;
const CLIP_SEC = 8;
const CLIPS = ['Adenoma/NBI(1).mp4', 'Adenoma/WL(1).mp4', 'Hyperplasic/WL(2).mp4', 'normal mucosa/03.mp4'];

/** Writes four invented clips in three folders of classes. */
export async function writeColonoscopicAddiExample(dir: string, { encodeVideo }: ExampleContext): Promise<void> {
  for (const [index, path] of CLIPS.entries()) {
    await encodeDemoClip({ fps: FPS, frameCount: FPS * CLIP_SEC, states: [[0, index]], present: {} }, join(dir, path), encodeVideo);
  }
}
