import type { Segment } from '@medstream/schema';

export interface Span {
  startMicros: number;
  endMicros: number;
}

/** Sorts segments and joins those that touch or overlap and carry the same label. Empty ones are left out. */
export function mergeSegments(segments: readonly Segment[]): Segment[] {
  const merged: Segment[] = [];
  for (const segment of sortByStart(segments)) {
    if (segment.endMicros <= segment.startMicros) continue;
    const open = merged.findLast(({ label }) => label === segment.label);
    if (open && open.endMicros >= segment.startMicros) open.endMicros = Math.max(open.endMicros, segment.endMicros);
    else merged.push({ ...segment });
  }
  return sortByStart(merged);
}

/** Union of spans, sorted, none touching another. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  return mergeSegments(spans.map(({ startMicros, endMicros }) => ({ startMicros, endMicros, label: 'span' }))).map(
    ({ startMicros, endMicros }) => ({ startMicros, endMicros }),
  );
}

/**
 * Makes a state track of entries that may overlap: a later entry of the list covers what earlier ones say of its time.
 *
 * ```
 * A |-----------|          A |---|   |---|
 * B     |---|         ->   B     |---|
 * ```
 *
 * @returns segments that do not overlap, sorted, equal neighbours joined; and whether any entry was covered
 */
export function paintSegments(entries: readonly Segment[]): { segments: Segment[]; hasOverlap: boolean } {
  let painted: Segment[] = [];
  let hasOverlap = false;
  for (const entry of entries) {
    if (entry.endMicros <= entry.startMicros) continue;
    const isCovered = ({ startMicros, endMicros }: Segment): boolean => startMicros < entry.endMicros && endMicros > entry.startMicros;
    hasOverlap ||= painted.some(isCovered);
    painted = painted.flatMap((earlier) => (isCovered(earlier) ? cutOut(earlier, entry) : [earlier]));
    painted.push(entry);
  }
  return { segments: mergeSegments(painted), hasOverlap };
}

/**
 * Makes a state track of entries that may overlap: where entries of different labels overlap nothing is kept, as nobody
 * says which of them holds.
 *
 * ```
 * A |-------|              A |---|
 * B     |-------|     ->   B         |---|     between them: disputed
 * ```
 */
export function keepUndisputed(entries: readonly Segment[]): { segments: Segment[]; disputedMicros: number } {
  const cuts = [...new Set(entries.flatMap(({ startMicros, endMicros }) => [startMicros, endMicros]))].sort((left, right) => left - right);
  const kept: Segment[] = [];
  let disputedMicros = 0;
  let open: Segment[] = [];
  const waiting = sortByStart(entries).filter(({ startMicros, endMicros }) => startMicros < endMicros);
  for (const [index, startMicros] of cuts.entries()) {
    const endMicros = cuts[index + 1];
    open = open.filter((segment) => segment.endMicros > startMicros);
    while (waiting[0] && waiting[0].startMicros <= startMicros) open.push(waiting.shift() as Segment);
    const labels = new Set(open.map(({ label }) => label));
    const [label] = labels;
    if (endMicros === undefined || label === undefined) continue;
    if (labels.size === 1) kept.push({ startMicros, endMicros, label });
    else disputedMicros += endMicros - startMicros;
  }
  return { segments: mergeSegments(kept), disputedMicros };
}

/** Ends everything at the end of the media; null leaves all as it is. */
export function clipSpans<Kind extends Span>(spans: readonly Kind[], endMicros: number | null): Kind[] {
  if (endMicros === null) return [...spans];
  return spans
    .filter((span) => span.startMicros < endMicros)
    .map((span) => ({ ...span, endMicros: Math.min(span.endMicros, endMicros) }));
}

function cutOut(earlier: Segment, later: Span): Segment[] {
  const parts = [
    { ...earlier, endMicros: later.startMicros },
    { ...earlier, startMicros: later.endMicros },
  ];
  return parts.filter(({ startMicros, endMicros }) => startMicros < endMicros);
}

function sortByStart(segments: readonly Segment[]): Segment[] {
  return [...segments].sort((left, right) => left.startMicros - right.startMicros || left.endMicros - right.endMicros);
}
