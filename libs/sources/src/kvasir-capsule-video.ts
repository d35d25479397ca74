import type { BoxTrack, Segment, Timeline } from '@medstream/schema';
import { z } from 'zod';

import { CAPSULE_FINDINGS, CAPSULE_LANDMARKS, findCapsuleClass } from './kvasir-capsule-names.js';
import { boundCorners, CAPSULE_FRAME } from './kvasir-capsule-tables.js';
import { keepWhileUnchanged } from './readers/keep-while-unchanged.js';
import { makeBoxTrack, makeStateTrack } from './readers/make-tracks.js';
import { keepUndisputed } from './readers/merge-segments.js';
import { readJsonLabels } from './readers/read-json-labels.js';
import type { MediaFacts } from './readers/read-media-facts.js';
import { rejectLabel } from './readers/reject-label.js';

const subtypeSchema = z.looseObject({ pillcam_subtype: z.string().nullish(), segment_type: z.string().nullish() });
const videoSchema = z.looseObject({
  segments: z.record(z.string(), z.looseObject({ seen: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])), metadata: subtypeSchema })).optional(),
  findings: z
    .record(
      z.string(),
      z.looseObject({
        metadata: subtypeSchema,
        frames: z.record(z.string().regex(/^\d{1,9}$/), z.looseObject({ shape: z.array(z.looseObject({ x: z.number(), y: z.number() })).min(2) })),
      }),
    )
    .optional(),
});

export type CapsuleVideo = z.infer<typeof videoSchema>;

/** `metadata.json`, every video in one file. */
export const readCapsuleVideos = keepWhileUnchanged((root, path) => readJsonLabels({ root, path, schema: z.record(z.string(), videoSchema) }));

interface Request {
  path: string;
  facts: MediaFacts;
  /** Frames a second of the video. */
  frameRate: number;
  notes: string[];
}

/**
 * The labels of one whole video: segments as intervals (both ends belong to them), findings as boxes of their frames.
 * A finding holds for the frames it is drawn in; what lies between is unknown.
 *
 * @throws EngineError `source/bad-label`
 */
export function readCapsuleTracks(video: CapsuleVideo, { path, facts, frameRate, notes }: Request): Timeline['tracks'] {
  const toMicros = (frame: number): number => Math.round((frame * 1_000_000) / frameRate);
  const segments: Record<'landmark' | 'finding', Segment[]> = { landmark: [], finding: [] };
  for (const [id, { seen, metadata }] of Object.entries(video.segments ?? {})) {
    const name = metadata.pillcam_subtype ?? metadata.segment_type ?? '';
    const found = findCapsuleClass(name);
    if (found === null) throw rejectLabel({ path, at: `segments.${id}`, found: JSON.stringify(name), expected: 'one of the classes of the data set' });
    for (const [start, end] of seen) {
      if (end < start) throw rejectLabel({ path, at: `segments.${id}.seen`, found: `${start} to ${end}`, expected: 'first and last frame' });
      segments[found.signal].push({ startMicros: toMicros(start), endMicros: toMicros(end + 1), label: found.label });
    }
  }
  const tracks: Timeline['tracks'] = [];
  for (const [signal, vocabulary] of [['landmark', CAPSULE_LANDMARKS], ['finding', CAPSULE_FINDINGS]] as const) {
    if (segments[signal].length === 0) continue;
    const { segments: undisputed, disputedMicros } = keepUndisputed(segments[signal]);
    if (disputedMicros > 0) notes.push(`segments of different ${signal}s overlap for ${disputedMicros / 1e6} s; there the ${signal} is unknown`);
    tracks.push(makeStateTrack({ signal, vocabulary, segments: undisputed, facts }));
  }
  const samples = readBoxes(video, { path, toMicros });
  const hold = Math.round(1_000_000 / frameRate);
  if (samples.length > 0) tracks.push(makeBoxTrack({ signal: 'finding', vocabulary: CAPSULE_FINDINGS, holdMicros: hold, samples, frame: CAPSULE_FRAME, facts, notes }));
  return tracks;
}

function readBoxes(video: CapsuleVideo, { path, toMicros }: { path: string; toMicros: (frame: number) => number }): BoxTrack['samples'] {
  const regionsOfFrame = new Map<number, NonNullable<BoxTrack['samples'][number]['regions']>>();
  for (const [id, { metadata, frames }] of Object.entries(video.findings ?? {})) {
    const found = findCapsuleClass(metadata.pillcam_subtype ?? '');
    if (found === null) throw rejectLabel({ path, at: `findings.${id}`, found: JSON.stringify(metadata.pillcam_subtype), expected: 'one of the classes of the data set' });
    for (const [frame, { shape }] of Object.entries(frames)) {
      const box = boundCorners(shape.flatMap(({ x, y }) => [x, y]));
      if (box === null) throw rejectLabel({ path, at: `findings.${id}.frames.${frame}`, found: 'a shape without an area in the picture', expected: 'corners inside the picture' });
      const regions = regionsOfFrame.get(Number(frame)) ?? [];
      regionsOfFrame.set(Number(frame), regions);
      regions.push({ label: found.label, box, attribute: null });
    }
  }
  return [...regionsOfFrame].sort(([left], [right]) => left - right).map(([frame, regions]) => ({ atMicros: toMicros(frame), regions }));
}
