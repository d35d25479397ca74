import { EngineError, type SourceDescriptor, type Timeline } from '@medstream/schema';

import { listClipVideos, readClipTracks } from './autolapora-clips.js';
import { caseIdOf } from './known-overlaps.js';
import { checkTimeBase } from './readers/check-time-base.js';
import { compareNumbered, findFolder, joinPosix, locateMedia, rejectLayout } from './readers/locate-files.js';
import { makeStateTrack, makeTimeline } from './readers/make-tracks.js';
import { readFrameSegments } from './readers/read-frame-segments.js';
import { readMediaFacts } from './readers/read-media-facts.js';
import { readTextRows } from './readers/read-text-rows.js';
import type { ListOptions, Source, SourceContext, SourceVideo } from './source.js';

const DATASET = 'AutoLapora';
/** Videos run at 25 frames a second; labels have one row a second. */
const VIDEO_FRAME_RATE = 25;
const ROW_RATE = 1;
/** In the order of their native ids, 1 to 7. */
const PHASES = [
  'Preparation',
  'Dividing Ligament and Peritoneum',
  'Dividing Uterine Vessels and Ligament',
  'Transecting the Vagina',
  'Specimen Removal',
  'Suturing',
  'Washing',
];
const TASK_FOLDERS = ['Task 1 Surgical workflow recognition', 'task1', 't1', ''];
const FOLDERS = ['', 'AutoLaparo', 'AutoLapora'].flatMap((parent) => TASK_FOLDERS.map((task) => joinPosix(parent, task)));
const LABEL_FILE = /^label_(\d+)\.txt$/;

const descriptor: SourceDescriptor = {
  id: DATASET,
  aliases: ['AutoLaparo'],
  title: 'AutoLaparo: 21 laparoscopic hysterectomies, phases (task 1), camera motion of clips (task 2), masks of instruments and uterus (task 3)',
  organ: 'uterus',
  access: 'request form of the provider (Chinese University of Hong Kong)',
  licence: 'CC BY-NC-SA 4.0',
  citation: 'Wang et al., AutoLaparo: a new dataset of integrated multi-tasks for image-guided surgical automation in laparoscopic hysterectomy, MICCAI 2022',
  redistributable: false,
  uploadAllowed: false,
  tracks: ['phase', 'motion', 'structure'],
  layout: [
    'Task 1 Surgical workflow recognition/labels/label_01.txt', 'Task 1 Surgical workflow recognition/videos/01.mp4',
    'Task 2 Laparoscope motion prediction/laparoscope_motion_label.txt',
    'Task 2 Laparoscope motion prediction/clips/001.mp4',
    'Task 3 Instrument and key anatomy segmentation/masks/001001.png',
    'Task 3 Instrument and key anatomy segmentation/imgs/001001.jpg',
  ],
};

/** AutoLaparo (the paper writes AutoLapora): one phase row a second, row 1 is the first second; clips with motion and masks. */
export const autoLapora: Source = { descriptor, listVideos, readTimeline, writeExample: async (dir, context) => (await import('./examples/write-autolapora-example.js')).writeAutoLaporaExample(dir, context) };

/**
 * Every video is listed with the label files of all others, since whether phases count from 1 or from 0 (some copies were
 * exported again) shows only over the whole set: phase 1 is absent from several videos.
 */
