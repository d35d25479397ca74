import type { SeededRandom } from '@medstream/schema';

import { type BuildContext, findLatestMicros, isBlindNear, toMicros } from './build-context.js';
import type { Schedule } from './draft.js';
import type { LabelSpans, Onset } from './label-spans.js';
import { type Absence, findRunEndMicros, isAskable, isSteady } from './query-spans.js';
import { indexSpans } from './span-index.js';

/** Rounds after the event end at most this long after it: enough to see whether a model stays with its answer. */
const TAIL_MICROS = 20_000_000;
/** At most this many rounds before the event, so that most items have rounds on both sides. */
const MOST_ROUNDS_BEFORE = 3;

export interface PlannedSchedule {
  queryMicros: number;
  schedule: Schedule;
}

export interface EventToPlan {
  view: LabelSpans;
  onset: Onset;
  /** Whether the question may start at this moment: the event is provably still to come, and the first of its kind. */
  acceptsQuery: (queryMicros: number) => boolean;
  /** How long after the query the last round may lie; null: no limit. */
  horizonMicros: number | null;
}

/**
 * Rounds that straddle an event.
 *
 * ```
 * label absent ─────────────────────┐ t*   label holds ────────────
 * q        b1      b2               │  a1       a2        a3
 * ├────────┼───────┼────────────────┼──┼────────┼─────────┼──▶
 *    q + 2i: the sampling grid      │  └ on the grid of q, in [t*, t* + delta], so that every later round samples it again
 * ```
 *
 * The first answerable round a1 lies within delta of t*, and on the grid of q: a perfect model can reach full marks, and
 * each answerable round has a target that shows the event (contracts.md, "Temporal contract").
 *
 * @returns makes one schedule of the event after another; null where the labels, the media or the options leave no such rounds
 */
export function openEventPlanner(context: BuildContext, event: EventToPlan): (random: SeededRandom) => PlannedSchedule | null {
  const expectedMicros = context.scale.snapUp(event.onset.atMicros);
  const allFirst = listFirstAnswerable(context, event, expectedMicros);
  return (random) => {
    for (const firstAnswerable of random.shuffle(allFirst)) {
      for (const queryMicros of random.shuffle(listStarts(context, { expectedMicros, firstAnswerable }))) {
        if (!isUsableStart(context, event, queryMicros)) continue;
        const currentMicros = chooseRounds(context, event, { queryMicros, expectedMicros, firstAnswerable, random });
        if (currentMicros !== null) return { queryMicros, schedule: { expectedMicros, currentMicros } };
      }
    }
    return null;
  };
}

/** Ends of a first answerable round: labelled instants within the tolerance, or the first whole second the margin after t*. */
function listFirstAnswerable(context: BuildContext, { view, onset }: EventToPlan, expectedMicros: number): number[] {
  const { options, scale } = context;
  const toleranceMicros = toMicros(options.tolerance_sec);
  const marginMicros = Math.min(toMicros(options.boundary_margin_sec), toleranceMicros);
  const latestMicros = Math.min(expectedMicros + toleranceMicros, findLatestMicros(context, view));
  const endMicros = findRunEndMicros(view, onset, latestMicros + marginMicros);
  const proposed = view.isSampled
    ? view.spans.slice(onset.spanIndex, onset.spanIndex + 4).map(({ startMicros }) => scale.snapUp(startMicros))
    : [scale.snapUpToWhole(expectedMicros + marginMicros), scale.snapUp(expectedMicros + marginMicros)];
  const isEvidence = (atMicros: number): boolean =>
    atMicros <= latestMicros && isAskable(view, atMicros) && (view.isSampled ? atMicros < endMicros : atMicros + marginMicros < endMicros) && isVisible(context, view, atMicros);
  const usable = proposed.filter(isEvidence);
  return view.isSampled ? usable : usable.slice(0, 1);
}

/** A blind track's own event is the blindness; everything else must be visible. */
function isVisible(context: BuildContext, view: LabelSpans, atMicros: number): boolean {
  return view.role === 'blind' || !isBlindNear(context, atMicros, toMicros(context.options.boundary_margin_sec));
}

/** Moments on the grid of the first answerable round that lie before the event by at most the longest lead. */
function listStarts({ options, scale }: BuildContext, { expectedMicros, firstAnswerable }: { expectedMicros: number; firstAnswerable: number }): number[] {
  const periodMicros = toMicros(options.sampling_period_sec);
  const latest = expectedMicros - periodMicros - toMicros(options.boundary_margin_sec);
  const earliest = Math.max(0, expectedMicros - toMicros(options.lead_sec));
  const starts: number[] = [];
  for (let queryMicros = firstAnswerable - periodMicros; queryMicros >= earliest; queryMicros -= periodMicros) {
    if (queryMicros <= latest && scale.snapUp(queryMicros) === queryMicros) starts.push(queryMicros);
  }
  return starts;
}

