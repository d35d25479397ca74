import { EngineError, type Segment, type SourceDescriptor, type Timeline } from '@medstream/schema';

import { CHOLECT50_FRAME, type CholecT50Labels, cholecT50LabelsSchema, type LabelledSecond, listCategory, listLabelledSeconds, listTriplets } from './cholect50-labels.js';
import { caseIdOf } from './known-overlaps.js';
import { compareNumbered, findFolder, joinPosix, locateMedia } from './readers/locate-files.js';
import { clipSpans, mergeSegments } from './readers/merge-segments.js';
import { makeBoxTrack } from './readers/make-tracks.js';
import { readJsonLabels } from './readers/read-json-labels.js';
import { type MediaFacts, readMediaFacts } from './readers/read-media-facts.js';
import { rejectLabel } from './readers/reject-label.js';
import type { ListOptions, Source, SourceContext, SourceVideo } from './source.js';

const DATASET = 'CholecT50';
const FRAME_RATE = 1;
const SECOND_MICROS = 1_000_000;

const descriptor: SourceDescriptor = {
  id: DATASET,
  aliases: ['cholect50'],
  title: 'CholecT50: laparoscopic cholecystectomy at one frame a second, phases, instruments and triplets of instrument, verb and target',
  organ: 'gallbladder',
  access: 'request form of the provider (CAMMA, University of Strasbourg)',
  licence: 'CC BY-NC-SA 4.0',
  citation: 'Nwoye et al., Rendezvous: attention mechanisms for the recognition of surgical action triplets in endoscopic videos, Medical Image Analysis 2022',
  redistributable: false,
  uploadAllowed: false,
  // by analogy: the provider states it of CholecT45, which has 45 of the 50 procedures
  outOfBody: 'black',
  tracks: ['phase', 'tool', 'triplet', 'tool_tip'],
  layout: ['labels/VID01.json', 'videos/VID01/000000.png (or videos/VID01.mp4)'],
};

/**
 * CholecT50: JSON labels for frames taken once a second, scattered seconds in the challenge files. The media are folders
 * of pictures named by second, so their frame index is the time in seconds; a video file of the same procedure is taken
 * where there is no folder.
 */
export const cholecT50: Source = { descriptor, listVideos, readTimeline, writeExample: async (dir) => (await import('./examples/write-cholect50-example.js')).writeCholecT50Example(dir) };

async function listVideos(root: string, { mediaRoot = root }: ListOptions = {}): Promise<SourceVideo[]> {
  const found = await findFolder(root, ['labels', 'CholecT50/labels', 'cholect50-challenge-val/labels']);
  const names = (found?.names ?? []).filter((name) => /^VID\d+\.json$/.test(name));
  if (!found || names.length === 0) {
    throw new EngineError('source/bad-layout', `no label file of ${DATASET} was found below the root`, {
      hint: `the root must hold ${descriptor.layout.join(', ')}`,
    });
  }
  const videoIds = names.map((name) => name.replace('.json', '')).sort(compareNumbered);
  return Promise.all(videoIds.map((videoId) => describeVideo(videoId, joinPosix(found.folder, `${videoId}.json`), mediaRoot)));
}

async function describeVideo(videoId: string, labels: string, mediaRoot: string): Promise<SourceVideo> {
  const folders = ['data', 'rgb', 'CholecT50/videos', 'cholect50-challenge-val/videos'];
  const { path, type, isPresent } = await locateMedia(mediaRoot, [
    { path: `videos/${videoId}`, type: 'image_sequence' },
    ...folders.map((folder) => ({ path: `${folder}/${videoId}`, type: 'image_sequence' }) as const),
    { path: videoId, type: 'image_sequence' },
    ...['videos', ...folders].map((folder) => ({ path: `${folder}/${videoId}.mp4`, type: 'video' }) as const),
    { path: `${videoId}.mp4`, type: 'video' },
  ]);
  const caseId = caseIdOf({ dataset: DATASET, videoId });
  return { dataset: DATASET, videoId, caseId, mediaPath: path, mediaType: type, isMediaPresent: isPresent, files: { labels } };
}

