import type { SourceDescriptor, Timeline } from '@medstream/schema';

import { parseTriplet } from './cholect50-labels.js';
import { caseIdOf } from './known-overlaps.js';
import { compareNumbered, findFolder, joinPosix, locateMedia, rejectLayout } from './readers/locate-files.js';
import { makePresenceTrack, makeTimeline } from './readers/make-tracks.js';
import { type MediaFacts, readMediaFacts } from './readers/read-media-facts.js';
import { isIdList, readIdLists } from './readers/read-id-lists.js';
import { type PresenceSamples, readPresenceSamples } from './readers/read-presence-samples.js';
import { readTextRows } from './readers/read-text-rows.js';
import { quoteCell, rejectLabel } from './readers/reject-label.js';
import type { ListOptions, Source, SourceContext, SourceVideo } from './source.js';

const DATASET = 'CholecT45';
const FRAME_RATE = 1;
const SECOND_MICROS = 1_000_000;
const PARENTS = ['', DATASET, 'cholect45'];
const INSTRUMENTS = ['grasper', 'bipolar', 'hook', 'scissors', 'clipper', 'irrigator'];
const VERBS = ['grasp', 'retract', 'dissect', 'coagulate', 'clip', 'cut', 'aspirate', 'irrigate', 'pack'];
/** One table each; the last verb column, null_verb, marks an instrument of which no action is named and is no label. */
const TABLES = [
  { folder: 'instrument', signal: 'tool', vocabulary: INSTRUMENTS, columns: INSTRUMENTS },
  { folder: 'verb', signal: 'verb', vocabulary: VERBS, columns: [...VERBS, 'null_verb'] },
] as const;

const descriptor: SourceDescriptor = {
  id: DATASET,
  aliases: ['cholect45'],
  title: 'CholecT45: laparoscopic cholecystectomy at one frame a second, instruments, verbs and triplets',
  organ: 'gallbladder',
  access: 'request form of the provider (CAMMA, University of Strasbourg)',
  licence: 'CC BY-NC-SA 4.0',
  citation: 'Nwoye et al., Rendezvous: attention mechanisms for the recognition of surgical action triplets in endoscopic videos, Medical Image Analysis 2022',
  redistributable: false,
  uploadAllowed: false,
  outOfBody: 'black',
  tracks: ['tool', 'verb', 'triplet'],
  layout: ['instrument/VID01.txt', 'verb/VID01.txt', 'triplet/VID01.txt with dict/triplet.txt', 'data/VID01/000000.png'],
};

/** CholecT45: tables without header, one row a picture (one a second), one column a label (older copies: a list of ids). The media are folders of pictures named by second. */
export const cholecT45: Source = { descriptor, listVideos, readTimeline, writeExample: async (dir) => (await import('./examples/write-cholect45-example.js')).writeCholecT45Example(dir) };

async function listVideos(root: string, { mediaRoot = root }: ListOptions = {}): Promise<SourceVideo[]> {
  const files = new Map<string, Record<string, string>>();
  for (const { folder, signal } of TABLES) {
    const found = await findFolder(root, PARENTS.map((parent) => joinPosix(parent, folder)));
    for (const name of found?.names ?? []) {
      const videoId = /^(VID\d+)\.txt$/.exec(name)?.[1];
      if (found && videoId) files.set(videoId, { ...files.get(videoId), [signal]: joinPosix(found.folder, name) });
    }
  }
  for (const [videoId, more] of await findTripletFiles(root)) files.set(videoId, { ...files.get(videoId), ...more });
  if (files.size === 0) throw rejectLayout(descriptor);
  const videoIds = [...files.keys()].sort(compareNumbered);
  return Promise.all(videoIds.map((videoId) => describeVideo(videoId, files.get(videoId) ?? {}, mediaRoot)));
}

/** What each column of the triplet tables stands for, and the tables. */
async function findTripletFiles(root: string): Promise<Map<string, Record<string, string>>> {
  const files = new Map<string, Record<string, string>>();
  const names = await findFolder(root, PARENTS.map((parent) => joinPosix(parent, 'dict')), (name) => name === 'triplet.txt');
  const found = await findFolder(root, PARENTS.map((parent) => joinPosix(parent, 'triplet')));
  for (const name of found?.names ?? []) {
    const videoId = /^(VID\d+)\.txt$/.exec(name)?.[1];
    if (!found || !videoId) continue;
    files.set(videoId, { triplet: joinPosix(found.folder, name), ...(names ? { triplet_names: joinPosix(names.folder, 'triplet.txt') } : {}) });
  }
  return files;
}

