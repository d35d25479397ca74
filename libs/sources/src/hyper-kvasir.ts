import type { SourceDescriptor, Timeline, Track } from '@medstream/schema';

import { findHyperClass, hyperFolderOf, listHyperLabels, TRACTS } from './hyper-kvasir-names.js';
import { readHyperBoxes, readHyperSplit } from './hyper-kvasir-tables.js';
import { listHyperVideos, readHyperVideo } from './hyper-kvasir-videos.js';
import { listPictures, stemOf } from './readers/list-clips.js';
import { compareNumbered, joinPosix, listNames, locateMedia, rejectLayout } from './readers/locate-files.js';
import { makeBoxTrack, makeClassTrack, makeTimeline } from './readers/make-tracks.js';
import { readMask, whiteIs } from './readers/read-mask.js';
import { type MediaFacts, readMediaFacts } from './readers/read-media-facts.js';
import type { ListOptions, Source, SourceContext, SourceVideo } from './source.js';

const DATASET = 'hyper-kvasir';
const USUAL_FRAME_RATE = 25;
const PARENTS = ['', DATASET, 'HyperKvasir', 'hyper_kvasir'];
const IMAGES = 'labeled-images';
const SEGMENTED = 'segmented-images';

const descriptor: SourceDescriptor = {
  id: DATASET,
  aliases: ['HyperKvasir', 'hyper_kvasir'],
  title: 'HyperKvasir: images and videos of the upper and lower gastrointestinal tract, classes, boxes and masks of polyps',
  organ: 'gastrointestinal tract',
  access: 'open (osf.io/mh9sj); competitions and commercial use need permission',
  licence: 'CC BY 4.0',
  citation: 'Borgli et al., HyperKvasir, a comprehensive multi-class image and video dataset for gastrointestinal endoscopy, Scientific Data 2020',
  redistributable: true,
  uploadAllowed: true,
  tracks: ['finding', 'landmark', 'quality', 'organ'],
  layout: [
    'labeled-images/lower-gi-tract/pathological-findings/polyps/<id>.jpg (or official_splits/5_fold_split.csv)',
    'segmented-images/{images,masks}/<id>.jpg with segmented-images/bounding-boxes.json',
    'labeled-videos/lower-gi-tract/…/<id>.avi with labeled-videos/video-labels.csv or hyper-kvasir-video-metadata.csv (or clips videos/lower-polyps/<id>_1.avi)',
  ],
};

/** HyperKvasir: one class an image, by its folder or the official splits; boxes and masks of some; free texts about videos. No patients are named, so each file is a case. */
export const hyperKvasir: Source = { descriptor, listVideos, readTimeline, writeExample: async (dir, context) => (await import('./examples/write-hyper-kvasir-example.js')).writeHyperKvasirExample(dir, context) };

async function listVideos(root: string, { mediaRoot = root }: ListOptions = {}): Promise<SourceVideo[]> {
  for (const parent of PARENTS) {
    const videos = [...(await listImages(root, parent, mediaRoot)), ...(await listHyperVideos(root, parent, mediaRoot))];
    if (videos.length > 0) return videos.sort((left, right) => compareNumbered(left.videoId, right.videoId));
  }
  throw rejectLayout(descriptor);
}

