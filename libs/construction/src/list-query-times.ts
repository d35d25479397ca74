import type { SeededRandom } from '@medstream/schema';

import { type BuildContext, findLatestMicros, isBlindNear, toMicros } from './build-context.js';
import type { LabelSpans } from './label-spans.js';
import type { LeftOutReason } from './left-out.js';
import { findSpanAt, isAskable, isSteady } from './query-spans.js';

/** At least this much of a span for each question asked inside it, so that questions about one span differ. */
const SPACING_MICROS = 4_000_000;

/**
 * Moments worth asking about, before any check: the labelled instants, or for continuous labels a few moments of each
 * span, one from each of as many equal parts.
 */
export function proposeQueryTimes(context: BuildContext, view: LabelSpans, random: SeededRandom): number[] {
  const { scale, options } = context;
  if (view.isSampled) return view.spans.map(({ startMicros }) => scale.snapUp(startMicros));
  const marginMicros = toMicros(options.boundary_margin_sec);
  return view.spans.flatMap(({ startMicros, endMicros }) => {
    const from = startMicros + marginMicros;
    const length = endMicros - marginMicros - from;
    if (length < 0) return [scale.snapUp(startMicros)];
    const parts = Math.min(options.max_items_per_label, Math.floor(length / SPACING_MICROS) + 1);
    return Array.from({ length: parts }, (_, part) => {
      const partStart = from + Math.floor((part * length) / parts);
      const partLength = Math.floor(length / parts);
      return pickWithin(context, { from: partStart, to: partStart + partLength }, random);
    });
  });
}

/** A moment of [from, to]: a whole second (or frame) by chance where there is one, else the first writable moment. */
export function pickWithin({ scale }: BuildContext, { from, to }: { from: number; to: number }, random: SeededRandom): number {
  const drawn = scale.snapUpToWhole(from + Math.floor(random.nextUnit() * (to - from + 1)));
  if (drawn <= to) return drawn;
  const first = scale.snapUpToWhole(from);
  return first <= to ? first : scale.snapUp(from);
}

/** Why a moment may not be asked about as the query time of a single-turn item; null when it may. */
export function findQueryFault(context: BuildContext, view: LabelSpans, atMicros: number): LeftOutReason | null {
  const marginMicros = toMicros(context.options.boundary_margin_sec);
  if (atMicros < toMicros(context.options.sampling_period_sec)) return 'window-too-short';
  if (atMicros > findLatestMicros(context, view)) return 'beyond-media';
  if (!isAskable(view, atMicros)) return 'unlabelled';
  if (isBlindNear(context, atMicros, marginMicros)) return 'blind';
  return isSteady(view, atMicros, marginMicros) ? null : 'near-boundary';
}

/** The moments that may be asked about, each once and in order; the others are counted by reason. */
export function listQueryTimes(context: BuildContext, view: LabelSpans, proposed: readonly number[]): number[] {
  return [...new Set(proposed)].sort((a, b) => a - b).filter((atMicros) => {
    const fault = findQueryFault(context, view, atMicros);
    if (fault !== null) context.leftOut.add(fault);
    return fault === null;
  });
}

/** The one label of a state at a moment that may be asked about. @throws Error (a defect of ours) where it is unknown */
export function stateLabelAt(view: LabelSpans, atMicros: number): string {
  const label = findSpanAt(view, atMicros)?.labels[0];
  if (label === undefined) throw new Error(`no ${view.signal} label at ${atMicros} microseconds`);
  return label;
}

/** Start of the single-turn evidence window that ends at the query time. */
export function findWindowStart({ options }: BuildContext, queryMicros: number): number {
  return Math.max(0, queryMicros - toMicros(options.window_sec));
}
