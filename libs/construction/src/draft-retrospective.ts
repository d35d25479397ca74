import { planTargets } from '@medstream/sampling';
import type { SeededRandom } from '@medstream/schema';

import { type BuildContext, isBlindNear, isClearThroughout, toMicros } from './build-context.js';
import type { Draft } from './draft.js';
import type { LabelSpans } from './label-spans.js';
import { findWindowStart, listQueryTimes, listShorterLengths, proposeQueryTimes, proposeTimesNearOnsets, stateLabelAt } from './list-query-times.js';
import { nameTask } from './name-task.js';
import { isAskable, isKnownThroughout, isSteady, labelsAt, listSpansWithin } from './query-spans.js';
import { isShowable, namesSomething, showLabel } from './show-label.js';
import { describeMoment, describeThing, nounOf, pluralOf, presenceWordingOf } from './signal-nouns.js';
import { listStateNeighbours } from './state-neighbours.js';

/** Moments whose window probably holds a change: the usual ones, and some shortly after each onset. */
export function proposeTimesAfterOnsets(context: BuildContext, view: LabelSpans, random: SeededRandom): number[] {
  const { options } = context;
  const marginMicros = toMicros(options.boundary_margin_sec);
  const reachMicros = toMicros(options.window_sec) - toMicros(options.sampling_period_sec) - marginMicros;
  return [...proposeQueryTimes(context, view, random), ...proposeTimesNearOnsets(context, view, { from: marginMicros, to: Math.max(marginMicros, reachMicros), random })];
}

function planWindowTargets(context: BuildContext, { queryMicros, windowMicros }: { queryMicros: number; windowMicros: number }): number[] {
  return planTargets({ startMicros: findWindowStart(queryMicros, windowMicros), endMicros: queryMicros, periodMicros: toMicros(context.options.sampling_period_sec) });
}

/** "Which phase was shown at 123 s?": the moment is one of the window's sampled targets, its label another than the current one where possible. */
export function draftStateEarlier(context: BuildContext, view: LabelSpans): { changed: Draft[]; unchanged: Draft[] } {
  const task = nameTask(view.signal, 'earlier');
  const random = context.randomFor(`${task}/times`);
  const marginMicros = toMicros(context.options.boundary_margin_sec);
  const windowMicros = toMicros(context.options.window_sec);
  const changed: Draft[] = [];
  const unchanged: Draft[] = [];
  for (const queryMicros of listQueryTimes(context, view, proposeTimesAfterOnsets(context, view, random))) {
    const current = stateLabelAt(view, queryMicros);
    const moments = planWindowTargets(context, { queryMicros, windowMicros })
      .slice(0, -1)
      .filter((atMicros) => isAskable(view, atMicros) && isSteady(view, atMicros, marginMicros) && !isBlindNear(context, atMicros, marginMicros))
      .filter((atMicros) => context.scale.snapUp(atMicros) === atMicros);
    const others = moments.filter((atMicros) => stateLabelAt(view, atMicros) !== current);
    if (moments.length === 0) {
      context.leftOut.add('not-sampled');
      continue;
    }
    const momentMicros = random.pick(others.length > 0 ? others : moments);
    const label = stateLabelAt(view, momentMicros);
    (others.length > 0 ? changed : unchanged).push({
      task,
      temporalMode: 'retrospective',
      view,
      queryMicros,
      windowMicros,
      schedule: null,
      wording: 'state_earlier',
      fill: { noun: nounOf(view.signal), moment: describeMoment(context.scale, momentMicros) },
      choices: { kind: 'labels', offersNoChange: false, leaveOut: [], preferred: [current, ...listStateNeighbours(view, momentMicros)] },
      gold: { kind: 'label', label },
      balanceKey: label,
      evidence: `The ${view.signal} label ${describeMoment(context.scale, momentMicros)} is "${label}".`,
    });
  }
  return { changed, unchanged };
}

/** "Which phase was the first to be shown?": windows whose labels are known throughout and change at least once. */
export function draftStateOrder(context: BuildContext, view: LabelSpans): Draft[] {
  const task = nameTask(view.signal, 'order');
  const marginMicros = toMicros(context.options.boundary_margin_sec);
  return listQueryTimes(context, view, proposeTimesAfterOnsets(context, view, context.randomFor(`${task}/times`))).flatMap((queryMicros): Draft[] => {
    const windowMicros = findDenseWindow(context, view, queryMicros);
    if (windowMicros === null) return [];
    const startMicros = findWindowStart(queryMicros, windowMicros);
    const labels = [...new Set(listSpansWithin(view, startMicros, queryMicros).map(({ labels: [label] }) => label as string))];
    const first = labels[0];
    if (first === undefined || labels.length < 2) {
      context.leftOut.add('same-label-only');
      return [];
    }
    const isShown = isAskable(view, startMicros) && isSteady(view, startMicros, marginMicros) && !isBlindNear(context, startMicros, marginMicros);
    if (!isShown) {
      context.leftOut.add('not-sampled');
      return [];
    }
    return [
      {
        task,
        temporalMode: 'retrospective',
        view,
        queryMicros,
        windowMicros,
        schedule: null,
        wording: 'state_order',
        fill: { noun: nounOf(view.signal) },
        choices: { kind: 'labels', offersNoChange: false, leaveOut: [], preferred: labels.slice(1) },
        gold: { kind: 'label', label: first },
        balanceKey: first,
        evidence: `The ${view.signal} labels of the window are, in order, ${labels.map((label) => `"${label}"`).join(', ')}.`,
      },
    ];
  });
}