/** Images in class folders; those with boxes or masks, which are the same images again; where no folder is, those of a split. */
async function listImages(root: string, parent: string, mediaRoot: string): Promise<SourceVideo[]> {
  const split = ['5_fold_split.csv', '2_fold_split.csv'].map((name) => joinPosix(parent, 'official_splits', name));
  const splitNames = (await listNames(root, joinPosix(parent, 'official_splits'))) ?? [];
  const splitPath = split.find((path) => splitNames.includes(path.slice(path.lastIndexOf('/') + 1)));
  const images = new Map<string, SourceVideo>();
  const add = (stem: string, mediaPath: string, { isMediaPresent, files }: Pick<SourceVideo, 'isMediaPresent' | 'files'>): void => {
    const known = images.get(stem);
    const place = known?.isMediaPresent === true ? known : { mediaPath, isMediaPresent };
    images.set(stem, { dataset: DATASET, videoId: stem, caseId: `${DATASET}/${stem}`, mediaType: 'image', mediaPath: place.mediaPath, isMediaPresent: place.isMediaPresent, files: { ...known?.files, ...files } });
  };
  const ofSplit: Record<string, string> = splitPath === undefined ? {} : { split: splitPath };
  for (const { path } of await listPictures(mediaRoot, joinPosix(parent, IMAGES))) add(stemOf(path), path, { isMediaPresent: true, files: ofSplit });
  if (images.size === 0 && splitPath !== undefined) {
    for (const [stem, found] of (await readHyperSplit(root, splitPath)).classes) add(stem, joinPosix(parent, IMAGES, hyperFolderOf(found), `${stem}.jpg`), { isMediaPresent: false, files: ofSplit });
  }
  const hasBoxes = ((await listNames(root, joinPosix(parent, SEGMENTED))) ?? []).includes('bounding-boxes.json');
  for (const name of (await listNames(root, joinPosix(parent, SEGMENTED, 'masks'))) ?? []) {
    const { path, isPresent } = await locateMedia(mediaRoot, [{ path: joinPosix(parent, SEGMENTED, 'images', name), type: 'image' }]);
    const files: Record<string, string> = { mask: joinPosix(parent, SEGMENTED, 'masks', name) };
    if (hasBoxes) files['boxes'] = joinPosix(parent, SEGMENTED, 'bounding-boxes.json');
    add(stemOf(name), path, { isMediaPresent: isPresent, files });
  }
  return [...images.values()];
}

async function readTimeline(video: SourceVideo, context: SourceContext): Promise<Timeline> {
  const facts = await readMediaFacts(video, context, USUAL_FRAME_RATE);
  const notes: string[] = [];
  const read = video.mediaType === 'image' ? await readImage(video, { context, facts, notes }) : await readHyperVideo(video, { context, notes });
  return makeTimeline(video, descriptor, { facts, ...read, notes });
}

async function readImage(video: SourceVideo, { context, facts, notes }: { context: SourceContext; facts: MediaFacts; notes: string[] }): Promise<Pick<Timeline, 'tracks' | 'sourceFiles'>> {
  const { split, mask, boxes } = video.files;
  const tracks: Track[] = [];
  const sourceFiles: Timeline['sourceFiles'] = [];
  const inFolder = findHyperClass(video.mediaPath.split('/').at(-2) ?? '');
  let found = inFolder;
  let isSplit = false;
  if (split !== undefined) {
    const { classes, sha256 } = await readHyperSplit(context.root, split);
    const inSplit = classes.get(video.videoId) ?? null;
    sourceFiles.push({ path: split, sha256 });
    isSplit = inSplit !== null;
    if (inSplit && inFolder && inSplit.label !== inFolder.label) notes.push(`the folder says "${inFolder.label}" and the split "${inSplit.label}"; the class is taken as unknown`);
    found = inSplit && inFolder && inSplit.label !== inFolder.label ? null : (inSplit ?? inFolder);
  }
  if (found !== null) {
    const labelSource = isSplit ? 'original_annotation' : 'directory_label';
    tracks.push(makeClassTrack({ signal: found.signal, vocabulary: listHyperLabels(found.signal), label: found.label, labelSource }));
    tracks.push(makeClassTrack({ signal: 'organ', vocabulary: TRACTS, label: found.tract, labelSource }));
  } else if (mask === undefined && notes.length === 0) notes.push('neither the folder nor a table names a class of the data set; the class is unknown');
  if (boxes !== undefined) {
    const { images, sha256 } = await readHyperBoxes(context.root, boxes);
    const boxed = images.get(video.videoId);
    if (boxed) tracks.push(makeBoxTrack({ signal: 'finding', vocabulary: ['polyp'], holdMicros: 0, samples: [{ atMicros: 0, regions: boxed.regions }], frame: boxed.frame, facts, notes }));
    sourceFiles.push({ path: boxes, sha256 });
  }
  if (mask !== undefined) {
    const { regions, width, height, sha256 } = await readMask(context, mask, { labelOfValue: whiteIs('polyp'), isSplit: true });
    tracks.push({ kind: 'mask', signal: 'finding', vocabulary: ['polyp'], labelSource: 'original_annotation', holdMicros: 0, frameWidth: width, frameHeight: height, samples: [{ atMicros: 0, regions }] });
    sourceFiles.push({ path: mask, sha256 });
  }
  return { tracks, sourceFiles };
}
