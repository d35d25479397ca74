import type { SourceDescriptor, Timeline } from '@medstream/schema';

import { findStatedRate, HEICHOLE_ACTIONS, HEICHOLE_DETAILED_ACTIONS, HEICHOLE_DETAILED_INSTRUMENTS, HEICHOLE_INSTRUMENTS, HEICHOLE_PHASES } from './heichole-names.js';
import { readSkill, readSkillName } from './heichole-skill.js';
import { caseIdOf } from './known-overlaps.js';
import { chooseLabelRate } from './readers/choose-label-rate.js';
import { countCells } from './readers/count-cells.js';
import { compareNumbered, findFolder, joinPosix, locateMedia, rejectLayout } from './readers/locate-files.js';
import { makePresenceTrack, makeStateTrack, makeTimeline } from './readers/make-tracks.js';
import { type FrameSegments, readFrameSegments } from './readers/read-frame-segments.js';
import { readMediaFacts } from './readers/read-media-facts.js';
import { type PresenceSamples, readPresenceSamples } from './readers/read-presence-samples.js';
import { rejectLabel } from './readers/reject-label.js';
import type { ListOptions, Source, SourceContext, SourceVideo } from './source.js';

const USUAL_RATES = [25, 50];
const HOLD_MICROS = 1_000_000;
const PARENTS = ['', 'HeiChole', 'heichole', 'EndoVis2019', 'EndoVis2019/HeiChole'];
const MEDIA_FOLDERS = ['Videos/Full', 'Videos/Full/SD', 'Videos/Full/standard', 'Videos/Full/HD', 'Videos', 'videos', ''];
/** Folder of each label file, role by which it is known here, and part of its name. */
const TABLES = [
  { role: 'phase', part: 'Phase' },
  { role: 'tool', part: 'Instrument' },
  { role: 'action', part: 'Action' },
] as const;

const shared = {
  organ: 'gallbladder',
  access: 'registration with Synapse (syn18824884)',
  licence: 'CC BY-NC-SA 4.0',
  citation: 'Wagner et al., Comparative validation of machine learning algorithms for surgical workflow and skill analysis with the HeiChole benchmark, Medical Image Analysis 2023',
  redistributable: false,
  uploadAllowed: false,
  outOfBody: 'white',
  tracks: ['phase', 'tool', 'action', 'skill'],
  layout: [
    'Annotations/Phase/Hei-Chole1_Annotation_Phase.csv',
    'Annotations/Instrument/Hei-Chole1_Annotation_Instrument.csv (or …_Detailed.csv)',
    'Annotations/Action/Hei-Chole1_Annotation_Action.csv (or …_Detailed.csv)',
    'Annotations/Skill/Hei-Chole1_*.csv (with calot or dissection in the name: of the videos in Videos/Skill)',
    'Videos/Full/Hei-Chole1.mp4',
  ],
} satisfies Partial<SourceDescriptor>;

/** HeiChole: tables without header, one row a frame of the video, which runs at 25 or 50 frames a second. */
export const heiChole = makeSource({
  id: 'HeiChole',
  aliases: ['Hei-Chole'],
  title: 'HeiChole: laparoscopic cholecystectomy at three centres, phases, instruments, actions and ratings of skill',
  ...shared,
});

/** The challenge of 2019 was held on the HeiChole videos and has their files. */
export const endoVis2019 = makeSource({
  id: 'EndoVis2019',
  aliases: ['endovis19'],
  title: 'EndoVis 2019 surgical workflow and skill analysis: the HeiChole videos, phases, instruments, actions and ratings of skill',
  ...shared,
});

function makeSource(descriptor: SourceDescriptor): Source {
  return {
    descriptor,
    listVideos: (root, options) => listVideos(descriptor, root, options),
    readTimeline: (video, context) => readTimeline(descriptor, video, context),
    writeExample: async (dir, context) => (await import('./examples/write-heichole-example.js')).writeHeiCholeExample(dir, context),
  };
}

async function listVideos(descriptor: SourceDescriptor, root: string, { mediaRoot = root }: ListOptions = {}): Promise<SourceVideo[]> {
  const files = new Map<number, Record<string, string>>();
  for (const { role, part } of TABLES) {
    const folders = PARENTS.flatMap((parent) => [`Annotations/${part}`, 'Annotations', part, ''].map((folder) => joinPosix(parent, folder)));
    const pattern = new RegExp(`^hei-chole(\\d+)_annotation_${part}(?:_detailed)?\\.csv$`, 'i');
    const found = await findFolder(root, folders, (name) => pattern.test(name));
    // plain tables come last and take the place of detailed ones
    for (const name of (found?.names ?? []).sort((left, right) => right.length - left.length)) {
      const [, number] = pattern.exec(name) ?? [];
      if (!found || number === undefined) continue;
      files.set(Number(number), { ...files.get(Number(number)), [role]: joinPosix(found.folder, name) });
    }
  }
  const skillFiles = await findSkillFiles(root);
  for (const { number, part, path } of skillFiles) if (part === '') files.set(number, { ...files.get(number), skill: path });
  if (files.size === 0 && skillFiles.length === 0) throw rejectLayout(descriptor);
  const videos = await Promise.all([
    ...[...files].map(([number, ofVideo]) => describeVideo(descriptor.id, { number, part: '' }, { files: ofVideo, mediaRoot })),
    ...skillFiles.filter(({ part }) => part !== '').map(({ number, part, path }) => describeVideo(descriptor.id, { number, part }, { files: { skill: path }, mediaRoot })),
  ]);
  return videos.sort((left, right) => compareNumbered(left.videoId, right.videoId));
}

