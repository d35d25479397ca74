import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { hashText, type IntervalTrack, type PresenceTrack, type Timeline, timelineSchema } from '@medstream/schema';

import { cholec80 } from './cholec80.js';
import type { ProbedMedia } from './source.js';
import { decodePng } from './testing/decode-png.js';

const HEADER = 'Frame\tGrasper\tBipolar\tHook\tScissors\tClipper\tIrrigator\tSpecimenBag';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'medstream-cholec80-'));
});
afterEach(() => rm(root, { recursive: true }));

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

function phaseTable(frameCount: number, labelOf: (frame: number) => string): string {
  return ['Frame\tPhase', ...Array.from({ length: frameCount }, (_, frame) => `${frame}\t${labelOf(frame)}`)].join('\n');
}

function toolTable(rowCount: number): string {
  return [HEADER, ...Array.from({ length: rowCount }, (_, second) => `${second * 25}\t1\t0\t${second % 2}\t0\t0\t0\t0`)].join('\n');
}

/** 1007 frames are 40.28 s: 40 whole seconds and 7 frames; 41 tool rows are those of frames 0 to 1000. */
async function putVideo(toolRows: number, frames = 1007): Promise<void> {
  await put('phase_annotations/video01-phase.txt', phaseTable(frames, (frame) => (frame < 600 ? 'Preparation' : 'CalotTriangleDissection')));
  await put('tool_annotations/video01-tool.txt', toolTable(toolRows));
}

async function readFirst(probed: Partial<ProbedMedia> | null = null): Promise<Timeline> {
  const [video] = await cholec80.listVideos(root);
  if (!video) throw new Error('no video was listed');
  const facts = { lastFrameMicros: null, frameRate: 25, width: 854, height: 480, ...probed };
  return timelineSchema.parse(await cholec80.readTimeline(video, { root, mediaRoot: root, probeMedia: async () => (probed ? facts : null), decodeImage: decodePng }));
}

const phasesOf = (timeline: Timeline): IntervalTrack => timeline.tracks.find(({ signal }) => signal === 'phase') as IntervalTrack;
const toolsOf = (timeline: Timeline): PresenceTrack => timeline.tracks.find(({ signal }) => signal === 'tool') as PresenceTrack;

describe('listVideos', () => {
  test('sorts by number and keeps a video that has one of the two files', async () => {
    for (const path of ['phase_annotations/video10-phase.txt', 'phase_annotations/video02-phase.txt', 'tool_annotations/video02-tool.txt', 'tool_annotations/video03-tool.txt']) {
      await put(path, 'not read here');
    }
    await put('phase_annotations/video02-timestamp.txt', 'not a phase file');
    await put('videos/video10.mp4', 'bytes');
    expect(await cholec80.listVideos(root)).toEqual([
      {
        dataset: 'cholec80',
        videoId: 'video02',
        caseId: 'cholec80/video02',
        mediaPath: 'videos/video02.mp4',
        mediaType: 'video',
        isMediaPresent: false,
        files: { phase: 'phase_annotations/video02-phase.txt', tool: 'tool_annotations/video02-tool.txt' },
      },
      expect.objectContaining({ videoId: 'video03', files: { tool: 'tool_annotations/video03-tool.txt' } }),
      expect.objectContaining({ videoId: 'video10', isMediaPresent: true }),
    ]);
  });

  test('finds the data set in a folder of its own name', async () => {
    await put('cholec80/phase_annotations/video01-phase.txt', '');
    await put('cholec80/videos/video01.mp4', 'bytes');
    expect(await cholec80.listVideos(root)).toMatchObject([
      { mediaPath: 'cholec80/videos/video01.mp4', isMediaPresent: true, files: { phase: 'cholec80/phase_annotations/video01-phase.txt' } },
    ]);
  });

  test('says what a root must hold', async () => {
    const hint = 'the root must hold videos/video01.mp4, phase_annotations/video01-phase.txt, tool_annotations/video01-tool.txt';
    await expect(cholec80.listVideos(root)).rejects.toMatchObject({ code: 'source/bad-layout', hint });
  });
});

