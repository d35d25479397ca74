import type { SeededRandom } from '@medstream/schema';

import { type BuildContext, findLatestMicros, isBlindNear, toMicros } from './build-context.js';
import type { LabelSet } from './label-set.js';
import type { LabelSpans } from './label-spans.js';
import type { LeftOutReason } from './left-out.js';
import { groupBy } from './group-by.js';
import { findSpanAt, findSpanIndexAtOrBefore, isAskable, isSteady, listOnsets } from './query-spans.js';
import { indexSpans } from './span-index.js';

/** At least this much of a span for each question asked inside it, so that questions about one span differ. */
const SPACING_MICROS = 4_000_000;

/** So many instants are proposed for each item that one answer may give: enough to pass the checks, few enough for hours of labels. */
const TRIES_PER_ITEM = 8;
/** At most so many onsets have moments proposed near them. */
const MOST_ONSETS = 100;

/**
 * Moments worth asking about, before any check, in groups whose answers are probably alike; each group in the order in which
 * its moments are to be tried. A moment may stand in several groups.
 */
export type ProposedTimes = readonly (readonly number[])[];

/**
 * A group for each set of labels: some of its labelled instants, or for continuous labels a few moments of each of its
 * spans, one from each of as many equal parts.
 */
export function proposeQueryTimes(context: BuildContext, view: LabelSpans, random: SeededRandom): ProposedTimes {
  return view.isSampled ? proposeInstants(context, view, random) : proposeWithinSpans(context, view, random);
}

function proposeWithinSpans(context: BuildContext, view: LabelSpans, random: SeededRandom): ProposedTimes {
  const { scale, options } = context;
  const marginMicros = toMicros(options.boundary_margin_sec);
  const groups = groupBy(view.spans, ({ labels }) => labels.join('\n'));
  return groups.map(([, spans]) =>
    random.shuffle(
      spans.flatMap(({ startMicros, endMicros }) => {
        const from = startMicros + marginMicros;
        const length = endMicros - marginMicros - from;
        if (length < 0) return [scale.snapUp(startMicros)];
        const parts = Math.min(options.max_items_per_label, Math.floor(length / SPACING_MICROS) + 1);
        return Array.from({ length: parts }, (_, part) => {
          const partStart = from + Math.floor((part * length) / parts);
          const partLength = Math.floor(length / parts);
          return pickWithin(context, { from: partStart, to: partStart + partLength }, random);
        });
      }),
    ),
  );
}

const knownGroups = new WeakMap<LabelSpans, readonly (readonly number[])[]>();

/** Starts of the spans of each set of labels, in the order of the sets; worked out once a view. */
function groupInstants(view: LabelSpans): readonly (readonly number[])[] {
  const known = knownGroups.get(view);
  if (known !== undefined) return known;
  const { sets, starts } = indexSpans(view);
  const bySet = new Map<LabelSet, number[]>();
  for (const [place, set] of sets.entries()) {
    const group = bySet.get(set);
    if (group === undefined) bySet.set(set, [starts[place] as number]);
    else group.push(starts[place] as number);
  }
  const orderOf = ({ labels }: LabelSet): string => labels.join('\n');
  const groups = [...bySet].sort(([a], [b]) => (orderOf(a) < orderOf(b) ? -1 : 1)).map(([, instants]) => instants);
  knownGroups.set(view, groups);
  return groups;
}

function proposeInstants({ scale, options, leftOut }: BuildContext, view: LabelSpans, random: SeededRandom): ProposedTimes {
  const most = TRIES_PER_ITEM * options.max_items_per_label;
  return groupInstants(view).map((instants) => {
    leftOut.add('not-tried', instants.length - most);
    return random.drawSome(instants, most).map((startMicros) => scale.snapUp(startMicros));
  });
}

/**
 * A group for each label that begins: two moments near each of its onsets (of a hundred in all), between two distances from
 * it (negative: before it). Where labels were given for instants, the labelled ones at or before those moments.
 */
export function proposeTimesNearOnsets(context: BuildContext, view: LabelSpans, { from, to, random }: { from: number; to: number; random: SeededRandom }): ProposedTimes {
  if (to < from) return [];
  const onsets = random.drawSome(listOnsets(view, toMicros(context.options.tolerance_sec)), MOST_ONSETS);
  return groupBy(onsets, ({ label }) => label).map(([, own]) =>
    [...own, ...own].flatMap(({ atMicros }) => {
      const proposed = pickWithin(context, { from: Math.max(0, atMicros + from), to: Math.max(0, atMicros + to) }, random);
      if (!view.isSampled) return [proposed];
      const instant = view.spans[findSpanIndexAtOrBefore(view, proposed) ?? 0]?.startMicros;
      return instant === undefined ? [] : [context.scale.snapUp(instant)];
    }),
  );
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

/** The one label of a state at a moment that may be asked about. @throws Error (a defect of ours) where it is unknown */
export function stateLabelAt(view: LabelSpans, atMicros: number): string {
  const label = findSpanAt(view, atMicros)?.labels[0];
  if (label === undefined) throw new Error(`no ${view.signal} label at ${atMicros} microseconds`);
  return label;
}

/** Start of the single-turn evidence window of this length that ends at the query time. */
export function findWindowStart(queryMicros: number, windowMicros: number): number {
  return Math.max(0, queryMicros - windowMicros);
}

/** A window or horizon divided by these is tried in turn where the labels are not dense over the whole. */
const SHORTER_PARTS = [2, 3];

/**
 * The stated length, its half and its third, in whole seconds and at least three sampling periods: labels given for scattered
 * seconds are seldom dense for long, and a shorter window (or horizon, which the question names) asks the same.
 */
export function listShorterLengths({ options }: BuildContext, lengthSec: number): number[] {
  const stated = toMicros(lengthSec);
  const shorter = SHORTER_PARTS.map((part) => Math.floor(lengthSec / part) * 1_000_000)
    .filter((micros) => micros >= 3 * toMicros(options.sampling_period_sec) && micros < stated);
  return [stated, ...new Set(shorter)];
}
