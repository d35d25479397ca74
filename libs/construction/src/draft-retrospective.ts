import { planTargets } from '@medstream/sampling';
import type { SeededRandom } from '@medstream/schema';

import { type BuildContext, isBlindNear, isClearThroughout, toMicros } from './build-context.js';
import { type Candidate, candidateOf, type Draft } from './draft.js';
import type { LabelSet } from './label-set.js';
import type { LabelSpans } from './label-spans.js';
import { findWindowStart, listQueryTimes, listShorterLengths, proposeQueryTimes, proposeTimesNearOnsets, stateLabelAt } from './list-query-times.js';
import { nameTask } from './name-task.js';
import { isAskable, isKnownThroughout, isSteady, listSpansWithin } from './query-spans.js';
import { showLabel } from './show-label.js';
import { describeMoment, describeThing, nounOf, pluralOf, presenceWordingOf } from './signal-nouns.js';
import { indexSpans } from './span-index.js';
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
export function draftStateEarlier(context: BuildContext, view: LabelSpans): { changed: Candidate[]; unchanged: Candidate[] } {
  const task = nameTask(view.signal, 'earlier');
  const random = context.randomFor(`${task}/times`);
  const marginMicros = toMicros(context.options.boundary_margin_sec);
  const windowMicros = toMicros(context.options.window_sec);
  const changed: Candidate[] = [];
  const unchanged: Candidate[] = [];
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
    const makeDraft = (): Draft => ({
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
    (others.length > 0 ? changed : unchanged).push({ queryMicros, balanceKey: label, makeDraft });
  }
  return { changed, unchanged };
}

/** "Which phase was the first to be shown?": windows whose labels are known throughout and change at least once. */
export function draftStateOrder(context: BuildContext, view: LabelSpans): Candidate[] {
  const task = nameTask(view.signal, 'order');
  const marginMicros = toMicros(context.options.boundary_margin_sec);
  const lengths = listShorterLengths(context, context.options.window_sec);
  return listQueryTimes(context, view, proposeTimesAfterOnsets(context, view, context.randomFor(`${task}/times`))).flatMap((queryMicros): Candidate[] => {
    const windowMicros = findDenseWindow(context, view, { queryMicros, lengths });
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
      candidateOf({
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
      }),
    ];
  });
}

/** The longest window ending at the query over which the labels are dense; null, and counted, where there is none. */
function findDenseWindow(context: BuildContext, view: LabelSpans, { queryMicros, lengths }: { queryMicros: number; lengths: readonly number[] }): number | null {
  const found = lengths.find((windowMicros) => isKnownThroughout(view, findWindowStart(queryMicros, windowMicros), queryMicros));
  if (found === undefined) context.leftOut.add('sparse-labels');
  return found ?? null;
}

export interface SeenLabels {
  queryMicros: number;
  windowMicros: number;
  /** Every label of any instant of the window. */
  used: LabelSet;
  /** Those of them that a sampled target shows. */
  sampled: LabelSet;
}

/**
 * Candidates about windows without a blind moment whose labels are dense throughout, so that both presence and absence are
 * known. `draft` makes one of a window, or null where it leaves the window out.
 */
export function draftSeenLabels(context: BuildContext, view: LabelSpans, { random, draft }: { random: SeededRandom; draft: (seen: SeenLabels) => Candidate | null }): Candidate[] {
  const index = indexSpans(view);
  const lengths = listShorterLengths(context, context.options.window_sec);
  const periodMicros = toMicros(context.options.sampling_period_sec);
  // windows of one length are sampled at the same distances from their start
  const offsetsOfLength = new Map<number, number[]>();
  const listOffsets = (lengthMicros: number): number[] => {
    const offsets = offsetsOfLength.get(lengthMicros) ?? planTargets({ startMicros: 0, endMicros: lengthMicros, periodMicros });
    offsetsOfLength.set(lengthMicros, offsets);
    return offsets;
  };
  const candidates: Candidate[] = [];
  for (const queryMicros of listQueryTimes(context, view, proposeQueryTimes(context, view, random))) {
    const windowMicros = findDenseWindow(context, view, { queryMicros, lengths });
    if (windowMicros === null) continue;
    const startMicros = findWindowStart(queryMicros, windowMicros);
    if (!isClearThroughout(context, { startMicros, endMicros: queryMicros })) {
      context.leftOut.add('blind');
      continue;
    }
    const seen = { queryMicros, windowMicros, used: index.unionWithin(startMicros, queryMicros), sampled: index.unionAt(startMicros, listOffsets(queryMicros - startMicros)) };
    const candidate = draft(seen);
    if (candidate !== null) candidates.push(candidate);
  }
  return candidates;
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
      ...describeUsed(view, { queryMicros, windowMicros }),
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
      ...describeUsed(view, { queryMicros, windowMicros }),
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

function describeUsed(view: LabelSpans, window: { queryMicros: number; windowMicros: number }): Pick<Draft, 'temporalMode' | 'view' | 'queryMicros' | 'windowMicros' | 'schedule'> {
  return { temporalMode: 'retrospective', view, ...window, schedule: null };
}
