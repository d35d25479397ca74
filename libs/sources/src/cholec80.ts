import { EngineError, type SourceDescriptor, type Timeline, type Track } from '@medstream/schema';

import { caseIdOf } from './known-overlaps.js';
import { checkTimeBase } from './readers/check-time-base.js';
import { compareNumbered, findFolder, joinPosix, locateMedia } from './readers/locate-files.js';
import { makePresenceTrack, makeStateTrack, makeTimeline } from './readers/make-tracks.js';
import { type FrameSegments, readFrameSegments } from './readers/read-frame-segments.js';
import { type MediaFacts, readMediaFacts } from './readers/read-media-facts.js';
import { type PresenceSamples, readPresenceSamples } from './readers/read-presence-samples.js';
import type { ListOptions, Source, SourceContext, SourceVideo } from './source.js';

const DATASET = 'cholec80';
/** Both label files count frames of 25 a second, tools in steps of one second. */
const FRAME_RATE = 25;
const HOLD_MICROS = 1_000_000;
const PHASES = [
  'Preparation',
  'CalotTriangleDissection',
  'ClippingCutting',
  'GallbladderDissection',
  'GallbladderPackaging',
  'CleaningCoagulation',
  'GallbladderRetraction',
];
const TOOLS = ['Grasper', 'Bipolar', 'Hook', 'Scissors', 'Clipper', 'Irrigator', 'SpecimenBag'];

const descriptor: SourceDescriptor = {
  id: DATASET,
  aliases: ['Cholec80'],
  title: 'Cholec80: 80 laparoscopic cholecystectomies, phases and tools',
  organ: 'gallbladder',
  access: 'request form of the provider (CAMMA, University of Strasbourg)',
  licence: 'CC BY-NC-SA 4.0',
  citation: 'Twinanda et al., EndoNet: a deep architecture for recognition tasks on laparoscopic videos, IEEE Transactions on Medical Imaging 2017',
  redistributable: false,
  uploadAllowed: false,
  tracks: ['phase', 'tool'],
  layout: ['videos/video01.mp4', 'phase_annotations/video01-phase.txt', 'tool_annotations/video01-tool.txt'],
};

/** Cholec80: one phase row for each 25-fps frame, one tool row for each second. */
export const cholec80: Source = { descriptor, listVideos, readTimeline, writeExample: async (dir, context) => (await import('./examples/write-cholec80-example.js')).writeCholec80Example(dir, context) };

async function listVideos(root: string, { mediaRoot = root }: ListOptions = {}): Promise<SourceVideo[]> {
  const files = new Map<string, Record<string, string>>();
  for (const role of ['phase', 'tool']) {
    const found = await findFolder(root, ['', 'cholec80', 'Cholec80'].map((parent) => joinPosix(parent, `${role}_annotations`)));
    for (const name of found?.names ?? []) {
      const videoId = new RegExp(`^(video\\d+)-${role}\\.txt$`).exec(name)?.[1];
      if (found && videoId) files.set(videoId, { ...files.get(videoId), [role]: joinPosix(found.folder, name) });
    }
  }
  if (files.size === 0) {
    throw new EngineError('source/bad-layout', `no label file of ${DATASET} was found below the root`, {
      hint: `the root must hold ${descriptor.layout.join(', ')}`,
    });
  }
  const videoIds = [...files.keys()].sort(compareNumbered);
  return Promise.all(videoIds.map((videoId) => describeVideo(videoId, files.get(videoId) ?? {}, mediaRoot)));
}

async function describeVideo(videoId: string, files: Record<string, string>, mediaRoot: string): Promise<SourceVideo> {
  const { path, isPresent } = await locateMedia(mediaRoot, [
    { path: `videos/${videoId}.mp4`, type: 'video' },
    { path: `cholec80/videos/${videoId}.mp4`, type: 'video' },
    { path: `Cholec80/videos/${videoId}.mp4`, type: 'video' },
    { path: `${videoId}.mp4`, type: 'video' },
  ]);
  return { dataset: DATASET, videoId, caseId: caseIdOf({ dataset: DATASET, videoId }), mediaPath: path, mediaType: 'video', isMediaPresent: isPresent, files };
}

async function readTimeline(video: SourceVideo, context: SourceContext): Promise<Timeline> {
  const { phase: phasePath, tool: toolPath } = video.files;
  const facts = await readMediaFacts(video, context, FRAME_RATE);
  const notes: string[] = [];
  const tracks: Track[] = [];
  const sourceFiles: Timeline['sourceFiles'] = [];
  const [phases, tools] = await Promise.all([phasePath === undefined ? null : readPhases(context.root, phasePath), toolPath === undefined ? null : readTools(context.root, toolPath)]);
  const phaseEndMicros = phases?.segments.at(-1)?.endMicros ?? null;
  const toolEndMicros = tools?.endMicros ?? null;
  notes.push(
    ...checkTimeBase({
      labelFrameRate: FRAME_RATE,
      mediaFrameRate: facts.media.frameRate,
      labelEndMicros: phaseEndMicros ?? toolEndMicros ?? 0,
      mediaEndMicros: facts.endMicros,
    }),
  );
  if (phases && phasePath !== undefined) {
    tracks.push(makePhaseTrack(phases, facts, notes));
    sourceFiles.push({ path: phasePath, sha256: phases.sha256 });
  } else notes.push('there is no phase file; phases are unknown');
  if (tools && toolPath !== undefined) {
    tracks.push(makeToolTrack(tools, { facts, phaseEndMicros, notes }));
    sourceFiles.push({ path: toolPath, sha256: tools.sha256 });
  } else notes.push('there is no tool file; tools are unknown');
  return makeTimeline(video, descriptor, { facts, tracks, sourceFiles, notes });
}

function readPhases(root: string, path: string): Promise<FrameSegments> {
  return readFrameSegments({ root, path, header: ['Frame', 'Phase'], vocabulary: PHASES, frameRate: FRAME_RATE });
}

function readTools(root: string, path: string): Promise<PresenceSamples> {
  return readPresenceSamples({ root, path, keyColumn: 'Frame', vocabulary: TOOLS, frameRate: FRAME_RATE, keyStep: FRAME_RATE });
}

/** The last segment closes one frame after its last row, or where the media end. */
function makePhaseTrack({ segments, gapCount }: FrameSegments, facts: MediaFacts, notes: string[]): Track {
  if (gapCount > 0) notes.push(`phase rows leap over frames in ${gapCount} place(s); the time between is unlabelled`);
  return makeStateTrack({ signal: 'phase', vocabulary: PHASES, segments, facts });
}

function makeToolTrack(
  { samples, endMicros: lastToolEndMicros, gapCount }: PresenceSamples,
  { facts, phaseEndMicros, notes }: { facts: MediaFacts; phaseEndMicros: number | null; notes: string[] },
): Track {
  if (gapCount > 0) notes.push(`tool rows are missing in ${gapCount} place(s); tools there are unknown, not absent`);
  if (phaseEndMicros !== null && lastToolEndMicros < phaseEndMicros) {
    notes.push(`tool rows end at ${lastToolEndMicros / 1e6} s, phase rows at ${phaseEndMicros / 1e6} s; tools after that are unknown, not absent`);
  }
  return makePresenceTrack({ signal: 'tool', vocabulary: TOOLS, holdMicros: HOLD_MICROS, samples, facts, notes });
}
