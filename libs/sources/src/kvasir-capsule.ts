import type { SourceDescriptor, Timeline, Track } from '@medstream/schema';

import { type CapsuleClass, CAPSULE_FINDINGS, findCapsuleClass } from './kvasir-capsule-names.js';
import { CAPSULE_FRAME, CAPSULE_TABLES, type CapsuleImage } from './kvasir-capsule-tables.js';
import { readCapsuleTracks, readCapsuleVideos } from './kvasir-capsule-video.js';
import { dropExtension, listClips, listPictures, stemOf } from './readers/list-clips.js';
import { compareNumbered, findFolder, joinPosix, listNames, locateMedia, rejectLayout } from './readers/locate-files.js';
import { makeBoxTrack, makeClassTrack, makeTimeline } from './readers/make-tracks.js';
import { type MediaFacts, readMediaFacts } from './readers/read-media-facts.js';
import { rejectLabel } from './readers/reject-label.js';
import type { ListOptions, Source, SourceContext, SourceVideo } from './source.js';

const DATASET = 'kvasir-capsule';
/** Of the videos' containers, where they cannot be looked at. */
const USUAL_FRAME_RATE = 30;
const PARENTS = ['', DATASET, 'Kvasir-Capsule', 'kvasir_capsule'];
const IMAGES = 'labelled_images';
const VIDEOS = 'labelled_videos';
/** Tables that name single pictures, by role. */
const TABLES = { metadata: 'metadata.csv', split_0: 'official_splits/split_0.csv', split_1: 'official_splits/split_1.csv' } as const;
/** `<video>_<frame>` of a picture, `<video>_<first>-<last>` of a clip. */
const PICTURE_STEM = /^([0-9a-f]{16})_\d+$/;
const CLIP_STEM = /^([0-9a-f]{16})_\d+-\d+$/;

const descriptor: SourceDescriptor = {
  id: DATASET,
  aliases: ['Kvasir-Capsule', 'kvasir_capsule'],
  title: 'Kvasir-Capsule: video capsule endoscopy, classes and boxes of single pictures, segments of whole videos',
  organ: 'small bowel',
  access: 'open (osf.io/dv2ag); competitions and commercial use need permission',
  licence: 'CC BY 4.0',
  citation: 'Smedsrud et al., Kvasir-Capsule, a video capsule endoscopy dataset, Scientific Data 2021',
  redistributable: true,
  uploadAllowed: true,
  tracks: ['finding', 'landmark'],
  layout: ['labelled_images/Ulcer/<video>_<frame>.jpg', 'metadata.csv or official_splits/split_0.csv', 'labelled_videos/<video>.mp4 with metadata.json (or clips videos/<class>/<video>_<first>-<last>.mp4)'],
};

/** Kvasir-Capsule: a class for each picture, by its folder and by tables, which must agree; segments of whole videos. */
export const kvasirCapsule: Source = { descriptor, listVideos, readTimeline, writeExample: async (dir, context) => (await import('./examples/write-kvasir-capsule-example.js')).writeKvasirCapsuleExample(dir, context) };

async function listVideos(root: string, { mediaRoot = root }: ListOptions = {}): Promise<SourceVideo[]> {
  for (const parent of PARENTS) {
    const videos = [...(await listImages(root, parent, mediaRoot)), ...(await listWholeVideos(root, parent, mediaRoot)), ...(await listCutClips(mediaRoot, parent))];
    if (videos.length > 0) return videos.sort((left, right) => compareNumbered(left.videoId, right.videoId));
  }
  throw rejectLayout(descriptor);
}

function describe(video: Pick<SourceVideo, 'videoId' | 'mediaPath' | 'mediaType' | 'isMediaPresent' | 'files'>): SourceVideo {
  return { dataset: DATASET, caseId: `${DATASET}/${video.videoId.slice(0, 16)}`, ...video };
}

/** Pictures that are there; where none is, those that the tables name. */
async function listImages(root: string, parent: string, mediaRoot: string): Promise<SourceVideo[]> {
  const files: Record<string, string> = {};
  for (const [role, path] of Object.entries(TABLES)) {
    const found = await findFolder(root, [joinPosix(parent, path.split('/').slice(0, -1).join('/'))], (name) => path.endsWith(name));
    if (found !== null) files[role] = joinPosix(parent, path);
  }
  const pictures = (await listPictures(mediaRoot, joinPosix(parent, IMAGES))).filter(({ path }) => PICTURE_STEM.test(stemOf(path)));
  const pathOfStem = new Map(pictures.map(({ path }) => [stemOf(path), path]));
  if (pictures.length > 0) return [...pathOfStem].map(([videoId, mediaPath]) => describe({ videoId, mediaPath, mediaType: 'image', isMediaPresent: true, files }));
  const named = new Map<string, string>();
  for (const [role, path] of Object.entries(files)) {
    const { images } = await (CAPSULE_TABLES[role] as (typeof CAPSULE_TABLES)[string])(root, path);
    for (const [stem, { classes }] of images) named.set(stem, joinPosix(parent, IMAGES, (classes[0] as CapsuleClass).label, `${stem}.jpg`));
  }
  return [...named].map(([videoId, mediaPath]) => describe({ videoId, mediaPath, mediaType: 'image', isMediaPresent: false, files }));
}

