import type { IntervalTrack, Segment, SourceDescriptor, Timeline } from '@medstream/schema';

import { caseIdOf } from './known-overlaps.js';
import { type PitVisSecond, readPitVisSeconds } from './pitvis-labels.js';
import { PITVIS_INSTRUMENTS, PITVIS_STEPS } from './pitvis-names.js';
import { checkTimeBase } from './readers/check-time-base.js';
import { compareNumbered, findFolder, joinPosix, locateMedia, rejectLayout } from './readers/locate-files.js';
import { makePresenceTrack, makeStateTrack, makeTimeline } from './readers/make-tracks.js';
import { clipSpans, mergeSegments, mergeSpans } from './readers/merge-segments.js';
import { readMediaFacts } from './readers/read-media-facts.js';
import type { ListOptions, Source, SourceContext, SourceVideo } from './source.js';

const DATASET = 'PitVis';
/** Videos run at 24 frames a second (one at 25); labels have one row a second. */
const VIDEO_FRAME_RATE = 24;
const SECOND_MICROS = 1_000_000;
const OUTSIDE = 'out_of_patient';
const FOLDERS = ['', DATASET, 'pitvis', 'annotations', `${DATASET}/annotations`];
const LABEL_FILE = /^annotations_(\d+)\.csv$/;

const descriptor: SourceDescriptor = {
  id: DATASET,
  aliases: ['PitVis-2023'],
  title: 'PitVis-2023: 25 endoscopic pituitary operations, steps and instruments',
  organ: 'pituitary gland',
  access: 'download from the UCL Research Data Repository (doi 10.5522/04/26531686), under its terms',
  licence: 'CC BY-NC-ND 4.0',
  citation: 'Das et al., PitVis-2023 challenge: workflow recognition in videos of endoscopic pituitary surgery, Medical Image Analysis 2025',
  redistributable: false,
  uploadAllowed: false,
  tracks: ['step', 'tool', 'view'],
  layout: ['annotations_01.csv', 'video_01.mp4'],
};

/** PitVis: one row a second with a step and up to two instruments. The release has no annotations_19.csv; video 19 is then not listed. */
export const pitVis: Source = { descriptor, listVideos, readTimeline, writeExample: async (dir, context) => (await import('./examples/write-pitvis-example.js')).writePitVisExample(dir, context) };

async function listVideos(root: string, { mediaRoot = root }: ListOptions = {}): Promise<SourceVideo[]> {
  const found = await findFolder(root, FOLDERS, (name) => LABEL_FILE.test(name));
  const numbers = (found?.names ?? []).flatMap((name) => LABEL_FILE.exec(name)?.[1] ?? []).sort(compareNumbered);
  if (!found || numbers.length === 0) throw rejectLayout(descriptor);
  return Promise.all(numbers.map((number) => describeVideo(number, joinPosix(found.folder, `annotations_${number}.csv`), mediaRoot)));
}

async function describeVideo(number: string, labels: string, mediaRoot: string): Promise<SourceVideo> {
  const videoId = `video_${number}`;
  const { path, isPresent } = await locateMedia(mediaRoot, [
    { path: `${videoId}.mp4`, type: 'video' },
    ...[DATASET, 'pitvis', 'videos', `${DATASET}/videos`].map((folder) => ({ path: `${folder}/${videoId}.mp4`, type: 'video' }) as const),
  ]);
  const caseId = caseIdOf({ dataset: DATASET, videoId });
  return { dataset: DATASET, videoId, caseId, mediaPath: path, mediaType: 'video', isMediaPresent: isPresent, files: { labels } };
}

async function readTimeline(video: SourceVideo, context: SourceContext): Promise<Timeline> {
  const path = video.files['labels'] as string;
  const facts = await readMediaFacts(video, context, VIDEO_FRAME_RATE);
  const { seconds, oddCount, gapCount, sha256 } = await readPitVisSeconds(context.root, path, Number(video.videoId.replace('video_', '')));
  const labelEndMicros = ((seconds.at(-1)?.second ?? -1) + 1) * SECOND_MICROS;
  // rows count seconds, so the rate of the media says nothing about them
  const notes = checkTimeBase({ labelFrameRate: 1, mediaFrameRate: null, labelEndMicros, mediaEndMicros: facts.endMicros });
  if (oddCount > 0) notes.push(`${oddCount} row(s) name no second instrument by 0 instead of -2`);
  if (gapCount > 0) notes.push(`rows are missing in ${gapCount} place(s); the time between is unlabelled`);
  const samples = seconds.map(({ second, instruments }) => ({ atMicros: second * SECOND_MICROS, labels: instruments }));
  const tracks = [
    makeStateTrack({ signal: 'step', vocabulary: PITVIS_STEPS, segments: joinSeconds(seconds, ({ step }) => step), facts }),
    makePresenceTrack({ signal: 'tool', vocabulary: PITVIS_INSTRUMENTS, holdMicros: SECOND_MICROS, samples, facts, notes }),
    makeViewTrack(seconds, facts.endMicros),
  ];
  return makeTimeline(video, descriptor, { facts, tracks, sourceFiles: [{ path, sha256 }], notes });
}

/** Every row says whether the camera is inside, so its absence is known wherever there are rows. */
function makeViewTrack(seconds: readonly PitVisSecond[], endMicros: number | null): IntervalTrack {
  const known = mergeSpans(joinSeconds(seconds, () => OUTSIDE));
  return {
    kind: 'interval',
    role: 'blind',
    signal: 'view',
    vocabulary: [OUTSIDE],
    labelSource: 'original_annotation',
    segments: clipSpans(joinSeconds(seconds, ({ instruments }) => (instruments === null ? OUTSIDE : null)), endMicros),
    instantsMicros: null,
    known: clipSpans(known, endMicros),
  };
}

function joinSeconds(seconds: readonly PitVisSecond[], labelOf: (second: PitVisSecond) => string | null): Segment[] {
  return mergeSegments(
    seconds.flatMap((row) => {
      const label = labelOf(row);
      return label === null ? [] : [{ startMicros: row.second * SECOND_MICROS, endMicros: (row.second + 1) * SECOND_MICROS, label }];
    }),
  );
}
