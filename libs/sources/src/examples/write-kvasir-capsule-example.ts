import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ExampleContext } from '../source.js';
import { type DemoClip, encodeDemoClip, listStateSpans } from './demo-clip.js';
import type { DemoRegion } from './draw-demo-frame.js';
import { toPixels, writeDemoPicture } from './write-demo-picture.js';

const CLASSES = ['Normal clean mucosa', 'Ulcer', 'Blood - fresh', 'Reduced mucosal view', 'Pylorus', 'Ileocecal valve', 'Polyp'];
const ANATOMY: readonly string[] = ['Pylorus', 'Ileocecal valve'];
const VIDEO_IDS = ['0a1b2c3d4e5f6071', '1f2e3d4c5b6a7988'] as const;
/** Corners are pixels of the native 336 x 336. */
const NATIVE_SIZE = 336;

const place = (left: number, top: number): DemoRegion => ({ left, top, right: left + 0.2, bottom: top + 0.25, colourIndex: 1 });
/** Invented pictures; [video, frame, class, box]. */
const PICTURES: readonly (readonly [number, number, number, DemoRegion | null])[] = [
  [0, 20, 0, null],
  [0, 310, 1, place(0.1, 0.2)],
  [0, 311, 1, place(0.6, 0.6)],
  [0, 700, 4, null],
  [1, 15, 2, place(0.65, 0.25)],
  [1, 450, 3, null],
  [1, 600, 6, place(0.2, 0.6)],
  [1, 900, 5, null],
];
/** Classes over time; what is not named is unlabelled. */
const CLIP: DemoClip = { fps: 30, frameCount: 1500, states: [[1, 0], [10, 1], [17, 0], [26, 2], [33, 3], [41, 0]], present: {} };

/** Writes eight invented pictures with their table, and two videos with segments, in the layout of Kvasir-Capsule. */
export async function writeKvasirCapsuleExample(dir: string, { encodeVideo }: ExampleContext): Promise<void> {
  const rows: string[] = [];
  for (const [video, frame, classIndex, region] of PICTURES) {
    const [videoId, name] = [VIDEO_IDS[video] as string, CLASSES[classIndex] as string];
    const stem = `${videoId}_${frame}`;
    await writeDemoPicture(join(dir, 'labelled_images', name, `${stem}.png`), { frameNumber: frame, phaseIndex: classIndex, regions: region === null ? [] : [region] });
    // without a box: seven separators below eight columns, as in the data set
    const corners = region === null ? ';;;;;;;' : `;${listCorners(region).join(';')}`;
    rows.push(`${stem}.png;${videoId};${frame};${ANATOMY.includes(name) ? 'Anatomy' : 'Luminal'};${name}${corners}`);
  }
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'metadata.csv'), `${['filename;video_id;frame_number;finding_category;finding_class;x1;y1;x2;y2;x3;y3;x4;y4', ...rows].join('\n')}\n`);
  const segments = Object.fromEntries(listStateSpans(CLIP).map(({ fromSec, toSec, index }, id) => [String(id), { seen: [[fromSec * CLIP.fps, toSec * CLIP.fps - 1]], metadata: { pillcam_subtype: null, segment_type: CLASSES[index] } }]));
  const videos = Object.fromEntries(VIDEO_IDS.map((videoId) => [videoId, { segments, findings: {} }]));
  await writeFile(join(dir, 'metadata.json'), JSON.stringify(videos));
  for (const videoId of VIDEO_IDS) await encodeDemoClip(CLIP, join(dir, 'labelled_videos', `${videoId}.mp4`), encodeVideo);
}

/** Clockwise from the upper left corner. */
function listCorners(region: DemoRegion): number[] {
  const { x0, y0, x1, y1 } = toPixels(region, { width: NATIVE_SIZE, height: NATIVE_SIZE });
  return [x0, y0, x1, y0, x1, y1, x0, y1];
}
