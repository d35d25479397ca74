import type { SourceDescriptor, Timeline } from '@medstream/schema';

import { caseIdOf } from './known-overlaps.js';
import { readPolypBoxes } from './ldpolypvideo-boxes.js';
import { compareNumbered, joinPosix, listNames, locateMedia, type MediaCandidate, rejectLayout } from './readers/locate-files.js';
import { makeBoxTrack, makeClassTrack, makeTimeline } from './readers/make-tracks.js';
import { readMediaFacts } from './readers/read-media-facts.js';
import { rejectLabel } from './readers/reject-label.js';
import type { ListOptions, Source, SourceContext, SourceVideo } from './source.js';

const DATASET = 'LDPolypVideo';
const FRAME_RATE = 25;
/** Size of the original pictures, where they cannot be looked at. */
const USUAL_FRAME = { width: 560, height: 480 };
const PARENTS = ['', DATASET, 'LDPolyVideo', 'LDPolypVideo-Benchmark'];
const PARTS = ['TrainValid', 'Train', 'Test', ''];
/** Folders of videos of which only is known whether they show a polyp, and what the first digit of their names must be. */
const WEAK_FOLDERS = [
  { names: ['videos_with_polyps', 'videos with polyps'], digit: '1' },
  { names: ['videos_without_polyps', 'videos without polyps'], digit: '0' },
  // clips cut from both kinds, `<name>_<first second>_<last second>_polyps.mp4`
  { names: ['videos'], digit: null },
] as const;
const WEAK_FILE = /^(([01])_\d+)(_\d+_\d+_(?:no_)?polyps?)?\.(avi|mp4)$/i;
/** `polyp` and its absence, of a whole recording. */
const WHETHER = ['polyp', 'no polyp'] as const;

const descriptor: SourceDescriptor = {
  id: DATASET,
  aliases: ['LDPolyVideo', 'LDPolypVideo-Benchmark'],
  title: 'LDPolypVideo: colonoscopy, polyps as boxes in 160 sequences of pictures and as a label of 103 whole videos',
  organ: 'colon',
  access: 'download links of the authors (University of Science and Technology of China)',
  licence: 'not stated',
  citation: 'Ma et al., LDPolypVideo benchmark: a large-scale colonoscopy video dataset of diverse polyps, MICCAI 2021',
  redistributable: false,
  uploadAllowed: false,
  tracks: ['finding'],
  layout: ['TrainValid/Annotations/1/1.txt', 'TrainValid/Images/1/1.jpg', 'Test/Annotations/101/1.txt', 'videos_with_polyps/1_1.avi', 'videos_without_polyps/0_1.avi'],
};

/** LDPolypVideo: one text file of boxes a picture; and whole videos named after whether they show a polyp. */
export const ldPolypVideo: Source = { descriptor, listVideos, readTimeline, writeExample: async (dir, context) => (await import('./examples/write-ldpolypvideo-example.js')).writeLdPolypVideoExample(dir, context) };

async function listVideos(root: string, { mediaRoot = root }: ListOptions = {}): Promise<SourceVideo[]> {
  for (const parent of PARENTS) {
    const sequences = (await Promise.all(PARTS.map((part) => listSequences(root, joinPosix(parent, part), mediaRoot)))).flat();
    const videos = [...sequences, ...(await listWeakVideos(mediaRoot, parent))];
    if (videos.length > 0) return videos.sort((left, right) => compareNumbered(left.videoId, right.videoId));
  }
  throw rejectLayout(descriptor);
}

async function listSequences(root: string, part: string, mediaRoot: string): Promise<SourceVideo[]> {
  const annotations = joinPosix(part, 'Annotations');
  const numbers = ((await listNames(root, annotations)) ?? []).filter((name) => /^\d+$/.test(name));
  return Promise.all(
    numbers.map(async (videoId) => {
      const names = ((await listNames(root, joinPosix(annotations, videoId))) ?? []).filter((name) => /\d\.txt$/.test(name)).sort();
      const candidates: [MediaCandidate, ...MediaCandidate[]] = [
        { path: joinPosix(part, 'Images', videoId), type: 'image_sequence' },
        { path: joinPosix('Images', videoId), type: 'image_sequence' },
      ];
      const { path, isPresent } = await locateMedia(mediaRoot, candidates);
      const files = Object.fromEntries(names.map((name) => [name, joinPosix(annotations, videoId, name)]));
      return { dataset: DATASET, videoId, caseId: caseIdOf({ dataset: DATASET, videoId }), mediaPath: path, mediaType: 'image_sequence', isMediaPresent: isPresent, files } satisfies SourceVideo;
    }),
  );
}

/** Only videos that are there: their labels are their names. Clips of one video are one case. */
async function listWeakVideos(mediaRoot: string, parent: string): Promise<SourceVideo[]> {
  const videos: SourceVideo[] = [];
  for (const { names } of WEAK_FOLDERS) {
    for (const folder of names.map((name) => joinPosix(parent, name))) {
      for (const name of (await listNames(mediaRoot, folder)) ?? []) {
        const [, whole, , clip = ''] = WEAK_FILE.exec(name) ?? [];
        if (whole === undefined) continue;
        const caseId = caseIdOf({ dataset: DATASET, videoId: whole });
        videos.push({ dataset: DATASET, videoId: `${whole}${clip}`, caseId, mediaPath: joinPosix(folder, name), mediaType: 'video', isMediaPresent: true, files: {} });
      }
    }
  }
  return videos;
}

function readTimeline(video: SourceVideo, context: SourceContext): Promise<Timeline> {
  return video.mediaType === 'video' ? readWeakVideo(video, context) : readSequence(video, context);
}

/** @throws EngineError `source/bad-label` when folder and name contradict each other */
async function readWeakVideo(video: SourceVideo, context: SourceContext): Promise<Timeline> {
  const facts = await readMediaFacts(video, context, FRAME_RATE);
  const [folder = '', name = ''] = video.mediaPath.split('/').slice(-2);
  const digit = name.slice(0, 1);
  const stated = WEAK_FOLDERS.find(({ names }) => names.some((one) => one === folder))?.digit ?? digit;
  const isClipAgainst = /_(no_)?polyps?\./i.exec(name)?.[1] !== undefined ? digit === '1' : digit === '0' && /_polyps?\./i.test(name);
  if (digit !== stated || isClipAgainst) {
    throw rejectLabel({ path: video.mediaPath, at: 'by name', found: `the first digit ${digit}`, expected: '1 where there is a polyp, 0 where there is none, as the folder or the end of the name says' });
  }
  const label = digit === '1' ? WHETHER[0] : WHETHER[1];
  const tracks = [makeClassTrack({ signal: 'finding', vocabulary: WHETHER, label, labelSource: 'directory_label' })];
  return makeTimeline(video, descriptor, { facts, tracks, sourceFiles: [], notes: [] });
}

async function readSequence(video: SourceVideo, context: SourceContext): Promise<Timeline> {
  const facts = await readMediaFacts(video, context, FRAME_RATE);
  const { width, height } = facts.media;
  const frame = width !== null && height !== null ? { width, height } : USUAL_FRAME;
  const notes: string[] = [];
  const { samples, sourceFile } = await readPolypBoxes({ root: context.root, paths: Object.values(video.files), frame, frameRate: FRAME_RATE, notes });
  const holdMicros = 1_000_000 / FRAME_RATE;
  const tracks = [makeBoxTrack({ signal: 'finding', vocabulary: ['polyp'], holdMicros, samples, frame, facts, notes })];
  return makeTimeline(video, descriptor, { facts, tracks, sourceFiles: [sourceFile], notes });
}
