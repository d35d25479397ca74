import { planTargets } from '@medstream/sampling';
import type { SeededRandom } from '@medstream/schema';

import { type BuildContext, isBlindNear, toMicros } from './build-context.js';
import { type Candidate, candidateOf, type Draft } from './draft.js';
import { draftAtTimes } from './draft-at-times.js';
import { describeLookBack, draftSeenLabels, findDenseWindow, type SeenLabels } from './draft-seen-labels.js';
import type { LabelSpans } from './label-spans.js';
import { findWindowStart, listShorterLengths, type ProposedTimes, proposeQueryTimes, proposeTimesNearOnsets, stateLabelAt } from './list-query-times.js';
import { nameTask } from './name-task.js';
import { isAskable, isSteady, listSpansWithin } from './query-spans.js';
import { showLabel } from './show-label.js';
import { describeMoment, describeThing, nounOf, pluralOf, presenceWordingOf } from './signal-nouns.js';
import { listStateNeighbours } from './state-neighbours.js';

/** Moments whose window probably holds a change: the usual ones, and some shortly after each onset. */
export function proposeTimesAfterOnsets(context: BuildContext, view: LabelSpans, random: SeededRandom): ProposedTimes {
  const { options } = context;
  const marginMicros = toMicros(options.boundary_margin_sec);
  const reachMicros = toMicros(options.window_sec) - toMicros(options.sampling_period_sec) - marginMicros;
  return [...proposeQueryTimes(context, view, random), ...proposeTimesNearOnsets(context, view, { from: marginMicros, to: Math.max(marginMicros, reachMicros), random })];
}

function planWindowTargets(context: BuildContext, { queryMicros, windowMicros }: { queryMicros: number; windowMicros: number }): number[] {
  return planTargets({ startMicros: findWindowStart(queryMicros, windowMicros), endMicros: queryMicros, periodMicros: toMicros(context.options.sampling_period_sec) });
}

/** "Which phase was shown at 123 s?": the moment is one of the window's sampled targets, its label another than the current one where possible. */
export function draftStateEarlier(context: BuildContext, view: LabelSpans): { changed: Candidate[]; unchanged: Candidate[] } {
  const task = nameTask(view.signal, 'earlier');
  const random = context.randomFor(`${task}/times`);
  const marginMicros = toMicros(context.options.boundary_margin_sec);
  const windowMicros = toMicros(context.options.window_sec);
  const draft = (queryMicros: number): { candidate: Candidate; isChanged: boolean } | null => {
    const current = stateLabelAt(view, queryMicros);
    const moments = planWindowTargets(context, { queryMicros, windowMicros })
      .slice(0, -1)
      .filter((atMicros) => isAskable(view, atMicros) && isSteady(view, atMicros, marginMicros) && !isBlindNear(context, atMicros, marginMicros))
      .filter((atMicros) => context.scale.snapUp(atMicros) === atMicros);
    const others = moments.filter((atMicros) => stateLabelAt(view, atMicros) !== current);
    if (moments.length === 0) {
      context.leftOut.add('not-sampled');
      return null;
    }
    const momentMicros = random.pick(others.length > 0 ? others : moments);
    const label = stateLabelAt(view, momentMicros);
    const makeDraft = (): Draft => ({
      ...describeLookBack(view, { queryMicros, windowMicros }),
      task,
      wording: 'state_earlier',
      fill: { noun: nounOf(view.signal), moment: describeMoment(context.scale, momentMicros) },
      choices: { kind: 'labels', offersNoChange: false, leaveOut: [], preferred: [current, ...listStateNeighbours(view, momentMicros)] },
      gold: { kind: 'label', label },
      balanceKey: label,
      evidence: `The ${view.signal} label ${describeMoment(context.scale, momentMicros)} is "${label}".`,
    });
    return { candidate: { queryMicros, balanceKey: label, makeDraft }, isChanged: others.length > 0 };
  };
  const drafted = draftAtTimes(context, view, { proposed: proposeTimesAfterOnsets(context, view, random), wantedItems: context.options.max_items_per_task, draft });
  const keep = (isWanted: boolean): Candidate[] => drafted.filter(({ isChanged }) => isChanged === isWanted).map(({ candidate }) => candidate);
  return { changed: keep(true), unchanged: keep(false) };
}

