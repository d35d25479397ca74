import { compareText, createSeededRandom, type SeededRandom, type Timeline } from '@medstream/schema';

import type { ConstructionOptions } from './construction-options.js';
import { derivePresence } from './derive-presence.js';
import { describeLabelSpans, isTimedTrack, type LabelSpans } from './label-spans.js';
import type { LeftOutCounter } from './left-out.js';
import { findLabelEndMicros, listSpansWithin } from './query-spans.js';
import { indexSpans } from './span-index.js';
import { chooseTimeScale, type TimeScale } from './time-scale.js';

/** What all builders of one video share. */
export interface BuildContext {
  timeline: Timeline;
  options: ConstructionOptions;
  scale: TimeScale;
  /** Every signal of the video that is not blindness, by its name; in an order that does not depend on the order of the tracks. */
  views: readonly LabelSpans[];
  /** Where the picture cannot show the procedure. */
  blindViews: readonly LabelSpans[];
  leftOut: LeftOutCounter;
  /** Random choices for one named purpose within this video. */
  randomFor: (purpose: string) => SeededRandom;
}

export function createBuildContext(timeline: Timeline, options: ConstructionOptions, leftOut: LeftOutCounter): BuildContext | null {
  const scale = chooseTimeScale(timeline.media);
  if (scale === null) return null;
  const density = { periodMicros: toMicros(options.sampling_period_sec) };
  // an image has no moments: its labels of moments are of no use
  const isImage = timeline.media.type === 'image';
  const timed = isImage ? [] : [...timeline.tracks.filter(isTimedTrack), ...derivePresence(timeline.tracks)];
  leftOut.add('still-image', isImage ? timeline.tracks.filter(isTimedTrack).length : 0);
  const views = timed.map((track) => describeLabelSpans(track, density)).sort((a, b) => compareText(orderKeyOf(a), orderKeyOf(b)));
  return {
    timeline,
    options,
    scale,
    views: views.filter(({ role }) => role !== 'blind'),
    blindViews: views.filter(({ role }) => role === 'blind'),
    leftOut,
    randomFor: (purpose) => createSeededRandom(options.seed, `construction/${timeline.dataset}/${timeline.videoId}/${purpose}`),
  };
}

/** Seconds of an option to microseconds. */
export function toMicros(sec: number): number {
  return Math.round(sec * 1_000_000);
}

function orderKeyOf({ signal, role, vocabulary, spans }: LabelSpans): string {
  return [signal, role, vocabulary.join(' '), spans.length, spans[0]?.startMicros ?? ''].join('/');
}

/** The last moment that may be asked about by this signal: inside the labels and not after the last frame. */
export function findLatestMicros({ timeline }: BuildContext, view: LabelSpans): number {
  const lastLabelled = findLabelEndMicros(view) - 1;
  const { lastFrameMicros } = timeline.media;
  return lastFrameMicros === null ? lastLabelled : Math.min(lastLabelled, lastFrameMicros);
}

/** Whether the picture may be blind within the margin of a moment. */
export function isBlindNear({ blindViews }: BuildContext, atMicros: number, marginMicros: number): boolean {
  return blindViews.some((view) => indexSpans(view).unionWithin(atMicros - marginMicros, atMicros + marginMicros).size > 0);
}

/** Whether the picture is blind at a moment and all through the margin on both sides. */
export function isSurelyBlind({ blindViews }: BuildContext, atMicros: number, marginMicros: number): boolean {
  return blindViews.some((view) => {
    const spans = listSpansWithin(view, atMicros - marginMicros, atMicros + marginMicros);
    const first = spans[0];
    const last = spans.at(-1);
    if (first === undefined || last === undefined || !spans.every(({ labels }) => labels.length > 0)) return false;
    return first.run === last.run && first.startMicros <= atMicros - marginMicros && last.endMicros > atMicros + marginMicros;
  });
}

/** Whether the whole window is free of blind moments, as far as blindness is labelled at all. */
export function isClearThroughout({ blindViews }: BuildContext, window: { startMicros: number; endMicros: number }): boolean {
  return blindViews.every((view) => indexSpans(view).unionWithin(window.startMicros, window.endMicros).size === 0);
}
