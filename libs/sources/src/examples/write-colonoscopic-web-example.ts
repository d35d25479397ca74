import { join } from 'node:path';

import type { ExampleContext } from '../source.js';
import { encodeDemoClip } from './demo-clip.js';

const FPS = 25;
const CLIP_SEC = 8;
/** Numbers of lesions run on over the classes; the first has none. */
const LESIONS: readonly { folder: string; number: string }[] = [
  { folder: 'Hyperplasic', number: '' },
  { folder: 'Hyperplasic', number: '(1)' },
  { folder: 'Serrated', number: '(2)' },
  { folder: 'Adenoma', number: '(3)' },
];

/** Writes four invented lesions, each in both lights, in the layout of Colonoscopic-web. */
export async function writeColonoscopicWebExample(dir: string, { encodeVideo }: ExampleContext): Promise<void> {
  for (const [index, { folder, number }] of LESIONS.entries()) {
    for (const [slot, light] of ['NBI', 'WL'].entries()) {
      const clip = { fps: FPS, frameCount: FPS * CLIP_SEC, states: [[0, index]], present: { [slot]: [[0, CLIP_SEC]] } } as const;
      await encodeDemoClip(clip, join(dir, folder, `${light}${number}.mp4`), encodeVideo);
    }
  }
}