async function listVideos(root: string, { mediaRoot = root }: ListOptions = {}): Promise<SourceVideo[]> {
  const folders = FOLDERS.flatMap((folder) => [joinPosix(folder, 'labels'), folder]);
  const found = await findFolder(root, folders, (name) => LABEL_FILE.test(name));
  const videoIds = (found?.names ?? []).flatMap((name) => LABEL_FILE.exec(name)?.[1] ?? []).sort(compareNumbered);
  const clips = await listClipVideos(root, mediaRoot);
  if (!found || videoIds.length === 0) {
    if (clips.length === 0) throw rejectLayout(descriptor);
    return clips;
  }
  const pathOf = (videoId: string): string => joinPosix(found.folder, `label_${videoId}.txt`);
  const videos = await Promise.all(
    videoIds.map(async (videoId) => {
      const others = videoIds.filter((other) => other !== videoId).map((other): [string, string] => [`phase of ${other}`, pathOf(other)]);
      const { path, isPresent } = await locateMedia(mediaRoot, [
        { path: joinPosix(TASK_FOLDERS[0] as string, `videos/${videoId}.mp4`), type: 'video' },
        ...FOLDERS.flatMap((folder) => [joinPosix(folder, 'videos'), folder].map((parent) => ({ path: joinPosix(parent, `${videoId}.mp4`), type: 'video' }) as const)),
      ]);
      return {
        dataset: DATASET,
        videoId,
        caseId: caseIdOf({ dataset: DATASET, videoId }),
        mediaPath: path,
        mediaType: 'video',
        isMediaPresent: isPresent,
        files: { phase: pathOf(videoId), ...Object.fromEntries(others) },
      } satisfies SourceVideo;
    }),
  );
  return [...videos, ...clips];
}

async function readTimeline(video: SourceVideo, context: SourceContext): Promise<Timeline> {
  const path = video.files['phase'];
  const facts = await readMediaFacts(video, context, VIDEO_FRAME_RATE);
  if (path === undefined) return makeTimeline(video, descriptor, { facts, ...(await readClipTracks(video, { context, facts })), notes: [] });
  const { firstPhase, firstRow } = await findFirstNumbers(context.root, Object.values(video.files));
  const { segments, gapCount, sha256 } = await readFrameSegments({
    root: context.root,
    path,
    header: ['Frame', 'Phase'],
    vocabulary: PHASES,
    labelOfCell: new Map(PHASES.map((label, index) => [String(index + firstPhase), label])),
    frameRate: ROW_RATE,
    firstFrame: firstRow,
  });
  const notes = checkTimeBase({
    labelFrameRate: ROW_RATE,
    // rows count seconds, so the rate of the media says nothing about them
    mediaFrameRate: null,
    labelEndMicros: segments.at(-1)?.endMicros ?? 0,
    mediaEndMicros: facts.endMicros,
  });
  if (firstPhase === 0) notes.push('this copy counts phases from 0, the original from 1');
  if (gapCount > 0) notes.push(`phase rows leap over seconds in ${gapCount} place(s); the time between is unlabelled`);
  const tracks = [makeStateTrack({ signal: 'phase', vocabulary: PHASES, segments, facts })];
  return makeTimeline(video, descriptor, { facts, tracks, sourceFiles: [{ path, sha256 }], notes });
}

/**
 * Whether phases and rows of a copy count from 0 or 1: a 0 anywhere, or a 7 for phases counted from 1, decides.
 *
 * @throws EngineError `source/bad-label` when the files contradict one another or do not tell
 */
async function findFirstNumbers(root: string, paths: readonly string[]): Promise<{ firstPhase: 0 | 1; firstRow: 0 | 1 }> {
  const phases = new Set<string>();
  const rows = new Set<string>();
  for (const path of paths) {
    let isFirst = true;
    const onRow = ([row = '', phase = '']: string[]): void => {
      if (isFirst) rows.add(row);
      isFirst = false;
      phases.add(phase);
    };
    await readTextRows({ root, path, onHeader: () => undefined, onRow });
  }
  const [hasZero, hasLast] = [phases.has('0'), phases.has(String(PHASES.length))];
  if (hasZero === hasLast) {
    throw new EngineError('source/bad-label', `the ${paths.length} label files hold ${hasZero ? 'both phase 0 and phase 7' : 'neither phase 0 nor phase 7'}, so where phases count from is unknown`, {
      hint: 'use label files of one copy, all of them: phases are 1 to 7, or 0 to 6 in copies that were exported again',
    });
  }
  return { firstPhase: hasZero ? 0 : 1, firstRow: rows.has('0') ? 0 : 1 };
}
