import type { BoxTrack, ClassTrack, IntervalTrack, LabelSource, PresenceTrack, Segment, SourceDescriptor, Timeline } from '@medstream/schema';

import type { SourceVideo } from '../source.js';
import { clipSpans } from './merge-segments.js';
import type { MediaFacts } from './read-media-facts.js';

export interface StateTrackParts {
  signal: string;
  vocabulary: readonly string[];
  /** Sorted, not overlapping, equal neighbours joined. */
  segments: readonly Segment[];
  facts: MediaFacts;
  labelSource?: LabelSource;
}

/** A track of which one label holds at a time; it ends with the media. */
export function makeStateTrack({ signal, vocabulary, segments, facts, labelSource = 'original_annotation' }: StateTrackParts): IntervalTrack {
  return {
    kind: 'interval',
    role: 'state',
    signal,
    vocabulary: [...vocabulary],
    labelSource,
    segments: clipSpans(segments, facts.endMicros),
    instantsMicros: null,
    known: null,
  };
}

export interface PresenceTrackParts {
  signal: string;
  vocabulary: readonly string[];
  holdMicros: number;
  samples: PresenceTrack['samples'];
  facts: MediaFacts;
  labelSource?: LabelSource;
  /** Takes a note when labels lie beyond the media. */
  notes: string[];
}

/** A track of labels at sampled instants; samples after the last picture are left out with a note. */
export function makePresenceTrack(parts: PresenceTrackParts): PresenceTrack {
  const { signal, vocabulary, holdMicros, samples, facts, labelSource = 'original_annotation', notes } = parts;
  const { lastFrameMicros } = facts.media;
  const seen = lastFrameMicros === null ? samples : samples.filter(({ atMicros }) => atMicros <= lastFrameMicros);
  const lost = samples.slice(seen.length).filter(({ labels }) => labels !== null).length;
  if (lost > 0) notes.push(`${lost} ${signal} row(s) lie after the last picture and are left out`);
  return { kind: 'presence', signal, vocabulary: [...vocabulary], labelSource, holdMicros, samples: seen };
}

export interface ClassTrackParts {
  signal: string;
  vocabulary: readonly string[];
  label: string;
  labelSource?: LabelSource;
  /** Absent: the whole recording or image. */
  span?: { startMicros: number; endMicros: number };
}

/** One label for a whole recording or image, or for a stated part. */
export function makeClassTrack({ signal, vocabulary, label, labelSource = 'original_annotation', span }: ClassTrackParts): ClassTrack {
  return { kind: 'class', signal, vocabulary: [...vocabulary], labelSource, label, span: span ?? null };
}

export interface BoxTrackParts {
  signal: string;
  vocabulary: readonly string[];
  holdMicros: number;
  /** Sorted, no two at the same time. */
  samples: BoxTrack['samples'];
  /** Size of the annotated picture in pixels. */
  frame: { width: number; height: number };
  facts: MediaFacts;
  /** Takes a note when labels lie beyond the media. */
  notes: string[];
}

/** A track of rectangles; samples after the last picture are left out with a note. */
export function makeBoxTrack({ signal, vocabulary, holdMicros, samples, frame, facts, notes }: BoxTrackParts): BoxTrack {
  const { lastFrameMicros } = facts.media;
  const seen = lastFrameMicros === null ? samples : samples.filter(({ atMicros }) => atMicros <= lastFrameMicros);
  if (seen.length < samples.length) notes.push(`boxes of ${samples.length - seen.length} picture(s) lie after the last picture and are left out`);
  return { kind: 'box', signal, vocabulary: [...vocabulary], labelSource: 'original_annotation', holdMicros, frameWidth: frame.width, frameHeight: frame.height, samples: seen };
}

/** Puts what was read of one video together. */
export function makeTimeline(
  video: SourceVideo,
  descriptor: SourceDescriptor,
  { facts, tracks, sourceFiles, notes }: { facts: MediaFacts } & Pick<Timeline, 'tracks' | 'sourceFiles' | 'notes'>,
): Timeline {
  const { videoId, caseId } = video;
  return { schemaVersion: 1, dataset: descriptor.id, videoId, caseId, organ: descriptor.organ, media: facts.media, tracks, sourceFiles, notes };
}
