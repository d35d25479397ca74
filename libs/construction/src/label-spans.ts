import type { IntervalTrack, LabelSource, PresenceTrack, Track } from '@medstream/schema';

/** What is known on [startMicros, endMicros): exactly these labels, none of the others. */
export interface LabelSpan {
  startMicros: number;
  endMicros: number;
  labels: readonly string[];
  /** Spans with equal numbers follow one another without a gap that could hide an event. */
  run: number;
}

/** The first moment of a label after a moment at which it was known to be absent. */
export interface Onset {
  label: string;
  atMicros: number;
  /** Index of the span that begins with the onset. */
  spanIndex: number;
}

/**
 * One track as a step function of time: sets of labels over known spans, and unknown between them. States, events,
 * blindness and presence all become this, so that no builder needs to know the kind of a track.
 *
 * `isSampled`: labels were given for instants. Such a label holds for its own second (presence: for `holdMicros`), and only
 * the instants themselves may be asked about (contracts.md, "Labels given for scattered seconds only").
 */
export interface LabelSpans {
  signal: string;
  role: 'state' | 'event' | 'blind' | 'presence';
  vocabulary: readonly string[];
  labelSource: LabelSource;
  isSampled: boolean;
  spans: readonly LabelSpan[];
}

export interface Density {
  /** Instants further apart than this prove no absence between them. */
  periodMicros: number;
}

const ONE_SECOND_MICROS = 1_000_000;

/** The tracks that say which labels hold when. */
export type TimedTrack = IntervalTrack | PresenceTrack;

export function isTimedTrack(track: Track): track is TimedTrack {
  return track.kind === 'interval' || track.kind === 'presence';
}

/** A track whose labels stand for a whole recording or image: nothing is known of single moments. */
export function describeUntimed({ signal, vocabulary, labelSource }: Pick<Track, 'signal' | 'vocabulary' | 'labelSource'>): LabelSpans {
  return { signal, role: 'presence', vocabulary, labelSource, isSampled: false, spans: [] };
}

/** Turns a track into known spans. */
export function describeLabelSpans(track: TimedTrack, density: Density): LabelSpans {
  const isSampled = track.kind === 'presence' || track.instantsMicros !== null;
  const known = track.kind === 'presence' ? spansOfPresence(track) : track.role === 'state' ? spansOfState(track) : spansOfOverlay(track);
  return {
    signal: track.signal,
    role: track.kind === 'presence' ? 'presence' : track.role,
    vocabulary: track.vocabulary,
    labelSource: track.labelSource,
    isSampled,
    spans: numberRuns(known, isSampled ? density.periodMicros : null),
  };
}

type BareSpan = Omit<LabelSpan, 'run'>;

function spansOfPresence({ samples, holdMicros }: PresenceTrack): BareSpan[] {
  const spans: BareSpan[] = [];
  for (const [index, { atMicros, labels }] of samples.entries()) {
    if (labels === null) continue;
    const next = samples[index + 1]?.atMicros ?? Number.POSITIVE_INFINITY;
    const isDistinct = labels.every((label, place) => labels.indexOf(label) === place);
    spans.push({ startMicros: atMicros, endMicros: Math.min(atMicros + holdMicros, next), labels: isDistinct ? labels : [...new Set(labels)] });
  }
  return spans;
}

function spansOfState(track: IntervalTrack): BareSpan[] {
  const { instantsMicros, segments } = track;
  if (instantsMicros === null) return segments.filter(isNotEmpty).map(({ startMicros, endMicros, label }) => ({ startMicros, endMicros, labels: [label] }));
  let cursor = 0;
  return instantsMicros.flatMap((startMicros, index) => {
    while (cursor < segments.length && (segments[cursor]?.endMicros ?? 0) <= startMicros) cursor += 1;
    const segment = segments[cursor];
    if (segment === undefined || segment.startMicros > startMicros) return [];
    const next = instantsMicros[index + 1] ?? Number.POSITIVE_INFINITY;
    return [{ startMicros, endMicros: Math.min(startMicros + ONE_SECOND_MICROS, next), labels: [segment.label] }];
  });
}

/** Events and blindness: absent wherever the known spans reach, present inside the segments, which may overlap. Swept once: pictures that flicker make many. */
function spansOfOverlay(track: IntervalTrack): BareSpan[] {
  const segments = track.segments.filter(isNotEmpty);
  const reach = [...(track.known ?? []).map((span) => ({ ...span, label: null })), ...segments].filter(isNotEmpty);
  const edges = reach.flatMap(({ startMicros, endMicros, label }) => [{ atMicros: startMicros, label, step: 1 }, { atMicros: endMicros, label, step: -1 }]).sort((a, b) => a.atMicros - b.atMicros);
  const open = new Map<string | null, number>();
  const spans: BareSpan[] = [];
  for (const [index, { atMicros, label, step }] of edges.entries()) {
    const count = (open.get(label) ?? 0) + step;
    if (count === 0) open.delete(label);
    else open.set(label, count);
    const endMicros = edges[index + 1]?.atMicros ?? atMicros;
    if (endMicros === atMicros || open.size === 0) continue;
    const labels = [...open.keys()].filter((name) => name !== null).sort();
    const last = spans.at(-1);
    if (last !== undefined && last.endMicros === atMicros && isSameSet(last.labels, labels)) last.endMicros = endMicros;
    else spans.push({ startMicros: atMicros, endMicros, labels });
  }
  return spans;
}

function isNotEmpty(span: { startMicros: number; endMicros: number }): boolean {
  return span.endMicros > span.startMicros;
}

/** @param maxStepMicros instants this far apart still belong together; null: spans must touch */
function numberRuns(spans: readonly BareSpan[], maxStepMicros: number | null): LabelSpan[] {
  let run = 0;
  let before: BareSpan | null = null;
  const numbered: LabelSpan[] = [];
  for (const span of spans) {
    const { startMicros, endMicros, labels } = span;
    const isTogether = before === null || (maxStepMicros === null ? before.endMicros === startMicros : startMicros - before.startMicros <= maxStepMicros);
    if (!isTogether) run += 1;
    numbered.push({ startMicros, endMicros, labels, run });
    before = span;
  }
  return numbered;
}

/** True for two sets with the same members. */
function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((label) => right.includes(label));
}
