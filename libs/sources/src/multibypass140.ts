import type { IntervalTrack, Segment, SourceDescriptor, Timeline } from '@medstream/schema';

import {
  assertEntriesMatch,
  FIRST_OVERLAY_ID,
  listStateEntries,
  type MultiBypassEntry,
  type MultiBypassLabels,
  multiBypassLabelsSchema,
  NULL_STEP_ID,
  OUT_OF_BODY_ID,
  SEVERE_INDEX_ID,
} from './multibypass140-labels.js';
import { MULTIBYPASS_PHASES, MULTIBYPASS_STEPS } from './multibypass140-names.js';
import { caseIdOf, type NamedVideo } from './known-overlaps.js';
import { compareNumbered, findFolder, joinPosix, locateMedia, rejectLayout } from './readers/locate-files.js';
import { makeTimeline } from './readers/make-tracks.js';
import { clipSpans, mergeSegments, mergeSpans, paintSegments } from './readers/merge-segments.js';
import { readJsonLabels } from './readers/read-json-labels.js';
import { readMediaFacts } from './readers/read-media-facts.js';
import { readNameTable } from './readers/read-name-table.js';
import type { ListOptions, Source, SourceContext, SourceVideo } from './source.js';

const VIDEO_FRAME_RATE = 25;

interface Centre {
  /** Folders of label, media and the beginning of video ids. */
  labels: string;
  media: string;
  prefix: string;
}
const BERN: Centre = { labels: 'bern', media: 'BernBypass70', prefix: 'BBP' };
const STRASBOURG: Centre = { labels: 'strasbourg', media: 'StrasBypass70', prefix: 'SBP' };

const shared = {
  organ: 'stomach',
  access: 'videos by download from the provider (CAMMA, University of Strasbourg), under its terms',
  licence: 'CC BY-NC-SA 4.0',
  citation: 'Lavanchy et al., Challenges in multi-centric generalization: phase and step recognition in Roux-en-Y gastric bypass surgery, IJCARS 2024',
  redistributable: false,
  uploadAllowed: false,
  tracks: ['phase', 'step', 'view', 'event'],
} satisfies Partial<SourceDescriptor>;

/** MultiBypass140 (its Bern half is BernBypass70): millisecond intervals in JSON, two centres. */
export const multiBypass140 = makeSource(
  {
    id: 'MultiBypass140',
    aliases: ['multibypass140'],
    title: 'MultiBypass140: laparoscopic gastric bypass at two centres, phases and steps',
    ...shared,
    layout: [
      'labels/{bern,strasbourg}/labels_by70/BBP01.mp4.json',
      'tables/{phase,step}.csv (optional)',
      'datasets/MultiBypass140/{BernBypass70,StrasBypass70}/videos/BBP01.mp4',
    ],
  },
  { centres: [BERN, STRASBOURG], writeExample: async (dir, context) => (await import('./examples/write-multibypass140-example.js')).writeMultiBypass140Example(dir, context) },
);

/** The Bern half by itself: the same files, videos and cases. */
export const bernBypass70 = makeSource(
  {
    id: 'BernBypass70',
    aliases: ['bernbypass70'],
    title: 'BernBypass70: laparoscopic gastric bypass at Bern (half of MultiBypass140), phases and steps',
    ...shared,
    layout: ['labels/bern/labels_by70/BBP01.mp4.json', 'tables/{phase,step}.csv (optional)', 'datasets/MultiBypass140/BernBypass70/videos/BBP01.mp4'],
  },
  { centres: [BERN], writeExample: async (dir, context) => (await import('./examples/write-multibypass140-example.js')).writeBernBypass70Example(dir, context) },
);

function makeSource(descriptor: SourceDescriptor, { centres, writeExample }: { centres: readonly Centre[]; writeExample: Source['writeExample'] }): Source {
  return {
    descriptor,
    listVideos: (root, options) => listVideos(descriptor, { ...options, root, centres }),
    readTimeline: (video, context) => readTimeline(descriptor, video, context),
    writeExample,
  };
}

interface CentreFolders extends ListOptions {
  root: string;
  centres: readonly Centre[];
}

async function listVideos(descriptor: SourceDescriptor, { root, mediaRoot = root, centres }: CentreFolders): Promise<SourceVideo[]> {
  const videos: SourceVideo[] = [];
  const tables = await findTables(root);
  for (const centre of centres) {
    const parents = ['labels/', '', 'MultiBypass140/labels/', `${centre.media}/labels/`];
    const found = await findFolder(root, [...parents.map((parent) => `${parent}${centre.labels}/labels_by70`), `${centre.media}/labels_by70`]);
    for (const name of found?.names ?? []) {
      const videoId = new RegExp(`^(${centre.prefix}\\d+)(\\.mp4)?\\.json$`).exec(name)?.[1];
      if (!found || !videoId) continue;
      const files = { labels: joinPosix(found.folder, name), ...tables };
      videos.push(await describeVideo({ dataset: descriptor.id, videoId }, files, { mediaRoot, mediaFolder: centre.media }));
    }
  }
  if (videos.length > 0) return videos.sort((left, right) => compareNumbered(left.videoId, right.videoId));
  throw rejectLayout(descriptor);
}

/** The name tables of the copy, by role; none where there are none. */
async function findTables(root: string): Promise<Record<string, string>> {
  const found = await findFolder(root, ['tables', 'MultiBypass140/tables', 'BernBypass70/tables']);
  const present = (['phase', 'step'] as const).filter((role) => found?.names.includes(`${role}.csv`));
  return Object.fromEntries(present.map((role) => [`${role}Table`, `${found?.folder}/${role}.csv`]));
}

