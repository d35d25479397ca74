import type { SourceDescriptor, Timeline } from '@medstream/schema';

import { writeCholecT45Example } from './examples/write-cholect45-example.js';
import { caseIdOf } from './known-overlaps.js';
import { compareNumbered, findFolder, joinPosix, locateMedia, rejectLayout } from './readers/locate-files.js';
import { makePresenceTrack, makeTimeline } from './readers/make-tracks.js';
import { readMediaFacts } from './readers/read-media-facts.js';
import { readPresenceSamples } from './readers/read-presence-samples.js';
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
  title: 'CholecT45: laparoscopic cholecystectomy at one frame a second, instruments and verbs',
  organ: 'gallbladder',
  access: 'request form of the provider (CAMMA, University of Strasbourg)',
  licence: 'CC BY-NC-SA 4.0',
  citation: 'Nwoye et al., Rendezvous: attention mechanisms for the recognition of surgical action triplets in endoscopic videos, Medical Image Analysis 2022',
  redistributable: false,
  uploadAllowed: false,
  tracks: ['tool', 'verb'],
  layout: ['instrument/VID01.txt', 'verb/VID01.txt', 'data/VID01/000000.png'],
};

/** CholecT45: tables without header, one row a picture (one a second), one column a label. The media are folders of pictures named by second. */
export const cholecT45: Source = { descriptor, listVideos, readTimeline, writeExample: writeCholecT45Example };

async function listVideos(root: string, { mediaRoot = root }: ListOptions = {}): Promise<SourceVideo[]> {
  const files = new Map<string, Record<string, string>>();
  for (const { folder, signal } of TABLES) {
    const found = await findFolder(root, PARENTS.map((parent) => joinPosix(parent, folder)));
    for (const name of found?.names ?? []) {
      const videoId = /^(VID\d+)\.txt$/.exec(name)?.[1];
      if (found && videoId) files.set(videoId, { ...files.get(videoId), [signal]: joinPosix(found.folder, name) });
    }
  }
  if (files.size === 0) throw rejectLayout(descriptor);
  const videoIds = [...files.keys()].sort(compareNumbered);
  return Promise.all(videoIds.map((videoId) => describeVideo(videoId, files.get(videoId) ?? {}, mediaRoot)));
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
    const { samples, gapCount, sha256 } = await readPresenceSamples({
      root: context.root,
      path,
      keyColumn: 'frame',
      vocabulary,
      columns,
      // older copies mark with -1 that nothing is known of a frame
      unknownCell: '-1',
      frameRate: FRAME_RATE,
      keyStep: 1,
      separator: ',',
    });
    const unknownCount = samples.filter(({ labels }) => labels === null).length;
    if (gapCount > 0) notes.push(`${folder} rows are missing in ${gapCount} place(s); labels there are unknown, not absent`);
    if (unknownCount > 0) notes.push(`${unknownCount} ${folder} row(s) hold -1; there the labels are unknown`);
    tracks.push(makePresenceTrack({ signal, vocabulary, holdMicros: SECOND_MICROS, samples, facts, notes }));
    sourceFiles.push({ path, sha256 });
  }
  return makeTimeline(video, descriptor, { facts, tracks, sourceFiles, notes });
}
