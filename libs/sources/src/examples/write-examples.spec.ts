import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DEMO_SCENE, type IntervalTrack, type PresenceTrack, type Timeline, timelineSchema } from '@medstream/schema';

import { findSource, listSources } from '../find-source.js';
import type { EncodeVideo } from '../source.js';
import { decodePng } from '../testing/decode-png.js';

const SIZE = { width: 320, height: 192 };

interface WrittenExample {
  dir: string;
  timelines: Timeline[];
  /** By media path: frames a second and number of frames handed to the encoder. */
  videos: Map<string, { fps: number; frameCount: number }>;
}

const made: string[] = [];
afterAll(() => Promise.all(made.map((dir) => rm(dir, { recursive: true }))));

type OnFrame = (frame: Uint8Array, number: number, outFile: string) => void;

/** Without `onFrame` no picture is looked at; one clip's pictures are drawn by the code that all share. */
async function writeAndRead(id: string, onFrame?: OnFrame): Promise<WrittenExample> {
  const source = findSource(id);
  const dir = await mkdtemp(join(tmpdir(), 'medstream-example-'));
  made.push(dir);
  const videos: WrittenExample['videos'] = new Map();
  const encodeVideo: EncodeVideo = async ({ fps, frames, outFile }) => {
    let frameCount = 0;
    for (const frame of frames) {
      onFrame?.(frame, frameCount, outFile);
      frameCount += 1;
    }
    videos.set(outFile.slice(dir.length + 1), { fps, frameCount });
    await writeFile(outFile, 'encoded');
  };
  await source.writeExample(dir, { encodeVideo });
  const timelines: Timeline[] = [];
  for (const video of await source.listVideos(dir)) {
    expect(video.isMediaPresent).toBe(true);
    const probeMedia = async (mediaPath: string) => {
      const facts = videos.get(mediaPath);
      if (video.mediaType !== 'video') return { lastFrameMicros: await findLastNumber(join(dir, mediaPath)), frameRate: null, ...SIZE };
      return facts ? { lastFrameMicros: Math.round(((facts.frameCount - 1) * 1_000_000) / facts.fps), frameRate: facts.fps, ...SIZE } : null;
    };
    timelines.push(timelineSchema.parse(await source.readTimeline(video, { root: dir, mediaRoot: dir, probeMedia, decodeImage: decodePng })));
  }
  return { dir, timelines, videos };
}

/** What a probe says of a picture or a folder of pictures: 1,000,000 for the last number. */
async function findLastNumber(file: string): Promise<number> {
  const names = await readdir(file).catch(() => []);
  return Math.max(0, ...names.map((name) => Number(/(\d+)\D*$/.exec(name)?.[1]))) * 1_000_000;
}

/** How often what the labels say changes: segments of a state, or runs of equal samples. */
function countChanges(track: Timeline['tracks'][number]): number {
  if (track.kind === 'interval') return track.role === 'state' ? track.segments.length : 0;
  if (track.kind === 'class' || track.kind === 'score') return 1;
  const said = listSaid(track);
  return said.filter((labels, index) => labels !== said[index - 1]).length;
}

function listSaid(track: Exclude<Timeline['tracks'][number], { kind: 'interval' | 'class' | 'score' }>): string[] {
  if (track.kind === 'presence') return track.samples.flatMap(({ labels }) => (labels === null ? [] : [labels.join()]));
  if (track.kind === 'triplet') return track.samples.flatMap(({ triplets }) => (triplets === null ? [] : [JSON.stringify(triplets)]));
  return track.samples.flatMap(({ regions }: { regions: unknown[] | null }) => (regions === null ? [] : [JSON.stringify(regions)]));
}

/** Sets with clips or pictures that carry one label each; nothing changes inside them. */
const WHOLE_CLIP_SOURCES: readonly string[] = ['AlxSuture', 'Colonoscopic-addi', 'Colonoscopic-web', 'CVC-ClinicDB', 'hyper-kvasir', 'kvasir-capsule', 'LDPolypVideo', 'Surgical-phase'];

/** Clips of the second task of AutoLaparo beside its videos. */
const WHOLE_CLIP_VIDEO = /^clip\d{3}$/;

describe.each(listSources().map(({ descriptor }) => descriptor.id))('example of %s', (id) => {
  test('has media that its own source reads, labels that change often enough to ask about, and the same bytes of labels each time', async () => {
    const [first, second] = [await writeAndRead(id), await writeAndRead(id)];
    expect(first.timelines.length).toBeGreaterThanOrEqual(2);
    // timelines hold the hashes of their label files
    expect(second.timelines).toEqual(first.timelines);
    for (const { tracks, videoId } of first.timelines) {
      if (WHOLE_CLIP_VIDEO.test(videoId)) continue;
      expect(Math.max(...tracks.map(countChanges))).toBeGreaterThanOrEqual(WHOLE_CLIP_SOURCES.includes(id) ? 1 : 5);
    }
  }, 60_000);
});

test('cholec80: pictures show what the labels say, frame by frame', async () => {
  const shown = new Map<string, { phases: string[]; tools: string[][] }>();
  await writeAndRead('cholec80', (frame, number, outFile) => {
    const name = outFile.slice(-11, -4);
    const seen = shown.get(name) ?? { phases: [], tools: [] };
    shown.set(name, seen);
    const colourAt = (x: number, y: number): string => {
      const offset = (Math.floor(y * SIZE.height) * SIZE.width + Math.floor(x * SIZE.width)) * 3;
      return frame.subarray(offset, offset + 3).join();
    };
    seen.phases[number] = DEMO_SCENE.phases[DEMO_SCENE.phaseColours.findIndex((colour) => colour.join() === colourAt(0.5, 0.4))] ?? 'none';
    seen.tools[number] = DEMO_SCENE.tools.filter((_, slot) => colourAt((slot + 0.5) / 8, 0.8) === '255,255,255');
  });
  const { timelines } = await writeAndRead('cholec80');
  // video02 has a tool row for each whole second and none for its last 7 frames
  expect(timelines.map(({ notes }) => notes.length)).toEqual([0, 1]);
  for (const timeline of timelines) {
    const { phases, tools } = shown.get(timeline.videoId) ?? { phases: [], tools: [] };
    const [phaseTrack, toolTrack] = timeline.tracks as [IntervalTrack, PresenceTrack];
    expect(phaseTrack.segments.at(-1)?.endMicros).toBe(phases.length * 40_000);
    for (const { startMicros, endMicros, label } of phaseTrack.segments) {
      expect(new Set(phases.slice(startMicros / 40_000, endMicros / 40_000))).toEqual(new Set([label]));
    }
    for (const { atMicros, labels } of toolTrack.samples) {
      for (const visible of tools.slice(atMicros / 40_000, atMicros / 40_000 + 25)) expect(visible).toEqual(labels);
    }
  }
}, 60_000);