async function readTimeline(video: SourceVideo, context: SourceContext): Promise<Timeline> {
  const path = video.files['labels'] as string;
  const { value: labels, sha256 } = await readJsonLabels({ root: context.root, path, schema: cholecT50LabelsSchema });
  assertSameVideo(labels, video, path);
  const facts = await readMediaFacts(video, context, FRAME_RATE);
  const { media, endMicros } = facts;
  const all = listLabelledSeconds(labels, path);
  const seconds = all.filter(({ second }) => media.lastFrameMicros === null || second * SECOND_MICROS <= media.lastFrameMicros);
  const notes: string[] = [];
  if (seconds.length < all.length) notes.push(`${all.length - seconds.length} labelled second(s) lie after the last picture and are left out`);
  if (labels.num_frames !== undefined && labels.num_frames !== all.length) {
    notes.push(`the file states ${labels.num_frames} frames and labels ${all.length}`);
  }
  const unclear = seconds.filter(({ instruments }) => instruments === null).length;
  if (unclear > 0) notes.push(`${unclear} labelled second(s) do not say which instruments are visible; there they are unknown`);
  return {
    schemaVersion: 1,
    dataset: DATASET,
    videoId: video.videoId,
    caseId: video.caseId,
    organ: descriptor.organ,
    media,
    tracks: [
      {
        kind: 'interval',
        role: 'state',
        signal: 'phase',
        vocabulary: listCategory(labels, 'phase', path),
        labelSource: 'original_annotation',
        segments: clipSpans(mergeSegments(seconds.flatMap(toSegment)), endMicros),
        instantsMicros: seconds.filter(({ phase }) => phase !== null).map(({ second }) => second * SECOND_MICROS),
        known: null,
      },
      {
        kind: 'presence',
        signal: 'tool',
        vocabulary: listCategory(labels, 'instrument', path),
        labelSource: 'original_annotation',
        holdMicros: SECOND_MICROS,
        samples: seconds.map(({ second, instruments }) => ({ atMicros: second * SECOND_MICROS, labels: instruments })),
      },
      ...makeTripletTracks(listTriplets(labels), seconds),
      ...makeTipTracks(listCategory(labels, 'instrument', path), seconds, { facts, notes }),
    ],
    sourceFiles: [{ path, sha256 }],
    notes,
  };
}

/** None where the file does not name its triplets. */
function makeTripletTracks(vocabulary: string[], seconds: readonly LabelledSecond[]): Timeline['tracks'] {
  if (vocabulary.length === 0) return [];
  const samples = seconds.map(({ second, triplets }) => ({ atMicros: second * SECOND_MICROS, triplets }));
  return [{ kind: 'triplet', signal: 'triplet', vocabulary, labelSource: 'original_annotation', holdMicros: SECOND_MICROS, samples }];
}

/** Where the tips of instruments are; none in the full release, which draws no boxes. */
function makeTipTracks(vocabulary: string[], seconds: readonly LabelledSecond[], { facts, notes }: { facts: MediaFacts; notes: string[] }): Timeline['tracks'] {
  if (!seconds.some(({ tips }) => tips !== null && tips.length > 0)) return [];
  const samples = seconds.map(({ second, tips }) => ({ atMicros: second * SECOND_MICROS, regions: tips }));
  return [makeBoxTrack({ signal: 'tool_tip', vocabulary, holdMicros: SECOND_MICROS, samples, frame: CHOLECT50_FRAME, facts, notes })];
}

/** A labelled second holds for itself; only neighbouring seconds join. */
function toSegment({ second, phase }: LabelledSecond): Segment[] {
  return phase === null ? [] : [{ startMicros: second * SECOND_MICROS, endMicros: (second + 1) * SECOND_MICROS, label: phase }];
}

function assertSameVideo(labels: CholecT50Labels, video: SourceVideo, path: string): void {
  const stated = labels.video;
  if (stated !== undefined && numberOf(String(stated)) !== numberOf(video.videoId)) {
    throw rejectLabel({ path, at: 'video', found: JSON.stringify(stated), expected: `the number of ${video.videoId}` });
  }
  if (labels.fps !== undefined && labels.fps !== FRAME_RATE) {
    throw new EngineError('source/time-base-mismatch', `${path} counts ${labels.fps} frames a second, not one`, {
      hint: 'use the label files of the data set, which count seconds',
      details: { path, fps: labels.fps },
    });
  }
}

/** The number at the end of `VID73` or `73`; null when there is none. */
function numberOf(name: string): number | null {
  const digits = /\d+$/.exec(name)?.[0];
  return digits === undefined ? null : Number(digits);
}