/** The longest window ending at the query over which the labels are dense; null, and counted, where there is none. */
function findDenseWindow(context: BuildContext, view: LabelSpans, queryMicros: number): number | null {
  const found = listShorterLengths(context, context.options.window_sec).find((windowMicros) => isKnownThroughout(view, findWindowStart(queryMicros, windowMicros), queryMicros));
  if (found === undefined) context.leftOut.add('sparse-labels');
  return found ?? null;
}

export interface SeenLabels {
  queryMicros: number;
  windowMicros: number;
  /** Every label of any instant of the window. */
  used: string[];
  /** Those of them that a sampled target shows. */
  sampled: string[];
}

/** Windows without a blind moment whose labels are dense throughout, so that both presence and absence are known. */
export function listSeenLabels(context: BuildContext, view: LabelSpans, random: SeededRandom): SeenLabels[] {
  return listQueryTimes(context, view, proposeQueryTimes(context, view, random)).flatMap((queryMicros) => {
    const windowMicros = findDenseWindow(context, view, queryMicros);
    if (windowMicros === null) return [];
    const startMicros = findWindowStart(queryMicros, windowMicros);
    if (!isClearThroughout(context, { startMicros, endMicros: queryMicros })) {
      context.leftOut.add('blind');
      return [];
    }
    // plain loops: this runs for thousands of windows a video
    const used = new Set<string>();
    for (const { labels } of listSpansWithin(view, startMicros, queryMicros)) for (const label of labels) used.add(label);
    const sampled = new Set<string>();
    for (const atMicros of planWindowTargets(context, { queryMicros, windowMicros })) for (const label of labelsAt(view, atMicros) ?? []) sampled.add(label);
    return [{ queryMicros, windowMicros, used: [...used].sort(), sampled: [...sampled].sort() }];
  });
}

/** "Which instruments were visible in this clip?" */
export function draftAllSeen(context: BuildContext, view: LabelSpans): Draft[] {
  const task = nameTask(view.signal, 'allSeen');
  return listSeenLabels(context, view, context.randomFor(`${task}/times`)).flatMap(({ queryMicros, windowMicros, used, sampled }): Draft[] => {
    if (used.length === 0) return [];
    if (used.length !== sampled.length) {
      context.leftOut.add('not-sampled');
      return [];
    }
    return [
      {
        ...describeUsed(view, { queryMicros, windowMicros }),
        task,
        wording: presenceWordingOf(view.signal, 'allSeen'),
        fill: { noun: nounOf(view.signal), nouns: pluralOf(view.signal) },
        choices: { kind: 'labels', offersNoChange: false, leaveOut: [], preferred: [] },
        gold: { kind: 'labels', labels: used },
        balanceKey: used.join(' + '),
        evidence: `The ${view.signal} labels of the window name ${used.map((label) => `"${label}"`).join(', ')} and no other.`,
      },
    ];
  });
}

/** "Was the hook visible in this clip?", yes and no by turns of the seed. */
export function draftSeen(context: BuildContext, view: LabelSpans): Draft[] {
  const task = nameTask(view.signal, 'seen');
  const random = context.randomFor(`${task}/which`);
  return listSeenLabels(context, view, context.randomFor(`${task}/times`)).flatMap(({ queryMicros, windowMicros, used, sampled }): Draft[] => {
    const word = random.nextIndex(2) === 0 ? 'yes' : 'no';
    const pool = (word === 'yes' ? sampled : view.vocabulary.filter((label) => !used.includes(label))).filter((label) => isShowable(label) && namesSomething(label));
    if (pool.length === 0) return [];
    const label = random.pick(pool);
    return [
      {
        ...describeUsed(view, { queryMicros, windowMicros }),
        task,
        wording: presenceWordingOf(view.signal, 'seen'),
        fill: { label: showLabel(label), thing: describeThing(view.signal, label) },
        choices: { kind: 'yes-no' },
        gold: { kind: 'word', word },
        balanceKey: word,
        evidence: `The ${view.signal} labels of the window ${word === 'yes' ? 'name' : 'never name'} "${label}".`,
      },
    ];
  });
}

function describeUsed(view: LabelSpans, window: { queryMicros: number; windowMicros: number }): Pick<Draft, 'temporalMode' | 'view' | 'queryMicros' | 'windowMicros' | 'schedule'> {
  return { temporalMode: 'retrospective', view, ...window, schedule: null };
}