function isUsableStart(context: BuildContext, { view, acceptsQuery }: EventToPlan, queryMicros: number): boolean {
  const marginMicros = toMicros(context.options.boundary_margin_sec);
  // Labels of instants say what holds at the instant itself; only continuous ones need a margin to their boundaries.
  const isCertain = isAskable(view, queryMicros) && (view.isSampled || isSteady(view, queryMicros, marginMicros));
  return isCertain && !isBlindNear(context, queryMicros, marginMicros) && acceptsQuery(queryMicros);
}

interface PlaceOfRounds {
  queryMicros: number;
  expectedMicros: number;
  firstAnswerable: number;
  random: SeededRandom;
}

function chooseRounds(context: BuildContext, { view, horizonMicros }: EventToPlan, { queryMicros, expectedMicros, firstAnswerable, random }: PlaceOfRounds): number[] | null {
  const { options } = context;
  const periodMicros = toMicros(options.sampling_period_sec);
  const lastBefore = view.isSampled ? expectedMicros - 1 : expectedMicros - Math.max(1, toMicros(options.boundary_margin_sec));
  const before = listGrid(context, view, { from: queryMicros + periodMicros, to: lastBefore });
  const horizonEnd = horizonMicros === null ? Number.POSITIVE_INFINITY : queryMicros + horizonMicros;
  const to = Math.min(firstAnswerable + TAIL_MICROS, findLatestMicros(context, view), horizonEnd);
  const after = listGrid(context, view, { from: firstAnswerable + periodMicros, to });
  if (before.length === 0 || firstAnswerable > horizonEnd) return null;
  const mostBefore = Math.min(MOST_ROUNDS_BEFORE, before.length, options.rounds_max - 1);
  let beforeCount = 1 + random.nextIndex(mostBefore);
  const total = options.rounds_min + random.nextIndex(options.rounds_max - options.rounds_min + 1);
  const afterCount = Math.min(after.length, Math.max(0, total - 1 - beforeCount));
  beforeCount = Math.min(before.length, Math.max(beforeCount, options.rounds_min - 1 - afterCount));
  if (beforeCount + 1 + afterCount < options.rounds_min) return null;
  return [...pickSome(before, beforeCount, random), firstAnswerable, ...pickSome(after, afterCount, random)];
}

/** Moments on the sampling grid from one moment to another that may end a round. */
function listGrid({ options, scale }: BuildContext, view: LabelSpans, { from, to }: { from: number; to: number }): number[] {
  const periodMicros = toMicros(options.sampling_period_sec);
  const grid: number[] = [];
  for (let atMicros = from; atMicros <= to; atMicros += periodMicros) {
    if (scale.snapUp(atMicros) === atMicros && isAskable(view, atMicros)) grid.push(atMicros);
  }
  return grid;
}

function pickSome(list: readonly number[], count: number, random: SeededRandom): number[] {
  return random.drawSome(list, count).sort((a, b) => a - b);
}

/**
 * Rounds in a stretch over which the event provably never comes; as long and as many as those of items in which it does.
 *
 * @returns null where the stretch is too short or starts nowhere that may be asked about
 */
export function planNeverSchedule(context: BuildContext, { view, absence }: { view: LabelSpans; absence: Absence }, random: SeededRandom): PlannedSchedule | null {
  const { options, scale } = context;
  const periodMicros = toMicros(options.sampling_period_sec);
  const marginMicros = toMicros(options.boundary_margin_sec);
  const startMicros = Math.max(0, absence.startMicros + (view.isSampled ? 0 : marginMicros));
  const endMicros = Math.min(absence.endMicros - (view.isSampled ? 0 : marginMicros), findLatestMicros(context, view));
  const shortest = options.rounds_min * periodMicros;
  const longest = Math.min(toMicros(options.lead_sec) + TAIL_MICROS, endMicros - startMicros);
  if (longest < shortest) return null;
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const lengthMicros = shortest + random.nextIndex(longest - shortest + 1);
    const queryMicros = chooseStart(context, view, { from: startMicros, to: endMicros - lengthMicros, random });
    if (queryMicros === null || scale.snapUp(queryMicros) !== queryMicros || isBlindNear(context, queryMicros, marginMicros)) continue;
    const grid = listGrid(context, view, { from: queryMicros + periodMicros, to: Math.min(endMicros, queryMicros + lengthMicros) });
    const count = Math.min(grid.length, options.rounds_min + random.nextIndex(options.rounds_max - options.rounds_min + 1));
    if (count >= options.rounds_min) return { queryMicros, schedule: { expectedMicros: null, currentMicros: pickSome(grid, count, random) } };
  }
  return null;
}

function chooseStart({ scale }: BuildContext, view: LabelSpans, { from, to, random }: { from: number; to: number; random: SeededRandom }): number | null {
  if (to < from) return null;
  if (!view.isSampled) {
    const drawn = scale.snapUpToWhole(from + random.nextIndex(to - from + 1));
    return drawn <= to ? drawn : scale.snapUp(from);
  }
  const index = indexSpans(view);
  const before = index.countBegun(from - 1);
  const count = index.countBegun(to) - before;
  return count < 1 ? null : scale.snapUp(index.starts[before + random.nextIndex(count)] as number);
}
