import type { SourceDescriptor, Timeline } from '@medstream/schema';

import { compareNumbered, joinPosix, listNames, locateMedia, type MediaCandidate, rejectLayout } from './readers/locate-files.js';
import { makeBoxTrack, makeTimeline } from './readers/make-tracks.js';
import { readMediaFacts } from './readers/read-media-facts.js';
import { readSimBoxes, readSimMetrics, SIM_FRAME, SIM_OBJECTS } from './simsurgskill-labels.js';
import type { ListOptions, Source, SourceContext, SourceVideo } from './source.js';

const DATASET = 'simsurgskill_2021';
const VIDEO_FRAME_RATE = 30;
/** Boxes are drawn in one picture a second. */
const HOLD_MICROS = 1_000_000;
const PARENTS = ['', 'simsurgskill_2021_dataset', DATASET, 'Release_v1'];
const PARTS = ['train_v1', 'train_v2', 'train', 'test', ''];
const BOXES = 'annotations/bounding_box_gt';
const METRICS = 'annotations/skill_metric_gt.csv';
const BOX_FILE = /^(caseid_\d+)(?:_fps?1)?\.json$/;
const VIDEO_FILE = /^(caseid_\d+)(?:_fps?1)?\.mp4$/;

const descriptor: SourceDescriptor = {
  id: DATASET,
  aliases: ['SimSurgSkill_2021', 'SimSurgSkill'],
  title: 'SimSurgSkill 2021: exercises in virtual reality, boxes of needles and needle drivers, counts that measure skill',
  organ: 'virtual-reality training exercise',
  access: 'public archive of the challenge (Intuitive Surgical)',
  licence: 'non-commercial research, terms of the challenge',
  citation: 'Zia et al., Objective surgical skills assessment and tool localization: results from the MICCAI 2021 SimSurgSkill challenge, 2022',
  redistributable: false,
  uploadAllowed: false,
  tracks: ['tool', 'skill'],
  layout: ['train_v1/annotations/bounding_box_gt/caseid_000001_fps1.json', 'train_v1/annotations/skill_metric_gt.csv', 'train_v1/videos/fps30/caseid_000001.mp4 (or videos/fps1/caseid_000001_fps1.mp4)'],
};

/** SimSurgSkill 2021: one box file a case, one table of counts a part. Both copies of a video show the same seconds; the smooth one is taken. */
export const simSurgSkill2021: Source = { descriptor, listVideos, readTimeline, writeExample: async (dir, context) => (await import('./examples/write-simsurgskill-example.js')).writeSimSurgSkillExample(dir, context) };

async function listVideos(root: string, { mediaRoot = root }: ListOptions = {}): Promise<SourceVideo[]> {
  for (const parent of PARENTS) {
    const videos = (await Promise.all(PARTS.map((part) => listPart(root, joinPosix(parent, part), mediaRoot)))).flat();
    if (videos.length > 0) return nameApart(videos).sort((left, right) => compareNumbered(left.videoId, right.videoId));
  }
  throw rejectLayout(descriptor);
}

type PartVideo = SourceVideo & { part: string };

/** Cases that have a box file, or a video and a table of counts. */
async function listPart(root: string, part: string, mediaRoot: string): Promise<PartVideo[]> {
  const hasMetrics = ((await listNames(root, joinPosix(part, 'annotations'))) ?? []).includes('skill_metric_gt.csv');
  const files = new Map<string, Record<string, string>>();
  const metrics: Record<string, string> = hasMetrics ? { metrics: joinPosix(part, METRICS) } : {};
  for (const folder of hasMetrics ? ['videos/fps30', 'videos/fps1'] : []) {
    for (const name of (await listNames(mediaRoot, joinPosix(part, folder))) ?? []) {
      const videoId = VIDEO_FILE.exec(name)?.[1];
      if (videoId !== undefined) files.set(videoId, metrics);
    }
  }
  for (const name of (await listNames(root, joinPosix(part, BOXES))) ?? []) {
    const videoId = BOX_FILE.exec(name)?.[1];
    if (videoId !== undefined) files.set(videoId, { boxes: joinPosix(part, BOXES, name), ...metrics });
  }
  return Promise.all(
    [...files].map(async ([videoId, ofCase]) => {
      const names = [`videos/fps30/${videoId}.mp4`, `videos/fps1/${videoId}_fps1.mp4`, `videos/fps1/${videoId}_fp1.mp4`, `videos/${videoId}.mp4`];
      const candidates = names.map((name): MediaCandidate => ({ path: joinPosix(part, name), type: 'video' }));
      const { path, isPresent } = await locateMedia(mediaRoot, candidates as [MediaCandidate, ...MediaCandidate[]]);
      return { dataset: DATASET, videoId, caseId: `${DATASET}/${videoId}`, mediaPath: path, mediaType: 'video', isMediaPresent: isPresent, files: ofCase, part: part.split('/').at(-1) ?? '' };
    }),
  );
}

/** A case number that two parts use gets the part before it; its case stays one, as nothing says that they differ. */
function nameApart(videos: readonly PartVideo[]): SourceVideo[] {
  return videos.map(({ part, ...video }) => {
    const isTwice = videos.filter(({ videoId }) => videoId === video.videoId).length > 1;
    return isTwice ? { ...video, videoId: `${part}/${video.videoId}` } : video;
  });
}

async function readTimeline(video: SourceVideo, context: SourceContext): Promise<Timeline> {
  const facts = await readMediaFacts(video, context, VIDEO_FRAME_RATE);
  const { boxes: boxesPath, metrics: metricsPath } = video.files;
  const notes: string[] = [];
  const tracks: Timeline['tracks'] = [];
  const sourceFiles: Timeline['sourceFiles'] = [];
  if (boxesPath !== undefined) {
    const { samples, sha256 } = await readSimBoxes(context.root, boxesPath);
    tracks.push(makeBoxTrack({ signal: 'tool', vocabulary: SIM_OBJECTS, holdMicros: HOLD_MICROS, samples, frame: SIM_FRAME, facts, notes }));
    sourceFiles.push({ path: boxesPath, sha256 });
  } else notes.push('there is no file of boxes; what is visible is unknown');
  if (metricsPath !== undefined) {
    const { metrics, sha256 } = await readSimMetrics(context.root, metricsPath);
    const values = metrics.get(Number(/\d+$/.exec(video.videoId)?.[0]));
    if (values === undefined) notes.push(`${metricsPath} has no row for this case; its counts are unknown`);
    else tracks.push({ kind: 'score', signal: 'skill', vocabulary: [], labelSource: 'original_annotation', values, grade: null });
    sourceFiles.push({ path: metricsPath, sha256 });
  }
  return makeTimeline(video, descriptor, { facts, tracks, sourceFiles, notes });
}
