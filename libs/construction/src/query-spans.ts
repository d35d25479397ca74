import type { LabelSpan, LabelSpans, Onset } from './label-spans.js';
import { isSameSet } from './label-spans.js';

const ONE_MILLISECOND_MICROS = 1000;

/** Index of the last span that begins at or before the moment; null before the first. */
export function findSpanIndexAtOrBefore(view: LabelSpans, atMicros: number): number | null {
  let low = 0;
  let high = view.spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((view.spans[middle] as LabelSpan).startMicros <= atMicros) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : low - 1;
}

/** The span that holds at the moment; null where the label is unknown. */
export function findSpanAt(view: LabelSpans, atMicros: number): LabelSpan | null {
  const index = findSpanIndexAtOrBefore(view, atMicros);
  const span = index === null ? undefined : view.spans[index];
  return span !== undefined && atMicros < span.endMicros ? span : null;
}

/** The labels known to hold at the moment; null where they are unknown. */
export function labelsAt(view: LabelSpans, atMicros: number): readonly string[] | null {
  return findSpanAt(view, atMicros)?.labels ?? null;
}

/**
 * Whether the moment may be asked about: labelled, and for labels given per instant the instant itself, rounded up to the
 * millisecond.
 */
export function isAskable(view: LabelSpans, atMicros: number): boolean {
  const span = findSpanAt(view, atMicros);
  return span !== null && (!view.isSampled || atMicros - span.startMicros < ONE_MILLISECOND_MICROS);
}

/** The spans that touch the closed window [startMicros, endMicros], in order. */
export function listSpansWithin(view: LabelSpans, startMicros: number, endMicros: number): LabelSpan[] {
  const first = findSpanIndexAtOrBefore(view, startMicros) ?? 0;
  const found: LabelSpan[] = [];
  for (let index = first; index < view.spans.length; index += 1) {
    const span = view.spans[index] as LabelSpan;
    if (span.startMicros > endMicros) break;
    if (span.endMicros > startMicros) found.push(span);
  }
  return found;
}

/** Whether the labels are dense over the whole closed window, so that what they do not name did not happen. */
export function isKnownThroughout(view: LabelSpans, startMicros: number, endMicros: number): boolean {
  const first = findSpanIndexAtOrBefore(view, startMicros);
  const last = findSpanAt(view, endMicros);
  if (first === null || last === null) return false;
  const span = view.spans[first] as LabelSpan;
  // A start between two instants of one run is fine: the run says that they are close enough.
  const reachesStart = startMicros < span.endMicros || (view.isSampled && span !== last);
  return reachesStart && span.run === last.run;
}

/**
 * Whether nothing known changes within the margin on both sides. Where labels hold continuously the margin must be
 * labelled too, so that a source with one label a second agrees with the exact label.
 */
export function isSteady(view: LabelSpans, atMicros: number, marginMicros: number): boolean {
  const span = findSpanAt(view, atMicros);
  if (span === null) return false;
  const from = atMicros - marginMicros;
  if (!view.isSampled && !(isCoveredFrom(view, Math.max(0, from), atMicros) && isCoveredFrom(view, atMicros, atMicros + marginMicros))) return false;
  // A continuous label that ends exactly the margin later holds all through it; an instant there is a neighbour that must agree.
  return listSpansWithin(view, from, atMicros + marginMicros - (view.isSampled ? 0 : 1)).every((other) => isSameSet(other.labels, span.labels));
}

function isCoveredFrom(view: LabelSpans, startMicros: number, endMicros: number): boolean {
  const start = findSpanAt(view, startMicros);
  // An end that is the very end of the labels still has labels up to it.
  const end = findSpanAt(view, Math.max(startMicros, endMicros - 1));
  return start !== null && end !== null && start.run === end.run;
}

/** Whether a label is absent, provably, over the closed window. */
export function isAbsentThroughout(view: LabelSpans, label: string, window: { startMicros: number; endMicros: number }): boolean {
  return isKnownThroughout(view, window.startMicros, window.endMicros) && listSpansWithin(view, window.startMicros, window.endMicros).every(({ labels }) => !labels.includes(label));
}

/**
 * Every onset: a span with the label right after a span without it. Spans of labels given per instant count as neighbours
 * when no further apart than the tolerance; the onset is then the first instant that shows the label.
 */
export function listOnsets(view: LabelSpans, toleranceMicros: number): Onset[] {
  const onsets: Onset[] = [];
  for (let index = 1; index < view.spans.length; index += 1) {
    const before = view.spans[index - 1] as LabelSpan;
    const span = view.spans[index] as LabelSpan;
    const isNeighbour = view.isSampled ? span.startMicros - before.startMicros <= toleranceMicros : before.endMicros === span.startMicros;
    if (!isNeighbour || before.run !== span.run) continue;
    for (const label of span.labels) if (!before.labels.includes(label)) onsets.push({ label, atMicros: span.startMicros, spanIndex: index });
  }
  return onsets;
}

/** Where the label stops to hold, counted from the span with this index: the end of its last span without a gap. */
export function findRunEndMicros(view: LabelSpans, spanIndex: number, label: string): number {
  let end = (view.spans[spanIndex] as LabelSpan).endMicros;
  const { run } = view.spans[spanIndex] as LabelSpan;
  for (let index = spanIndex + 1; index < view.spans.length; index += 1) {
    const span = view.spans[index] as LabelSpan;
    if (span.run !== run || !span.labels.includes(label)) break;
    end = span.endMicros;
  }
  return end;
}

/** The moment after which nothing is labelled; 0 for a track without labels. */
export function findLabelEndMicros(view: LabelSpans): number {
  return view.spans.at(-1)?.endMicros ?? 0;
}

/**
 * The spans from the one that holds at `fromMicros` up to, not including, the one with this index; null where a gap lies
 * between them, so that nothing can be claimed about that stretch.
 */
export function listSpansUntil(view: LabelSpans, fromMicros: number, spanIndex: number): LabelSpan[] | null {
  const first = findSpanIndexAtOrBefore(view, fromMicros);
  const until = view.spans[spanIndex];
  if (first === null || first >= spanIndex || until === undefined) return null;
  const span = view.spans[first] as LabelSpan;
  return fromMicros < span.endMicros && span.run === until.run ? view.spans.slice(first, spanIndex) : null;
}

/** A stretch over which something is provably absent. */
export interface Absence {
  startMicros: number;
  /** Last moment of the claim: the last such instant, or just before it (or the unknown) begins. */
  endMicros: number;
}

/** The longest stretches over which what `isPresent` looks for is provably absent, in order. */
export function listAbsences(view: LabelSpans, isPresent: (labels: readonly string[]) => boolean): Absence[] {
  const absences: (Absence & { run: number })[] = [];
  let isOpen = false;
  for (const span of view.spans) {
    if (isPresent(span.labels)) {
      isOpen = false;
      continue;
    }
    const endMicros = view.isSampled ? span.startMicros : span.endMicros - 1;
    const last = absences.at(-1);
    if (isOpen && last !== undefined && last.run === span.run) last.endMicros = endMicros;
    else absences.push({ startMicros: span.startMicros, endMicros, run: span.run });
    isOpen = true;
  }
  return absences.map(({ startMicros, endMicros }) => ({ startMicros, endMicros }));
}
