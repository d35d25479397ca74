import type { SourceDescriptor, Timeline } from '@medstream/schema';

import { AVOS_ACTIONS, AVOS_OBJECTS, findAvosTables, readAvosBoxes, readAvosIntervals } from './avos-tables.js';
import { caseIdOf } from './known-overlaps.js';
import { compareNumbered, joinPosix, listNames, locateMedia, type MediaCandidate, rejectLayout } from './readers/locate-files.js';
import { makeBoxTrack, makeStateTrack, makeTimeline } from './readers/make-tracks.js';
import { makeBox } from './readers/make-box.js';
import { keepUndisputed } from './readers/merge-segments.js';
import { type MediaFacts, readMediaFacts } from './readers/read-media-facts.js';
import type { ListOptions, Source, SourceContext, SourceVideo } from './source.js';

const DATASET = 'AVOS';
const USUAL_FRAME_RATE = 30;
const PARENTS = ['', DATASET, 'avos'];

const descriptor: SourceDescriptor = {
  id: DATASET,
  aliases: ['Annotated Videos of Open Surgery'],
  title: 'AVOS: open surgery on public videos, actions as intervals, hands and instruments as boxes',
  organ: 'open surgery, various organs',
  access: 'annotations public; videos are fetched from YouTube by their ids, many are gone',
  licence: 'annotations: not stated; videos: terms of YouTube and their owners',
  citation: 'Goodman et al., Analyzing surgical technique in diverse open surgical videos with multitask machine learning, JAMA Surgery 2024',
  redistributable: false,
  uploadAllowed: false,
  tracks: ['action', 'tool'],
  layout: ['open_surgery_temporal_annotations_Jan16.csv', 'video/<id>.mp4', 'images/<id>-<frame>.jpg with a .csv of image_name, x1, y1, x2, y2, class'],
};

/** AVOS: one table of intervals and one of boxes for all videos. Videos that are gone are passed over, unless none is there. */
export const avos: Source = { descriptor, listVideos, readTimeline, writeExample: async (dir, context) => (await import('./examples/write-avos-example.js')).writeAvosExample(dir, context) };

async function listVideos(root: string, { mediaRoot = root }: ListOptions = {}): Promise<SourceVideo[]> {
  for (const parent of PARENTS) {
    const { intervals, boxes } = await findAvosTables(root, parent);
    if (intervals === null && boxes === null) continue;
    const named = new Map<string, Record<string, string>>();
    if (intervals !== null) for (const id of (await readAvosIntervals(root, intervals)).videos.keys()) named.set(id, { intervals });
    if (boxes !== null) for (const id of (await readAvosBoxes(root, boxes)).videos.keys()) named.set(id, { ...named.get(id), boxes });
    const videos = await Promise.all([...named].map(([videoId, files]) => describeVideo(videoId, { files, parent, mediaRoot })));
    const images = boxes === null ? [] : await listLoneImages(videos, { boxes, parent, mediaRoot });
    const present = [...videos.filter(({ isMediaPresent }) => isMediaPresent), ...images];
    return (present.length > 0 ? present : videos).sort((left, right) => compareNumbered(left.videoId, right.videoId));
  }
  throw rejectLayout(descriptor);
}

async function describeVideo(videoId: string, { files, parent, mediaRoot }: { files: Record<string, string>; parent: string; mediaRoot: string }): Promise<SourceVideo> {
  const candidates = ['video', 'videos', ''].flatMap((folder) => ['mp4', 'mkv', 'webm'].map((ending): MediaCandidate => ({ path: joinPosix(parent, folder, `${videoId}.${ending}`), type: 'video' })));
  const { path, isPresent } = await locateMedia(mediaRoot, candidates as [MediaCandidate, ...MediaCandidate[]]);
  return { dataset: DATASET, videoId, caseId: caseIdOf({ dataset: DATASET, videoId }), mediaPath: path, mediaType: 'video', isMediaPresent: isPresent, files };
}

