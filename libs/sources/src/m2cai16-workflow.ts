import type { SourceDescriptor, Timeline } from '@medstream/schema';

import { caseIdOf } from './known-overlaps.js';
import { checkTimeBase } from './readers/check-time-base.js';
import { compareNumbered, findFolder, joinPosix, locateMedia, rejectLayout } from './readers/locate-files.js';
import { makeStateTrack, makeTimeline } from './readers/make-tracks.js';
import { readFrameSegments } from './readers/read-frame-segments.js';
import { readMediaFacts } from './readers/read-media-facts.js';
import type { ListOptions, Source, SourceContext, SourceVideo } from './source.js';

const DATASET = 'M2CAI16-Workflow';
const FRAME_RATE = 25;
/** In the order of the operation. */
const PHASES = [
  'TrocarPlacement',
  'Preparation',
  'CalotTriangleDissection',
  'ClippingCutting',
  'GallbladderDissection',
  'GallbladderPackaging',
  'CleaningCoagulation',
  'GallbladderRetraction',
];
/** Labels and media lie side by side in the two parts; some copies have both parts in one folder. */
const PARTS = ['train_dataset', 'test_dataset', ''];
const PARENTS = ['', 'm2cai16-workflow', 'm2cai16w', DATASET];
const LABEL_FILE = /^((?:test_)?workflow_video_\d+)\.txt$/;

const descriptor: SourceDescriptor = {
  id: DATASET,
  aliases: ['m2cai16-workflow', 'm2cai16w'],
  title: 'M2CAI16-Workflow: 41 laparoscopic cholecystectomies, phases',
  organ: 'gallbladder',
  access: 'request form of the provider (CAMMA, University of Strasbourg, and TU Munich)',
  licence: 'CC BY-NC-SA 4.0',
  citation: 'Stauder et al., The TUM LapChole dataset for the M2CAI 2016 workflow challenge, 2016; Twinanda et al., EndoNet, IEEE Transactions on Medical Imaging 2017',
  redistributable: false,
  uploadAllowed: false,
  tracks: ['phase'],
  layout: [
    'train_dataset/workflow_video_01.txt',
    'train_dataset/workflow_video_01.mp4',
    'test_dataset/test_workflow_video_01.txt',
    'test_dataset/test_workflow_video_01.mp4',
  ],
};

/** M2CAI16-Workflow: one phase row for each 25-fps frame. `_timestamp.txt` and `_pred.txt` beside the labels are not labels. */
export const m2cai16Workflow: Source = { descriptor, listVideos, readTimeline, writeExample: async (dir, context) => (await import('./examples/write-m2cai16-example.js')).writeM2cai16Example(dir, context) };

async function listVideos(root: string, { mediaRoot = root }: ListOptions = {}): Promise<SourceVideo[]> {
  const videos = new Map<string, SourceVideo>();
  for (const part of PARTS) {
    const folders = PARENTS.map((parent) => joinPosix(parent, part));
    const found = await findFolder(root, folders, (name) => LABEL_FILE.test(name));
    for (const name of found?.names ?? []) {
      const videoId = LABEL_FILE.exec(name)?.[1];
      if (found && videoId && !videos.has(videoId)) videos.set(videoId, await describeVideo(videoId, joinPosix(found.folder, name), mediaRoot));
    }
  }
  if (videos.size === 0) throw rejectLayout(descriptor);
  return [...videos.values()].sort((left, right) => compareNumbered(left.videoId, right.videoId));
}

async function describeVideo(videoId: string, phase: string, mediaRoot: string): Promise<SourceVideo> {
  const part = videoId.startsWith('test_') ? 'test_dataset' : 'train_dataset';
  const file = `${videoId}.mp4`;
  const { path, isPresent } = await locateMedia(mediaRoot, [
    { path: `${part}/${file}`, type: 'video' },
    ...PARENTS.slice(1).flatMap((parent) => [part, ''].map((folder) => ({ path: joinPosix(parent, folder, file), type: 'video' }) as const)),
    { path: `videos/${file}`, type: 'video' },
    { path: file, type: 'video' },
  ]);
  const caseId = caseIdOf({ dataset: DATASET, videoId });
  return { dataset: DATASET, videoId, caseId, mediaPath: path, mediaType: 'video', isMediaPresent: isPresent, files: { phase } };
}

async function readTimeline(video: SourceVideo, context: SourceContext): Promise<Timeline> {
  const path = video.files['phase'] as string;
  const facts = await readMediaFacts(video, context, FRAME_RATE);
  const { segments, gapCount, sha256 } = await readFrameSegments({
    root: context.root,
    path,
    header: ['Frame', 'Phase'],
    vocabulary: PHASES,
    frameRate: FRAME_RATE,
  });
  const notes = checkTimeBase({
    labelFrameRate: FRAME_RATE,
    mediaFrameRate: facts.media.frameRate,
    labelEndMicros: segments.at(-1)?.endMicros ?? 0,
    mediaEndMicros: facts.endMicros,
  });
  if (gapCount > 0) notes.push(`phase rows leap over frames in ${gapCount} place(s); the time between is unlabelled`);
  const tracks = [makeStateTrack({ signal: 'phase', vocabulary: PHASES, segments, facts })];
  return makeTimeline(video, descriptor, { facts, tracks, sourceFiles: [{ path, sha256 }], notes });
}
