import type { SeededRandom } from '@medstream/schema';

import { type BuildContext, findLatestMicros, isBlindNear, toMicros } from './build-context.js';
import type { Candidate, Draft } from './draft.js';
import { draftAtTimes } from './draft-at-times.js';
import type { LabelSet } from './label-set.js';
import type { LabelSpan, LabelSpans } from './label-spans.js';
import { listShorterLengths, type ProposedTimes, proposeQueryTimes, proposeTimesNearOnsets } from './list-query-times.js';
import { nameTask } from './name-task.js';
import { isAskable, isKnownThroughout, isSteady, labelsAt } from './query-spans.js';
import { isShowable } from './show-label.js';
import { describeDuration, describeMoment, describePoint, nounOf, presenceWordingOf, UNANSWERABLE_KEY } from './signal-nouns.js';
import { indexSpans } from './span-index.js';
import { listStateNeighbours } from './state-neighbours.js';

/** An event counts as beyond prediction when it lies further away than this many horizons (contracts.md, "What may be asked"). */
const UNPREDICTABLE_HORIZONS = 5;
/** Questions beyond that limit ask this much further, at least and at most. */
const FAR_EXTRA_SEC = { least: 10, most: 60 };

/** Usual moments, and some within one horizon before each onset. */
function proposeTimesBeforeOnsets(context: BuildContext, view: LabelSpans, random: SeededRandom): ProposedTimes {
  const { options } = context;
  const marginMicros = toMicros(options.boundary_margin_sec);
  const horizonMicros = toMicros(options.horizon_sec);
  return [...proposeQueryTimes(context, view, random), ...proposeTimesNearOnsets(context, view, { from: marginMicros - horizonMicros, to: -marginMicros, random })];
}

/**
 * "Which phase will begin first within the next 30 seconds?" The labels are known over the whole horizon; a change too close
 * to its end is left out, because sources that label by the second would disagree about it.
 */
export function draftNext(context: BuildContext, view: LabelSpans): Candidate[] {
  const task = nameTask(view.signal, 'next');
  const { options } = context;
  const horizons = listShorterLengths(context, options.horizon_sec);
  const draft = (queryMicros: number): Candidate | null => {
    const horizonMicros = horizons.find((length) => isKnownThroughout(view, queryMicros, queryMicros + length));
    if (horizonMicros === undefined) {
      context.leftOut.add('sparse-labels');
      return null;
    }
    const endMicros = queryMicros + horizonMicros;
    const first = findFirstNew(view, queryMicros, endMicros + toMicros(options.boundary_margin_sec));
    if (first !== null && first.atMicros > endMicros - toMicros(options.boundary_margin_sec)) {
      context.leftOut.add('near-boundary');
      return null;
    }
    if (first !== null && first.labels.length !== 1) {
      context.leftOut.add('ambiguous');
      return null;
    }
    const label = first?.labels[0] ?? null;
    const balanceKey = label ?? 'no-change';
    const makeDraft = (): Draft => ({
      ...describeFuture(context, view, queryMicros),
      task,
      wording: view.role === 'presence' ? presenceWordingOf(view.signal, 'next') : 'state_next',
      fill: { noun: nounOf(view.signal), horizon: describeDuration(horizonMicros) },
      gold: label === null ? { kind: 'no-change' } : { kind: 'label', label },
      balanceKey,
      evidence:
        first === null
          ? `No other ${view.signal} label begins from the query to ${describePoint(context.scale, endMicros)}.`
          : `The ${view.signal} label "${label}" begins ${describeMoment(context.scale, context.scale.snapUp(first.atMicros))}.`,
    });
    return { queryMicros, balanceKey, makeDraft };
  };
  return draftAtTimes(context, view, { proposed: proposeTimesBeforeOnsets(context, view, context.randomFor(`${task}/times`)), wantedItems: options.max_items_per_task, draft });
}

/** The first span after a moment that shows labels which did not hold at that moment. */
function findFirstNew(view: LabelSpans, fromMicros: number, untilMicros: number): { atMicros: number; labels: string[] } | null {
  const index = indexSpans(view);
  const held = index.setAt(fromMicros);
  const until = index.countBegun(untilMicros);
  for (let place = index.findFirstPlace(fromMicros); place < until; place += 1) {
    const set = index.sets[place] as LabelSet;
    const isNew = held === null ? set.size > 0 : !set.isWithin(held);
    if (isNew) return { atMicros: index.starts[place] as number, labels: (view.spans[place] as LabelSpan).labels.filter((label) => held?.has(label) !== true) };
  }
  return null;
}

/** "Which phase will be shown 200 seconds from now?": beyond five horizons nobody can know, whatever the labels say. */
export function draftBeyondHorizon(context: BuildContext, view: LabelSpans, wantedItems: number): Candidate[] {
  const task = nameTask(view.signal, 'next');
  const random = context.randomFor(`${task}/far`);
  const marginMicros = toMicros(context.options.boundary_margin_sec);
  const index = indexSpans(view);
  const latestMicros = findLatestMicros(context, view);
  const draft = (queryMicros: number): Candidate | null => {
    const extraSec = FAR_EXTRA_SEC.least + random.nextIndex(FAR_EXTRA_SEC.most - FAR_EXTRA_SEC.least + 1);
    const farMicros = Math.ceil(UNPREDICTABLE_HORIZONS * context.options.horizon_sec + extraSec) * 1_000_000;
    const thenMicros = queryMicros + farMicros;
    if (thenMicros > latestMicros || !isAskable(view, thenMicros)) {
      context.leftOut.add('unlabelled');
      return null;
    }
    if (!isSteady(view, thenMicros, marginMicros) || isBlindNear(context, thenMicros, marginMicros)) {
      context.leftOut.add('near-boundary');
      return null;
    }
    const [then, now] = [index.setAt(thenMicros), index.setAt(queryMicros)];
    if (then === null || now === null || then.isWithin(now)) {
      context.leftOut.add('same-label-only');
      return null;
    }
    const makeDraft = (): Draft => ({
      ...describeFuture(context, view, queryMicros),
      task,
      wording: view.role === 'presence' ? presenceWordingOf(view.signal, 'far') : 'state_far',
      fill: { noun: nounOf(view.signal), far: describeDuration(farMicros) },
      gold: { kind: 'unanswerable' },
      balanceKey: UNANSWERABLE_KEY,
      evidence: `The question asks ${describeDuration(farMicros)} ahead, more than ${UNPREDICTABLE_HORIZONS} horizons of ${describeDuration(toMicros(context.options.horizon_sec))}.`,
    });
    return { queryMicros, balanceKey: UNANSWERABLE_KEY, makeDraft };
  };
  return draftAtTimes(context, view, { proposed: proposeQueryTimes(context, view, random), wantedItems, draft });
}

function describeFuture(context: BuildContext, view: LabelSpans, queryMicros: number): Pick<Draft, 'temporalMode' | 'view' | 'queryMicros' | 'windowMicros' | 'schedule' | 'choices'> {
  const now = labelsAt(view, queryMicros) ?? [];
  const preferred = view.role === 'presence' ? [] : listStateNeighbours(view, queryMicros);
  return {
    temporalMode: 'future',
    view,
    queryMicros,
    windowMicros: toMicros(context.options.window_sec),
    schedule: null,
    choices: { kind: 'labels', offersNoChange: true, leaveOut: now.filter(isShowable), preferred },
  };
}
