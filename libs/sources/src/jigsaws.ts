import type { Segment, SourceDescriptor, Timeline } from '@medstream/schema';

import { readTrialRating } from './jigsaws-meta.js';
import { caseIdOf } from './known-overlaps.js';
import { checkTimeBase } from './readers/check-time-base.js';
import { compareNumbered, findFolder, joinPosix, locateMedia, type MediaCandidate, rejectLayout } from './readers/locate-files.js';
import { makeStateTrack, makeTimeline } from './readers/make-tracks.js';
import { mergeSegments } from './readers/merge-segments.js';
import { readFrameIntervals } from './readers/read-frame-intervals.js';
import { readMediaFacts } from './readers/read-media-facts.js';
import type { ListOptions, Source, SourceContext, SourceVideo } from './source.js';

const DATASET = 'JIGSAWS';
const FRAME_RATE = 30;
const TASKS = ['Suturing', 'Knot_Tying', 'Needle_Passing'];
const CAPTURES = ['capture1', 'capture2'];
/** What G1 to G15 stand for, in that order. */
const GESTURES = [
  'reaching for needle with right hand',
  'positioning needle',
  'pushing needle through tissue',
  'transferring needle from left to right',
  'moving to center with needle in grip',
  'pulling suture with left hand',
  'pulling suture with right hand',
  'orienting needle',
  'using right hand to help tighten suture',
  'loosening more suture',
  'dropping suture at end and moving to end points',
  'reaching for needle with left hand',
  'making C loop around right hand',
  'reaching for suture with right hand',
  'pulling suture with both hands',
];
const LABEL_OF_CELL = new Map(GESTURES.map((label, index) => [`G${index + 1}`, label]));

const descriptor: SourceDescriptor = {
  id: DATASET,
  aliases: ['jigsaws'],
  title: 'JIGSAWS: three training tasks on the da Vinci system, gestures and ratings of skill',
  organ: 'bench-top training model',
  access: 'registration with the provider (Johns Hopkins University); may not be passed on',
  licence: 'terms of the JIGSAWS release, for research after registration',
  citation: 'Gao et al., JHU-ISI gesture and skill assessment working set (JIGSAWS): a surgical activity dataset for human motion modeling, M2CAI 2014',
  redistributable: false,
  uploadAllowed: false,
  tracks: ['gesture', 'skill'],
  layout: ['Suturing/meta_file_Suturing.txt', 'Suturing/transcriptions/Suturing_B001.txt', 'Suturing/video/Suturing_B001_capture1.avi'],
};

/** JIGSAWS: gestures as intervals of 30-fps frames, both ends included, counted from 1. Two cameras show the same trial. */
export const jigsaws: Source = { descriptor, listVideos, readTimeline, writeExample: async (dir, context) => (await import('./examples/write-jigsaws-example.js')).writeJigsawsExample(dir, context) };

/** A trial is listed once for each of its videos that is there, and once for each camera where none is. */
async function listVideos(root: string, { mediaRoot = root }: ListOptions = {}): Promise<SourceVideo[]> {
  const videos: SourceVideo[] = [];
  for (const task of TASKS) {
    const pattern = new RegExp(`^(${task}_[A-Z]\\d{3})\\.txt$`);
    const found = await findFolder(root, listFolders(task).map((folder) => joinPosix(folder, 'transcriptions')), (name) => pattern.test(name));
    const metaFile = `meta_file_${task}.txt`;
    const meta = await findFolder(root, listFolders(task), (name) => name === metaFile);
    const more: Record<string, string> = meta === null ? {} : { meta: joinPosix(meta.folder, metaFile) };
    for (const name of found?.names ?? []) {
      const trial = pattern.exec(name)?.[1];
      if (!found || !trial) continue;
      const captures = await Promise.all(CAPTURES.map((capture) => describeVideo(`${trial}_${capture}`, { task, files: { gesture: joinPosix(found.folder, name), ...more }, mediaRoot })));
      const present = captures.filter(({ isMediaPresent }) => isMediaPresent);
      videos.push(...(present.length > 0 ? present : captures));
    }
  }
  if (videos.length === 0) throw rejectLayout(descriptor);
  return videos.sort((left, right) => compareNumbered(left.videoId, right.videoId));
}

/** Archives unpack to a folder of the task in a folder of the task. */
function listFolders(task: string): string[] {
  return [task, `${task}/${task}`, joinPosix(DATASET, task), `${DATASET}/${task}/${task}`];
}

async function describeVideo(videoId: string, { task, files, mediaRoot }: { task: string; files: Record<string, string>; mediaRoot: string }): Promise<SourceVideo> {
  const folders = [...listFolders(task).flatMap((folder) => [joinPosix(folder, 'video'), folder]), 'video', 'videos', ''];
  const candidates = ['avi', 'mp4'].flatMap((extension) => folders.map((folder): MediaCandidate => ({ path: joinPosix(folder, `${videoId}.${extension}`), type: 'video' })));
  const { path, isPresent } = await locateMedia(mediaRoot, candidates as [MediaCandidate, ...MediaCandidate[]]);
  const caseId = caseIdOf({ dataset: DATASET, videoId });
  return { dataset: DATASET, videoId, caseId, mediaPath: path, mediaType: 'video', isMediaPresent: isPresent, files };
}

async function readTimeline(video: SourceVideo, context: SourceContext): Promise<Timeline> {
  const path = video.files['gesture'] as string;
  const facts = await readMediaFacts(video, context, FRAME_RATE);
  const { intervals, sha256 } = await readFrameIntervals({ root: context.root, path, labelOfCell: LABEL_OF_CELL, frameRate: FRAME_RATE, firstFrame: 1 });
  const segments: Segment[] = mergeSegments(intervals);
  const notes = checkTimeBase({
    labelFrameRate: FRAME_RATE,
    mediaFrameRate: facts.media.frameRate,
    labelEndMicros: segments.at(-1)?.endMicros ?? 0,
    mediaEndMicros: facts.endMicros,
  });
  if (segments.length < intervals.length) notes.push(`${intervals.length - segments.length} gesture(s) follow one of the same kind; the two are read as one`);
  const tracks: Timeline['tracks'] = [makeStateTrack({ signal: 'gesture', vocabulary: GESTURES, segments, facts })];
  const sourceFiles = [{ path, sha256 }];
  const metaPath = video.files['meta'];
  if (metaPath !== undefined) {
    const trial = video.videoId.replace(/_capture\d$/, '');
    const { track, sha256: metaHash } = await readTrialRating({ root: context.root, path: metaPath, trial, notes });
    if (track === null) notes.push('the meta file has no row for this trial; its ratings are unknown');
    else tracks.push(track);
    sourceFiles.push({ path: metaPath, sha256: metaHash });
  }
  return makeTimeline(video, descriptor, { facts, tracks, sourceFiles, notes });
}