async function listWholeVideos(root: string, parent: string, mediaRoot: string): Promise<SourceVideo[]> {
  if (!((await listNames(root, parent)) ?? []).includes('metadata.json')) return [];
  const segments = joinPosix(parent, 'metadata.json');
  const { value } = await readCapsuleVideos(root, segments);
  return Promise.all(
    Object.keys(value).map(async (videoId) => {
      const { path, isPresent } = await locateMedia(mediaRoot, [
        { path: joinPosix(parent, VIDEOS, `${videoId}.mp4`), type: 'video' },
        { path: joinPosix(parent, 'videos', `${videoId}.mp4`), type: 'video' },
      ]);
      return describe({ videoId, mediaPath: path, mediaType: 'video', isMediaPresent: isPresent, files: { segments } });
    }),
  );
}

async function listCutClips(mediaRoot: string, parent: string): Promise<SourceVideo[]> {
  const clips = await listClips(mediaRoot, joinPosix(parent, 'videos'));
  return clips.filter(({ path }) => CLIP_STEM.test(stemOf(path))).map(({ path }) => describe({ videoId: stemOf(path), mediaPath: path, mediaType: 'video', isMediaPresent: true, files: {} }));
}

async function readTimeline(video: SourceVideo, context: SourceContext): Promise<Timeline> {
  const facts = await readMediaFacts(video, context, USUAL_FRAME_RATE);
  const notes: string[] = [];
  if (video.mediaType === 'image') {
    const { tracks, sourceFiles } = await readImage(video, { context, facts, notes });
    return makeTimeline(video, descriptor, { facts, tracks, sourceFiles, notes });
  }
  const path = video.files['segments'];
  if (path === undefined) {
    const tracks = [makeFolderTrack(readFolderClass(video.mediaPath))];
    return makeTimeline(video, descriptor, { facts, tracks, sourceFiles: [], notes });
  }
  const { value, sha256 } = await readCapsuleVideos(context.root, path);
  const frameRate = facts.media.frameRate ?? USUAL_FRAME_RATE;
  if (facts.media.frameRate === null) notes.push(`the rate of the video is unknown; its frames are taken to be ${USUAL_FRAME_RATE} a second`);
  const tracks = readCapsuleTracks(value[video.videoId] ?? {}, { path: `${path} ${video.videoId}`, facts, frameRate, notes });
  return makeTimeline(video, descriptor, { facts, tracks, sourceFiles: [{ path, sha256 }], notes });
}

/** Folder and tables together; where they name different classes the picture has none. */
async function readImage(video: SourceVideo, { context, facts, notes }: { context: SourceContext; facts: MediaFacts; notes: string[] }): Promise<Pick<Timeline, 'tracks' | 'sourceFiles'>> {
  const said: CapsuleImage = { classes: [], boxes: [] };
  const sourceFiles: Timeline['sourceFiles'] = [];
  for (const [role, path] of Object.entries(video.files)) {
    const { images, sha256 } = await (CAPSULE_TABLES[role] as (typeof CAPSULE_TABLES)[string])(context.root, path);
    const image = images.get(video.videoId);
    said.classes.push(...(image?.classes ?? []));
    said.boxes.push(...(image?.boxes ?? []));
    sourceFiles.push({ path, sha256 });
  }
  const isTabled = said.classes.length > 0;
  said.classes.push(...(await listFolderClasses(video, context.mediaRoot)));
  const labels = [...new Set(said.classes.map(({ label }) => label))];
  const [only] = said.classes;
  if (labels.length > 1) notes.push(`the picture is labelled ${labels.map((label) => `"${label}"`).join(' and ')}; its class is taken as unknown`);
  if (only === undefined || labels.length !== 1) return { tracks: [], sourceFiles };
  const tracks: Track[] = [isTabled ? makeClassTrack(only) : makeFolderTrack(only)];
  if (said.boxes.length > 0) {
    const regions = said.boxes.map((region) => ({ ...region, attribute: null }));
    tracks.push(makeBoxTrack({ signal: 'finding', vocabulary: CAPSULE_FINDINGS, holdMicros: 0, samples: [{ atMicros: 0, regions }], frame: CAPSULE_FRAME, facts, notes }));
  }
  return { tracks, sourceFiles };
}

/** The classes of every folder that holds the picture. */
async function listFolderClasses({ mediaPath, isMediaPresent }: SourceVideo, mediaRoot: string): Promise<CapsuleClass[]> {
  if (!isMediaPresent) return [];
  const [above, file] = [mediaPath.split('/').slice(0, -2).join('/'), mediaPath.split('/').at(-1) ?? ''];
  const classes: CapsuleClass[] = [];
  for (const folder of (await listNames(mediaRoot, above)) ?? []) {
    const { path, isPresent } = await locateMedia(mediaRoot, [{ path: joinPosix(above, folder, file), type: 'image' }]);
    if (isPresent) classes.push(readFolderClass(path));
  }
  return classes;
}

/** @throws EngineError `source/bad-label` for a folder that is no class of the data set */
function readFolderClass(mediaPath: string): CapsuleClass {
  const folder = dropExtension(mediaPath).split('/').at(-2) ?? '';
  const found = findCapsuleClass(folder);
  if (found === null) throw rejectLabel({ path: mediaPath, at: 'by folder', found: JSON.stringify(folder), expected: 'one of the classes of the data set, e.g. "Ulcer"' });
  return found;
}

function makeFolderTrack(found: CapsuleClass): Track {
  return makeClassTrack({ ...found, labelSource: 'directory_label' });
}