/** "Which phase was the first to be shown?": windows whose labels are known throughout and change at least once. */
export function draftStateOrder(context: BuildContext, view: LabelSpans): Candidate[] {
  const task = nameTask(view.signal, 'order');
  const marginMicros = toMicros(context.options.boundary_margin_sec);
  const lengths = listShorterLengths(context, context.options.window_sec);
  const draft = (queryMicros: number): Candidate | null => {
    const windowMicros = findDenseWindow(context, view, { queryMicros, lengths });
    if (windowMicros === null) return null;
    const startMicros = findWindowStart(queryMicros, windowMicros);
    const labels = [...new Set(listSpansWithin(view, startMicros, queryMicros).map(({ labels: [label] }) => label as string))];
    const first = labels[0];
    if (first === undefined || labels.length < 2) {
      context.leftOut.add('same-label-only');
      return null;
    }
    const isShown = isAskable(view, startMicros) && isSteady(view, startMicros, marginMicros) && !isBlindNear(context, startMicros, marginMicros);
    if (!isShown) {
      context.leftOut.add('not-sampled');
      return null;
    }
    return candidateOf({
      ...describeLookBack(view, { queryMicros, windowMicros }),
      task,
      wording: 'state_order',
      fill: { noun: nounOf(view.signal) },
      choices: { kind: 'labels', offersNoChange: false, leaveOut: [], preferred: labels.slice(1) },
      gold: { kind: 'label', label: first },
      balanceKey: first,
      evidence: `The ${view.signal} labels of the window are, in order, ${labels.map((label) => `"${label}"`).join(', ')}.`,
    });
  };
  return draftAtTimes(context, view, { proposed: proposeTimesAfterOnsets(context, view, context.randomFor(`${task}/times`)), wantedItems: context.options.max_items_per_task, draft });
}

/** "Which instruments were visible in this clip?" */
export function draftAllSeen(context: BuildContext, view: LabelSpans): Candidate[] {
  const task = nameTask(view.signal, 'allSeen');
  const draft = ({ queryMicros, windowMicros, used, sampled }: SeenLabels): Candidate | null => {
    if (used.size === 0) return null;
    if (used !== sampled) {
      context.leftOut.add('not-sampled');
      return null;
    }
    const { labels, key } = used;
    const makeDraft = (): Draft => ({
      ...describeLookBack(view, { queryMicros, windowMicros }),
      task,
      wording: presenceWordingOf(view.signal, 'allSeen'),
      fill: { noun: nounOf(view.signal), nouns: pluralOf(view.signal) },
      choices: { kind: 'labels', offersNoChange: false, leaveOut: [], preferred: [] },
      gold: { kind: 'labels', labels },
      balanceKey: key,
      evidence: `The ${view.signal} labels of the window name ${labels.map((label) => `"${label}"`).join(', ')} and no other.`,
    });
    return { queryMicros, balanceKey: key, makeDraft };
  };
  return draftSeenLabels(context, view, { random: context.randomFor(`${task}/times`), draft });
}

/** "Was the hook visible in this clip?", yes and no by turns of the seed. */
export function draftSeen(context: BuildContext, view: LabelSpans): Candidate[] {
  const task = nameTask(view.signal, 'seen');
  const random = context.randomFor(`${task}/which`);
  const draft = ({ queryMicros, windowMicros, used, sampled }: SeenLabels): Candidate | null => {
    const word = random.nextIndex(2) === 0 ? 'yes' : 'no';
    const pool = word === 'yes' ? sampled.askable : used.askableAbsent;
    if (pool.length === 0) return null;
    const label = random.pick(pool);
    const makeDraft = (): Draft => ({
      ...describeLookBack(view, { queryMicros, windowMicros }),
      task,
      wording: presenceWordingOf(view.signal, 'seen'),
      fill: { label: showLabel(label), thing: describeThing(view.signal, label) },
      choices: { kind: 'yes-no' },
      gold: { kind: 'word', word },
      balanceKey: word,
      evidence: `The ${view.signal} labels of the window ${word === 'yes' ? 'name' : 'never name'} "${label}".`,
    });
    return { queryMicros, balanceKey: word, makeDraft };
  };
  return draftSeenLabels(context, view, { random: context.randomFor(`${task}/times`), draft });
}