describe('readTimeline', () => {
  test('phases close one frame after the last row: 1007/25 = 40.28 s', async () => {
    await putVideo(41);
    const timeline = await readFirst();
    expect(phasesOf(timeline).segments).toEqual([
      { startMicros: 0, endMicros: 24_000_000, label: 'Preparation' },
      { startMicros: 24_000_000, endMicros: 40_280_000, label: 'CalotTriangleDissection' },
    ]);
    expect(phasesOf(timeline)).toMatchObject({ role: 'state', instantsMicros: null, known: null });
    expect(phasesOf(timeline).vocabulary).toHaveLength(7);
    expect(timeline.sourceFiles[1]).toEqual({ path: 'tool_annotations/video01-tool.txt', sha256: hashText(toolTable(41)) });
  });

  test('tool rows are samples that hold for one second', async () => {
    await putVideo(41);
    const tools = toolsOf(await readFirst());
    expect(tools.holdMicros).toBe(1_000_000);
    expect(tools.samples).toHaveLength(41);
    expect(tools.samples.slice(0, 2)).toEqual([
      { atMicros: 0, labels: ['Grasper'] },
      { atMicros: 1_000_000, labels: ['Grasper', 'Hook'] },
    ]);
  });

  test('a missing row at the end is unknown, with a note: 40 rows hold to 40 s, phases to 40.28 s', async () => {
    await putVideo(40);
    const timeline = await readFirst();
    expect(toolsOf(timeline).samples.at(-1)).toEqual({ atMicros: 39_000_000, labels: ['Grasper', 'Hook'] });
    expect(timeline.notes).toEqual(['tool rows end at 40 s, phase rows at 40.28 s; tools after that are unknown, not absent']);
  });

  test('a row at the end has no such note', async () => {
    await putVideo(41);
    expect((await readFirst()).notes).toEqual([]);
  });

  test('labels end with the media; a tool row after the last picture is left out', async () => {
    await putVideo(41);
    await put('videos/video01.mp4', 'bytes');
    // last frame 987 at 39.48 s, the media end one frame later at 39.52 s
    const timeline = await readFirst({ lastFrameMicros: 39_480_000 });
    expect(phasesOf(timeline).segments.at(-1)?.endMicros).toBe(39_520_000);
    expect(toolsOf(timeline).samples.at(-1)?.atMicros).toBe(39_000_000);
    expect(timeline.notes).toEqual(['1 tool row(s) lie after the last picture and are left out']);
    expect(timeline.media).toEqual({ path: 'videos/video01.mp4', type: 'video', isPresent: true, lastFrameMicros: 39_480_000, frameRate: 25, width: 854, height: 480 });
  });

  test('media at twice the rate that last half as long do not fit the labels', async () => {
    await putVideo(41);
    await put('videos/video01.mp4', 'bytes');
    await expect(readFirst({ lastFrameMicros: 20_120_000, frameRate: 50 })).rejects.toMatchObject({ code: 'source/time-base-mismatch' });
  });

  test('a file that is not there leaves its signal unknown', async () => {
    await put('tool_annotations/video01-tool.txt', toolTable(3));
    const timeline = await readFirst();
    expect(timeline.tracks.map(({ signal }) => signal)).toEqual(['tool']);
    expect(timeline.notes).toEqual(['there is no phase file; phases are unknown']);
  });

  test('a spelling of another copy is refused with file, line and the spellings of the data set', async () => {
    await put('phase_annotations/video01-phase.txt', phaseTable(3, (frame) => (frame < 2 ? 'Preparation' : 'CalotDissection')));
    await expect(readFirst()).rejects.toMatchObject({
      code: 'source/bad-label',
      message: expect.stringMatching(/^phase_annotations\/video01-phase\.txt line 4: found "CalotDissection", expected one of Preparation, CalotTriangleDissection, /),
    });
  });

  test('two hours of rows are read within 100 MB', async () => {
    // 180,000 rows a video: the longest cases of the data set last about 100 minutes
    await putVideo(7200, 180_000);
    const before = process.memoryUsage().rss;
    const timeline = await readFirst();
    expect(phasesOf(timeline).segments).toHaveLength(2);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });
});