/** Ratings of whole operations and of two parts, which have videos of their own. */
async function findSkillFiles(root: string): Promise<{ number: number; part: string; path: string }[]> {
  const found = await findFolder(root, PARENTS.flatMap((parent) => ['Annotations/Skill', 'Skill'].map((folder) => joinPosix(parent, folder))));
  return (found?.names ?? []).sort().flatMap((name) => {
    const read = readSkillName(name);
    return found && read ? [{ ...read, path: joinPosix(found.folder, name) }] : [];
  });
}

async function describeVideo(dataset: string, { number, part }: { number: number; part: string }, { files, mediaRoot }: { files: Record<string, string>; mediaRoot: string }): Promise<SourceVideo> {
  const videoId = `Hei-Chole${number}${part}`;
  const folders = part === '' ? MEDIA_FOLDERS : ['Videos/Skill', 'Skill', ...MEDIA_FOLDERS];
  const candidates = PARENTS.flatMap((parent) =>
    folders.flatMap((folder) => [`${videoId}.mp4`, `${videoId.toLowerCase()}.mp4`].map((file) => ({ path: joinPosix(parent, folder, file), type: 'video' }) as const)),
  );
  const { path, isPresent } = await locateMedia(mediaRoot, [{ path: `Videos/${part === '' ? 'Full' : 'Skill'}/${videoId}.mp4`, type: 'video' }, ...candidates]);
  return { dataset, videoId, caseId: caseIdOf({ dataset, videoId }), mediaPath: path, mediaType: 'video', isMediaPresent: isPresent, files };
}

async function readTimeline(descriptor: SourceDescriptor, video: SourceVideo, context: SourceContext): Promise<Timeline> {
  const statedRate = findStatedRate(Number(/\d+/.exec(video.videoId)?.[0]));
  const facts = await readMediaFacts(video, context, statedRate ?? USUAL_RATES[0] as number);
  const notes: string[] = [];
  const tracks: Timeline['tracks'] = [];
  const sourceFiles: Timeline['sourceFiles'] = [];
  if (video.files['skill'] !== undefined) {
    const { track, sourceFile } = await readSkill(context.root, video.files['skill']);
    tracks.push(track);
    sourceFiles.push(sourceFile);
  }
  if (TABLES.every(({ role }) => video.files[role] === undefined)) return makeTimeline(video, descriptor, { facts, tracks, sourceFiles, notes });
  const { frameRate, notes: rateNotes } = chooseLabelRate({
    ...(await countFrames(video, context.root)),
    usualRates: USUAL_RATES,
    statedRate,
    mediaFrameRate: facts.media.frameRate,
    mediaEndMicros: facts.endMicros,
  });
  notes.push(...rateNotes);
  for (const { role } of TABLES) {
    const path = video.files[role];
    if (path === undefined) {
      notes.push(`there is no ${role} file; ${role} labels are unknown`);
      continue;
    }
    if (role === 'phase') {
      const { segments, sha256, gapCount } = await readPhases(context.root, path, frameRate);
      tracks.push(makeStateTrack({ signal: role, vocabulary: HEICHOLE_PHASES, segments, facts }));
      sourceFiles.push({ path, sha256 });
      if (gapCount > 0) notes.push(`phase rows leap over frames in ${gapCount} place(s); the time between is unlabelled`);
    } else {
      const { vocabulary, samples, sha256, gapCount } = await readPresence(context.root, path, { role, frameRate });
      tracks.push(makePresenceTrack({ signal: role, vocabulary, holdMicros: HOLD_MICROS, samples, facts, notes }));
      sourceFiles.push({ path, sha256 });
      if (gapCount > 0) notes.push(`${role} rows are missing in ${gapCount} place(s); labels there are unknown, not absent`);
    }
  }
  return makeTimeline(video, descriptor, { facts, tracks, sourceFiles, notes });
}

/** Frames covered by the first label file there is; a rate of 1 makes its microseconds count frames. */
async function countFrames({ files }: SourceVideo, root: string): Promise<{ path: string; frameCount: number }> {
  const [role, path] = Object.entries(files).find(([name]) => name !== 'skill') as [string, string];
  if (role === 'phase') return { path, frameCount: (await readPhases(root, path, 1)).lastFrame + 1 };
  return { path, frameCount: (await readPresence(root, path, { role: role as 'tool' | 'action', frameRate: 1 })).endMicros / 1_000_000 };
}

function readPhases(root: string, path: string, frameRate: number): Promise<FrameSegments> {
  const labelOfCell = new Map(HEICHOLE_PHASES.map((label, id) => [String(id), label]));
  return readFrameSegments({ root, path, header: ['frame', 'phase'], hasHeader: false, vocabulary: HEICHOLE_PHASES, labelOfCell, frameRate, separator: ',' });
}

async function readPresence(
  root: string,
  path: string,
  { role, frameRate }: { role: 'tool' | 'action'; frameRate: number },
): Promise<PresenceSamples & { vocabulary: string[] }> {
  const layouts = role === 'action' ? [HEICHOLE_ACTIONS, HEICHOLE_DETAILED_ACTIONS] : [HEICHOLE_INSTRUMENTS, HEICHOLE_DETAILED_INSTRUMENTS];
  const cellCount = await countCells(root, path);
  const columns = layouts.find(({ length }) => length + 1 === cellCount);
  if (!columns) {
    throw rejectLabel({ path, at: 'line 1', found: `${cellCount} cells`, expected: `a frame number and ${layouts.map(({ length }) => length).join(' or ')} cells of 0 or 1` });
  }
  const vocabulary = columns.filter((name) => name !== null);
  const request = { root, path, keyColumn: 'frame', vocabulary, columns, frameRate, keyStep: 1, holdMicros: HOLD_MICROS, separator: ',' } as const;
  return { ...(await readPresenceSamples(request)), vocabulary };
}
