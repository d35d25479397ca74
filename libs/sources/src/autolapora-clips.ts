import type { MaskTrack, Timeline } from '@medstream/schema';

import { caseIdOf } from './known-overlaps.js';
import { keepWhileUnchanged } from './readers/keep-while-unchanged.js';
import { joinPosix, listNames, locateMedia, type MediaCandidate } from './readers/locate-files.js';
import { makeClassTrack } from './readers/make-tracks.js';
import type { MediaFacts } from './readers/read-media-facts.js';
import { readMask } from './readers/read-mask.js';
import { readRecords } from './readers/read-records.js';
import { quoteCell, rejectLabel } from './readers/reject-label.js';
import type { SourceContext, SourceVideo } from './source.js';

const DATASET = 'AutoLapora';
const FRAME_RATE = 25;
const PARENTS = ['', 'AutoLaparo', 'AutoLapora'];
const MOTION_FOLDERS = ['Task 2 Laparoscope motion prediction', 'task2', 't2', ''].flatMap((task) => PARENTS.map((parent) => joinPosix(parent, task)));
const MASK_FOLDERS = ['Task 3 Instrument and key anatomy segmentation', 'task3', 't3', ''].flatMap((task) => PARENTS.map((parent) => joinPosix(parent, task, 'masks')));
const MOTION_FILE = 'laparoscope_motion_label.txt';
/** `001025`: clip 001, its picture 25. */
const MASK_FILE = /^(\d{3})(\d{3})\.png$/;

/** In the order of their native ids, 0 to 6. */
const MOTIONS = ['Static', 'Up', 'Down', 'Left', 'Right', 'Zoom-in', 'Zoom-out'];
/** The motion is made in the second half of a clip of ten seconds; models see the first. */
const MOTION_SPAN = { startMicros: 5_000_000, endMicros: 10_000_000 };

/** Grey values of the masks, an instrument's working end and its shaft apart. */
const AREAS: Readonly<Record<number, string>> = {
  20: 'grasping forceps, manipulator',
  40: 'grasping forceps, shaft',
  60: 'LigaSure, manipulator',
  80: 'LigaSure, shaft',
  100: 'dissecting and grasping forceps, manipulator',
  120: 'dissecting and grasping forceps, shaft',
  140: 'electric hook, manipulator',
  160: 'electric hook, shaft',
  180: 'uterus',
};
const AREA_NAMES = Object.values(AREAS);

/** Tables and masks of the second and third task. */
interface ClipFiles {
  motion: string | null;
  /** Masks by clip, `001`. */
  masks: Map<string, { folder: string; names: string[] }>;
}

async function findClipFiles(root: string): Promise<ClipFiles> {
  const found: ClipFiles = { motion: null, masks: new Map() };
  for (const folder of MOTION_FOLDERS) {
    if (found.motion === null && ((await listNames(root, folder)) ?? []).includes(MOTION_FILE)) found.motion = joinPosix(folder, MOTION_FILE);
  }
  for (const folder of MASK_FOLDERS) {
    const names = ((await listNames(root, folder)) ?? []).filter((name) => MASK_FILE.test(name)).sort();
    for (const name of names) {
      const clip = name.slice(0, 3);
      const ofClip = found.masks.get(clip) ?? { folder, names: [] };
      found.masks.set(clip, ofClip);
      ofClip.names.push(name);
    }
    if (names.length > 0) break;
  }
  return found;
}

/**
 * The clips of the second task, each with the masks of its pictures. Masks of a clip that is not there are listed picture by
 * picture. Which operation a clip was cut from is not published, so each clip is a case.
 */
export async function listClipVideos(root: string, mediaRoot: string): Promise<SourceVideo[]> {
  const { motion, masks } = await findClipFiles(root);
  const numbers = motion === null ? [] : [...(await readMotions(root, motion)).motions.keys()];
  const videos: SourceVideo[] = [];
  for (const clip of [...new Set([...numbers, ...masks.keys()])].sort()) {
    const folders = MOTION_FOLDERS.map((folder) => joinPosix(folder, 'clips'));
    const official = motion === null ? folders : [motion.replace(MOTION_FILE, 'clips'), ...folders];
    const { path, isPresent } = await locateMedia(mediaRoot, official.map((folder): MediaCandidate => ({ path: joinPosix(folder, `${clip}.mp4`), type: 'video' })) as [MediaCandidate, ...MediaCandidate[]]);
    const videoId = `clip${clip}`;
    const common = { dataset: DATASET, caseId: caseIdOf({ dataset: DATASET, videoId }) };
    const ofClip = masks.get(clip);
    const maskFiles = Object.fromEntries((ofClip?.names ?? []).map((name) => [`mask ${name}`, joinPosix(ofClip?.folder ?? '', name)]));
    const isClip = isPresent || numbers.includes(clip);
    const files = { ...(motion !== null && numbers.includes(clip) ? { motion } : {}), ...(isPresent ? maskFiles : {}) };
    if (isClip) videos.push({ ...common, videoId, mediaPath: path, mediaType: 'video', isMediaPresent: isPresent, files });
    if (!isPresent) videos.push(...(await listStills(Object.values(maskFiles), { mediaRoot, common })));
  }
  return videos;
}

