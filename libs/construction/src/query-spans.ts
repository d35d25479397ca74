import type { LabelSet } from './label-set.js';
import type { LabelSpan, LabelSpans, Onset } from './label-spans.js';
import { indexSpans } from './span-index.js';

const ONE_MILLISECOND_MICROS = 1000;

/** Index of the last span that begins at or before the moment; null before the first. */
export function findSpanIndexAtOrBefore(view: LabelSpans, atMicros: number): number | null {
  const begun = indexSpans(view).countBegun(atMicros);
  return begun === 0 ? null : begun - 1;
}

/** The span that holds at the moment; null where the label is unknown. */
export function findSpanAt(view: LabelSpans, atMicros: number): LabelSpan | null {
  const index = indexSpans(view);
  const begun = index.countBegun(atMicros);
  return begun > 0 && atMicros < (index.ends[begun - 1] as number) ? (view.spans[begun - 1] as LabelSpan) : null;
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
  const index = indexSpans(view);
  return view.spans.slice(index.findFirstPlace(startMicros), index.countBegun(endMicros));
}

/** Whether the labels are dense over the whole closed window, so that what they do not name did not happen. */
export function isKnownThroughout(view: LabelSpans, startMicros: number, endMicros: number): boolean {
  const index = indexSpans(view);
  const [first, last] = [index.countBegun(startMicros) - 1, index.countBegun(endMicros) - 1];
  if (first < 0 || last < 0 || endMicros >= (index.ends[last] as number)) return false;
  // A start between two instants of one run is fine: the run says that they are close enough.
  const reachesStart = startMicros < (index.ends[first] as number) || (view.isSampled && first !== last);
  return reachesStart && index.runs[first] === index.runs[last];
}

/**
 * Whether nothing known changes within the margin on both sides. Where labels hold continuously the margin must be
 * labelled too, so that a source with one label a second agrees with the exact label.
 */
export function isSteady(view: LabelSpans, atMicros: number, marginMicros: number): boolean {
  const index = indexSpans(view);
  const set = index.setAt(atMicros);
  if (set === null) return false;
  const from = atMicros - marginMicros;
  if (!view.isSampled && !(isCoveredFrom(view, Math.max(0, from), atMicros) && isCoveredFrom(view, atMicros, atMicros + marginMicros))) return false;
  // A continuous label that ends exactly the margin later holds all through it; an instant there is a neighbour that must agree.
  const until = index.countBegun(atMicros + marginMicros - (view.isSampled ? 0 : 1));
  for (let place = index.findFirstPlace(from); place < until; place += 1) if (index.sets[place] !== set) return false;
  return true;
}

function isCoveredFrom(view: LabelSpans, startMicros: number, endMicros: number): boolean {
  const start = findSpanAt(view, startMicros);
  // An end that is the very end of the labels still has labels up to it.
  const end = findSpanAt(view, Math.max(startMicros, endMicros - 1));
  return start !== null && end !== null && start.run === end.run;
}

/**
 * Every onset: a span with the label right after a span without it. Spans of labels given per instant count as neighbours
 * when no further apart than the tolerance; the onset is then the first instant that shows the label. Worked out once a view and tolerance.
 */
export function listOnsets(view: LabelSpans, toleranceMicros: number): readonly Onset[] {
  const index = indexSpans(view);
  const known = index.onsets.get(toleranceMicros);
  if (known !== undefined) return known;
  const onsets: Onset[] = [];
  for (let place = 1; place < index.count; place += 1) {
    const [before, set] = [index.sets[place - 1] as LabelSet, index.sets[place] as LabelSet];
    if (before === set) continue;
    const atMicros = index.starts[place] as number;
    const isNeighbour = view.isSampled ? atMicros - (index.starts[place - 1] as number) <= toleranceMicros : index.ends[place - 1] === atMicros;
    if (!isNeighbour || index.runs[place - 1] !== index.runs[place]) continue;
    for (const label of (view.spans[place] as LabelSpan).labels) if (!before.has(label)) onsets.push({ label, atMicros, spanIndex: place });
  }
  index.onsets.set(toleranceMicros, onsets);
  return onsets;
}

/**
 * Where the label stops to hold, counted from the span with this index: the end of its last span without a gap; or of one
 * that ends after `untilMicros`, where no more need be known.
 */
export function findRunEndMicros(view: LabelSpans, { spanIndex, label }: Pick<Onset, 'spanIndex' | 'label'>, untilMicros: number): number {
  const { runs, sets, ends, count } = indexSpans(view);
  let last = spanIndex;
  while (last + 1 < count && (ends[last] as number) <= untilMicros && runs[last + 1] === runs[spanIndex] && (sets[last + 1] as LabelSet).has(label)) last += 1;
  return ends[last] as number;
}

/** The moment after which nothing is labelled; 0 for a track without labels. */
export function findLabelEndMicros(view: LabelSpans): number {
  return view.spans.at(-1)?.endMicros ?? 0;
}

/**
 * Whether all sets of labels from the one that holds at `fromMicros` up to, not including, the span with this index are of
 * the kind; false where a gap lies between them, so that nothing can be claimed about that stretch.
 */
export function isEveryUntil(view: LabelSpans, { fromMicros, spanIndex }: { fromMicros: number; spanIndex: number }, isOfKind: (labels: LabelSet) => boolean): boolean {
  const index = indexSpans(view);
  const first = index.countBegun(fromMicros) - 1;
  const isJoined = first >= 0 && first < spanIndex && spanIndex < index.count && fromMicros < (index.ends[first] as number) && index.runs[first] === index.runs[spanIndex];
  if (!isJoined) return false;
  for (let place = first; place < spanIndex; place += 1) {
    const isNew = place === first || index.sets[place] !== index.sets[place - 1];
    if (isNew && !isOfKind(index.sets[place] as LabelSet)) return false;
  }
  return true;
}

/** A stretch over which something is provably absent. */
export interface Absence {
  startMicros: number;
  /** Last moment of the claim: the last such instant, or just before it (or the unknown) begins. */
  endMicros: number;
}

/** The longest stretches over which what `isPresent` looks for is provably absent, in order. */
export function listAbsences(view: LabelSpans, isPresent: (labels: LabelSet) => boolean): Absence[] {
  const { starts, ends, runs, sets, count } = indexSpans(view);
  const absences: Absence[] = [];
  let isAbsent = false;
  for (let place = 0; place < count; place += 1) {
    const isSame = place > 0 && sets[place] === sets[place - 1];
    const wasAbsent = isAbsent;
    if (!isSame) isAbsent = !isPresent(sets[place] as LabelSet);
    if (!isAbsent) continue;
    const startMicros = starts[place] as number;
    const endMicros = view.isSampled ? startMicros : (ends[place] as number) - 1;
    const last = absences.at(-1);
    if (place > 0 && wasAbsent && last !== undefined && runs[place] === runs[place - 1]) last.endMicros = endMicros;
    else absences.push({ startMicros, endMicros });
  }
  return absences;
}
