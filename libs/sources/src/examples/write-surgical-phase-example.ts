import { join } from 'node:path';

import type { ExampleContext } from '../source.js';
import { SURGICAL_PHASES } from '../surgical-phase-names.js';
import { encodeDemoClip } from './demo-clip.js';

/** The third folder of the set is written with two `_`. */
const FOLDERS = SURGICAL_PHASES.map((phase, index) => `${index + 1}${index === 2 ? '__' : '_'}${phase}`);
const CLIPS_EACH = 2;
const FPS = 25;
const CLIP_SEC = 10;

/** Writes two invented clips of ten seconds for each phase, in folders named after the phases. */
export async function writeSurgicalPhaseExample(dir: string, { encodeVideo }: ExampleContext): Promise<void> {
  for (const [index, folder] of FOLDERS.entries()) {
    for (let number = 1; number <= CLIPS_EACH; number += 1) {
      const clip = { fps: FPS, frameCount: CLIP_SEC * FPS, states: [[0, index]], present: {} } as const;
      await encodeDemoClip(clip, join(dir, folder, `case0${number}_clip.mp4`), encodeVideo);
    }
  }
}
