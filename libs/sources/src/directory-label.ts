import { EngineError, type SourceDescriptor, type Timeline } from '@medstream/schema';

import { caseIdOf } from './known-overlaps.js';
import { rejectLayout } from './readers/locate-files.js';
import { dropExtension, listClips } from './readers/list-clips.js';
import { makeClassTrack, makeStateTrack, makeTimeline } from './readers/make-tracks.js';
import { readMediaFacts } from './readers/read-media-facts.js';
import type { Source, SourceVideo } from './source.js';

export interface DirectoryLabelLayout {
  /** What the labels are about, e.g. phase. */
  signal: string;
  /** Folders that may hold the label folders; the first with clips is taken. `''`, the media root itself, comes last: every folder is below it. */
  parents: readonly string[];
  /** Every label of the set; null: those of the folders that are there. */
  vocabulary: readonly string[] | null;
  /** The case of a clip by its id and its path below the label folder, without extension; absent: each clip is a case of its own. */
  caseIdOfClip?: (clip: { videoId: string; stem: string }) => string;
  /** What the label says: a state that holds over the clip (absent), or what the clip as a whole shows. */
  says?: 'state' | 'class';
  /** What else the name of a clip says, by its path below the label folder, without extension. */
  readName?: (stem: string) => Timeline['tracks'];
}

/** Used for the end of the last picture where the media do not tell their rate. */
const USUAL_FRAME_RATE = 25;

/**
 * Sets of clips in folders named after their labels: the label holds over the whole clip. Only clips that are there can be
 * listed, as there are no label files.
 */
export function makeDirectoryLabelSource(descriptor: SourceDescriptor, layout: DirectoryLabelLayout): Omit<Source, 'writeExample'> {
  return {
    descriptor,
    listVideos: async (root, { mediaRoot = root } = {}) => {
      for (const parent of layout.parents) {
        const clips = await listClips(mediaRoot, parent);
        if (clips.length > 0) return clips.map(({ path }) => describeClip(descriptor.id, layout, { parent, path }));
      }
      throw rejectLayout(descriptor);
    },
    readTimeline: async (video, context) => {
      const facts = await readMediaFacts(video, context, USUAL_FRAME_RATE);
      const label = cleanFolderName(video.videoId.split('/')[0] ?? '');
      const vocabulary = layout.vocabulary ?? (await listLabels(context.mediaRoot, layout.parents));
      assertUsable({ label, vocabulary, path: video.mediaPath, endMicros: facts.endMicros });
      const segments = [{ startMicros: 0, endMicros: facts.endMicros ?? 0, label }];
      const parts = { signal: layout.signal, vocabulary, labelSource: 'directory_label' } as const;
      const said = layout.says === 'class' ? makeClassTrack({ ...parts, label }) : makeStateTrack({ ...parts, segments, facts });
      const tracks = [said, ...(layout.readName?.(stemBelow(video.videoId)) ?? [])];
      return makeTimeline(video, descriptor, { facts, tracks, sourceFiles: [], notes: [] });
    },
  };
}

/** The label that a folder name says: without an ordinal before it, e.g. `3__ligation` says `ligation`. */
export function cleanFolderName(name: string): string {
  return name.replace(/^\d+_+/, '');
}

/** A clip is named by its place below the parent, so that equal file names in two label folders stay apart. */
function describeClip(dataset: string, layout: DirectoryLabelLayout, { parent, path }: { parent: string; path: string }): SourceVideo {
  const videoId = dropExtension(parent === '' ? path : path.slice(parent.length + 1));
  const stem = stemBelow(videoId);
  const caseId = layout.caseIdOfClip?.({ videoId, stem }) ?? caseIdOf({ dataset, videoId });
  return { dataset, videoId, caseId, mediaPath: path, mediaType: 'video', isMediaPresent: true, files: {} };
}

/** The path below the label folder. */
function stemBelow(videoId: string): string {
  return videoId.slice(videoId.indexOf('/') + 1);
}

async function listLabels(mediaRoot: string, parents: readonly string[]): Promise<string[]> {
  for (const parent of parents) {
    const clips = await listClips(mediaRoot, parent);
    if (clips.length > 0) return [...new Set(clips.map(({ folder }) => cleanFolderName(folder)))];
  }
  return [];
}

function assertUsable({ label, vocabulary, path, endMicros }: { label: string; vocabulary: readonly string[]; path: string; endMicros: number | null }): void {
  if (!vocabulary.includes(label)) {
    throw new EngineError('source/bad-label', `${path}: found the label folder "${label}", expected one of ${vocabulary.join(', ')}`, {
      hint: 'rename the folder, or leave it out of the set; a number and _ before the label are dropped',
      details: { path },
    });
  }
  if (endMicros === null) {
    throw new EngineError('media/undecodable', `${path}: the length of the clip cannot be read, and its label holds over all of it`, { hint: 'check that the clip plays', details: { path } });
  }
}