/** Pictures with boxes whose video is gone. */
async function listLoneImages(videos: readonly SourceVideo[], { boxes, parent, mediaRoot }: { boxes: string; parent: string; mediaRoot: string }): Promise<SourceVideo[]> {
  const gone = new Map(videos.filter(({ isMediaPresent }) => !isMediaPresent).map((video) => [video.videoId, video]));
  const folder = joinPosix(parent, 'images');
  return ((await listNames(mediaRoot, folder)) ?? []).flatMap((name): SourceVideo[] => {
    // ids hold dashes themselves: the last one parts id and frame
    const [, id = '', frame] = /^(.+)-(\d+)\.(?:jpe?g|png)$/i.exec(name) ?? [];
    const video = gone.get(id);
    if (video === undefined || frame === undefined) return [];
    return [{ ...video, videoId: `${id}-${frame}`, mediaPath: joinPosix(folder, name), mediaType: 'image', isMediaPresent: true, files: { boxes } }];
  });
}

async function readTimeline(video: SourceVideo, context: SourceContext): Promise<Timeline> {
  const facts = await readMediaFacts(video, context, USUAL_FRAME_RATE);
  const notes: string[] = [];
  const tracks: Timeline['tracks'] = [];
  const sourceFiles: Timeline['sourceFiles'] = [];
  let tableRate: number | null = null;
  const { intervals: intervalsPath, boxes: boxesPath } = video.files;
  if (intervalsPath !== undefined) {
    const { videos, sha256 } = await readAvosIntervals(context.root, intervalsPath);
    const { segments: entries = [], frameRate = null } = videos.get(video.videoId) ?? {};
    const { segments, disputedMicros } = keepUndisputed(entries);
    if (disputedMicros > 0) notes.push(`intervals of different actions overlap for ${disputedMicros / 1e6} s; there the action is unknown`);
    tracks.push(makeStateTrack({ signal: 'action', vocabulary: AVOS_ACTIONS, segments, facts }));
    sourceFiles.push({ path: intervalsPath, sha256 });
    tableRate = frameRate;
  }
  if (boxesPath !== undefined) sourceFiles.push(await addBoxes(video, { context, facts, notes, tracks, path: boxesPath, tableRate }));
  return makeTimeline(video, descriptor, { facts, tracks, sourceFiles, notes });
}

interface BoxRequest {
  context: SourceContext;
  facts: MediaFacts;
  notes: string[];
  tracks: Timeline['tracks'];
  path: string;
  /** Frames a second as rows of intervals have it; null where none tells. */
  tableRate: number | null;
}

/** Boxes need the size of the picture and, in a video, its rate: without them they are left out. */
async function addBoxes(video: SourceVideo, { context, facts, notes, tracks, path, tableRate }: BoxRequest): Promise<Timeline['sourceFiles'][number]> {
  const { videos, sha256 } = await readAvosBoxes(context.root, path);
  const isImage = video.mediaType === 'image';
  const [, id = video.videoId, only] = (isImage ? /^(.+)-(\d+)$/.exec(video.videoId) : null) ?? [];
  const rate = facts.media.frameRate ?? tableRate;
  const { width, height } = facts.media;
  if (width === null || height === null || (rate === null && !isImage)) {
    notes.push('the size or the rate of the picture is unknown; its boxes are left out');
    return { path, sha256 };
  }
  const frame = { width, height };
  const frames = [...(videos.get(id) ?? [])].filter(([number]) => !isImage || number === Number(only)).sort(([left], [right]) => left - right);
  const samples = frames.map(([number, boxes]) => {
    const regions = boxes.flatMap(({ label, corners }) => {
      const box = makeBox(corners, frame);
      return box === null ? [] : [{ label, box, attribute: null }];
    });
    return { atMicros: isImage ? 0 : Math.round((number * 1_000_000) / (rate ?? USUAL_FRAME_RATE)), regions: regions.length === boxes.length ? regions : null };
  });
  const holdMicros = isImage ? 0 : Math.round(1_000_000 / (rate ?? USUAL_FRAME_RATE));
  if (samples.length > 0) tracks.push(makeBoxTrack({ signal: 'tool', vocabulary: AVOS_OBJECTS, holdMicros, samples, frame, facts, notes }));
  return { path, sha256 };
}