async function listStills(masks: readonly string[], { mediaRoot, common }: { mediaRoot: string; common: Pick<SourceVideo, 'dataset' | 'caseId'> }): Promise<SourceVideo[]> {
  return Promise.all(
    masks.map(async (mask) => {
      const picture = mask.replace(/masks\/(\d+)\.png$/, 'imgs/$1');
      const { path, isPresent } = await locateMedia(mediaRoot, [
        { path: `${picture}.jpg`, type: 'image' },
        { path: `${picture}.png`, type: 'image' },
      ]);
      return { ...common, videoId: `image${/(\d+)$/.exec(picture)?.[1] ?? ''}`, mediaPath: path, mediaType: 'image', isMediaPresent: isPresent, files: { mask } } satisfies SourceVideo;
    }),
  );
}

/** `Clip Label Phase`, a row a clip; clips keep their zeros. */
const readMotions = keepWhileUnchanged(async (root: string, path: string): Promise<{ motions: Map<string, string>; sha256: string }> => {
  const { records, sha256 } = await readRecords({ root, path, separator: '\t', columns: { clip: ['Clip'], label: ['Label'] } });
  const motions = new Map<string, string>();
  for (const { cells, line } of records) {
    const clip = cells.clip ?? '';
    const motion = /^\d$/.test(cells.label ?? '') ? MOTIONS[Number(cells.label)] : undefined;
    if (!/^\d{1,3}$/.test(clip)) throw rejectLabel({ path, at: `line ${line}`, found: quoteCell(clip), expected: 'a clip, 001 to 300' });
    if (motion === undefined) throw rejectLabel({ path, at: `line ${line}`, found: quoteCell(cells.label ?? ''), expected: '0 to 6' });
    motions.set(clip.padStart(3, '0'), motion);
  }
  return { motions, sha256 };
});

/** Tracks of a clip, or of one of its pictures. */
export async function readClipTracks(video: SourceVideo, { context, facts }: { context: SourceContext; facts: MediaFacts }): Promise<Pick<Timeline, 'tracks' | 'sourceFiles'>> {
  const tracks: Timeline['tracks'] = [];
  const sourceFiles: Timeline['sourceFiles'] = [];
  const motionPath = video.files['motion'];
  if (motionPath !== undefined) {
    const { motions, sha256 } = await readMotions(context.root, motionPath);
    const label = motions.get(video.videoId.replace('clip', ''));
    if (label !== undefined) tracks.push(makeClassTrack({ signal: 'motion', vocabulary: MOTIONS, label, span: MOTION_SPAN }));
    sourceFiles.push({ path: motionPath, sha256 });
  }
  const masks = Object.values(video.files).filter((path) => path !== motionPath).sort();
  const samples: MaskTrack['samples'] = [];
  let size = { width: 0, height: 0 };
  for (const path of masks) {
    const { regions, width, height, sha256 } = await readMask(context, path, { labelOfValue: findArea, isSplit: false });
    if (size.width !== 0 && (size.width !== width || size.height !== height)) {
      throw rejectLabel({ path, at: 'as a whole', found: `${width} x ${height} pixels`, expected: `${size.width} x ${size.height}, as the other masks of the clip have` });
    }
    size = { width, height };
    // pictures count from 1: number 25 is shown from 24/25 s on
    const number = Number(/(\d{3})\.png$/.exec(path)?.[1]);
    samples.push({ atMicros: video.mediaType === 'image' ? 0 : Math.round(((number - 1) * 1_000_000) / FRAME_RATE), regions });
    sourceFiles.push({ path, sha256 });
  }
  const { lastFrameMicros } = facts.media;
  if (samples.length > 0) {
    const seen = lastFrameMicros === null ? samples : samples.filter(({ atMicros }) => atMicros <= lastFrameMicros);
    const holdMicros = video.mediaType === 'image' ? 0 : 1_000_000 / FRAME_RATE;
    tracks.push({ kind: 'mask', signal: 'structure', vocabulary: AREA_NAMES, labelSource: 'original_annotation', holdMicros, frameWidth: size.width, frameHeight: size.height, samples: seen });
  }
  return { tracks, sourceFiles };
}

/** Values are exact in the original; those of copies that were scaled lie between and mean nothing. */
function findArea(value: number): string | null {
  return AREAS[value] ?? null;
}