async function describeVideo(videoId: string, files: Record<string, string>, mediaRoot: string): Promise<SourceVideo> {
  const folders = PARENTS.flatMap((parent) => ['data', 'rgb', 'videos'].map((folder) => joinPosix(parent, folder, videoId)));
  const { path, isPresent } = await locateMedia(mediaRoot, [
    { path: `data/${videoId}`, type: 'image_sequence' },
    ...folders.map((folder) => ({ path: folder, type: 'image_sequence' }) as const),
    { path: videoId, type: 'image_sequence' },
  ]);
  const caseId = caseIdOf({ dataset: DATASET, videoId });
  return { dataset: DATASET, videoId, caseId, mediaPath: path, mediaType: 'image_sequence', isMediaPresent: isPresent, files };
}

async function readTimeline(video: SourceVideo, context: SourceContext): Promise<Timeline> {
  const facts = await readMediaFacts(video, context, FRAME_RATE);
  const notes: string[] = [];
  const tracks: Timeline['tracks'] = [];
  const sourceFiles: Timeline['sourceFiles'] = [];
  for (const { folder, signal, vocabulary, columns } of TABLES) {
    const path = video.files[signal];
    if (path === undefined) {
      notes.push(`there is no ${folder} file; ${signal} labels are unknown`);
      continue;
    }
    const { samples, gapCount, sha256 } = await readTable({ root: context.root, path, vocabulary, columns });
    const unknownCount = samples.filter(({ labels }) => labels === null).length;
    if (gapCount > 0) notes.push(`${folder} rows are missing in ${gapCount} place(s); labels there are unknown, not absent`);
    if (unknownCount > 0) notes.push(`${unknownCount} ${folder} row(s) hold -1; there the labels are unknown`);
    tracks.push(makePresenceTrack({ signal, vocabulary, holdMicros: SECOND_MICROS, samples, facts, notes }));
    sourceFiles.push({ path, sha256 });
  }
  await addTriplets(video, { context, facts, notes, tracks, sourceFiles });
  return makeTimeline(video, descriptor, { facts, tracks, sourceFiles, notes });
}

/** One column a label, or as older copies have it a list of ids. */
async function readTable({ columns, ...table }: { root: string; path: string; vocabulary: readonly string[]; columns: readonly string[] }): Promise<PresenceSamples> {
  if (await isIdList(table.root, table.path)) return readIdLists({ ...table, names: columns, frameRate: FRAME_RATE });
  // some copies mark with -1 that nothing is known of a frame
  return readPresenceSamples({ ...table, columns, keyColumn: 'frame', unknownCell: '-1', frameRate: FRAME_RATE, keyStep: 1, separator: ',' });
}

type Parts = { context: SourceContext; facts: MediaFacts; notes: string[] } & Pick<Timeline, 'tracks' | 'sourceFiles'>;

/** One column a triplet, in the order of the table of names; without that table the columns mean nothing. */
async function addTriplets(video: SourceVideo, { context: { root }, facts, notes, tracks, sourceFiles }: Parts): Promise<void> {
  const { triplet: path, triplet_names: namesPath } = video.files;
  if (path === undefined) return;
  if (namesPath === undefined) {
    notes.push('there is no dict/triplet.txt; what the columns of the triplet file stand for is unknown');
    return;
  }
  const { names, sha256: namesHash } = await readTripletNames(root, namesPath);
  const { samples, sha256 } = await readTable({ root, path, vocabulary: names, columns: names });
  const presence = makePresenceTrack({ signal: 'triplet', vocabulary: names, holdMicros: SECOND_MICROS, samples, facts, notes });
  tracks.push({
    ...presence,
    kind: 'triplet',
    samples: presence.samples.map(({ atMicros, labels }) => ({ atMicros, triplets: labels?.map((name) => parseTriplet(name, namesPath)) ?? null })),
  });
  sourceFiles.push({ path, sha256 }, { path: namesPath, sha256: namesHash });
}

/** `id:instrument,verb,target`, ids 0, 1, 2, … in order. */
async function readTripletNames(root: string, path: string): Promise<{ names: string[]; sha256: string }> {
  const names: string[] = [];
  const onRow = (cells: string[], line: number): void => {
    const row = cells.join(' ');
    const [, id, name] = /^(\d+):(\S+)$/.exec(row) ?? [];
    if (name === undefined || Number(id) !== names.length) throw rejectLabel({ path, at: `line ${line}`, found: quoteCell(row), expected: `"${names.length}:instrument,verb,target"` });
    parseTriplet(name, path);
    names.push(name);
  };
  const { sha256 } = await readTextRows({ root, path, onRow });
  return { names, sha256 };
}