async function describeVideo(named: NamedVideo, files: Record<string, string>, media: { mediaRoot: string; mediaFolder: string }): Promise<SourceVideo> {
  const { videoId } = named;
  const atCentre = `${media.mediaFolder}/videos/${videoId}.mp4`;
  const { path, isPresent } = await locateMedia(media.mediaRoot, [
    { path: `datasets/MultiBypass140/${atCentre}`, type: 'video' },
    { path: `MultiBypass140/${atCentre}`, type: 'video' },
    { path: atCentre, type: 'video' },
    { path: `${media.mediaFolder}/${videoId}.mp4`, type: 'video' },
    { path: `videos/${videoId}.mp4`, type: 'video' },
    { path: `${videoId}.mp4`, type: 'video' },
  ]);
  return { ...named, caseId: caseIdOf(named), mediaPath: path, mediaType: 'video', isMediaPresent: isPresent, files };
}

async function readTimeline(descriptor: SourceDescriptor, video: SourceVideo, context: SourceContext): Promise<Timeline> {
  const path = video.files['labels'] as string;
  const { value: labels, sha256 } = await readJsonLabels({ root: context.root, path, schema: multiBypassLabelsSchema });
  const sourceFiles = [{ path, sha256 }];
  const readNames = async (table: string | undefined, builtIn: readonly string[]): Promise<readonly string[]> => {
    if (table === undefined) return builtIn;
    const { names, sha256: tableSha256 } = await readNameTable(context.root, table);
    sourceFiles.push({ path: table, sha256: tableSha256 });
    return names;
  };
  const phases = await readNames(video.files['phaseTable'], MULTIBYPASS_PHASES);
  const steps = await readNames(video.files['stepTable'], MULTIBYPASS_STEPS);
  assertEntriesMatch(labels.phases, { path, list: 'phases', names: phases });
  assertEntriesMatch(labels.steps, { path, list: 'steps', names: steps });
  const facts = await readMediaFacts(video, context, VIDEO_FRAME_RATE);
  const { endMicros } = facts;
  const notes: string[] = [];
  const emptyCount = [...labels.phases, ...labels.steps].filter(({ start, end }) => start === end).length;
  if (emptyCount > 0) notes.push(`${emptyCount} entries last 0 ms and are left out`);
  const tracks = [
    makeStateTrack('phase', phases.slice(0, FIRST_OVERLAY_ID), listStateEntries(labels, 'phase'), { endMicros, notes }),
    makeStateTrack('step', steps.slice(NULL_STEP_ID + 1), listStateEntries(labels, 'step'), { endMicros, notes }),
    makeOverlayTrack(labels, { id: OUT_OF_BODY_ID, name: phases[OUT_OF_BODY_ID] ?? MULTIBYPASS_PHASES[OUT_OF_BODY_ID], role: 'blind', signal: 'view' }, { endMicros, notes }),
    makeOverlayTrack(labels, { id: SEVERE_INDEX_ID, name: phases[SEVERE_INDEX_ID] ?? MULTIBYPASS_PHASES[SEVERE_INDEX_ID], role: 'event', signal: 'event' }, { endMicros, notes }),
  ];
  const lastEntryMicros = Math.max(0, ...[...labels.phases, ...labels.steps].map(({ end }) => end * 1000));
  if (endMicros !== null && lastEntryMicros > endMicros) {
    notes.push(`labels reach ${lastEntryMicros / 1e6} s but the media end at ${endMicros / 1e6} s; what lies beyond is left out`);
  }
  return makeTimeline(video, descriptor, { facts, tracks, sourceFiles, notes });
}

interface TrackLimits {
  endMicros: number | null;
  notes: string[];
}

function makeStateTrack(signal: 'phase' | 'step', vocabulary: string[], entries: MultiBypassEntry[], { endMicros, notes }: TrackLimits): IntervalTrack {
  const { segments, hasOverlap } = paintSegments(entries.map(toSegment));
  const nullLabel = signal === 'step' ? entries.find(({ label_id }) => label_id === NULL_STEP_ID)?.label_name : undefined;
  if (hasOverlap) notes.push(`${signal} entries overlap; the later entry of the list holds, as in the data set's one-second tables`);
  if (nullLabel !== undefined) notes.push(`${nullLabel} says that no step is named; its time counts as unlabelled`);
  return {
    kind: 'interval',
    role: 'state',
    signal,
    vocabulary,
    labelSource: 'original_annotation',
    segments: clipSpans(segments.filter(({ label }) => label !== nullLabel), endMicros),
    instantsMicros: null,
    known: null,
  };
}

/**
 * Absence of an overlay is known only in a video where the annotators marked that overlay at all: one centre never marked
 * severe_index and marked out_of_body in under half of its videos. There it is known while a phase or overlay is named.
 */
function makeOverlayTrack(
  labels: MultiBypassLabels,
  { id, name, role, signal }: { id: number; name: string; role: 'blind' | 'event'; signal: string },
  { endMicros, notes }: TrackLimits,
): IntervalTrack {
  const marked = labels.phases.filter(({ label_id }) => label_id === id).map(toSegment);
  const known = marked.length === 0 ? [] : mergeSpans(labels.phases.map(toSegment));
  if (marked.length === 0) notes.push(`${name} is marked nowhere in this video; whether it was looked for is unknown`);
  return {
    kind: 'interval',
    role,
    signal,
    vocabulary: [name],
    labelSource: 'original_annotation',
    segments: clipSpans(mergeSegments(marked), endMicros),
    instantsMicros: null,
    known: clipSpans(known, endMicros),
  };
}

function toSegment({ start, end, label_name }: MultiBypassEntry): Segment {
  return { startMicros: start * 1000, endMicros: end * 1000, label: label_name };
}
