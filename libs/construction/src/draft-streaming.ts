import type { SeededRandom } from '@medstream/schema';

import { type BuildContext, toMicros } from './build-context.js';
import type { Candidate, Draft } from './draft.js';
import type { LabelSet } from './label-set.js';
import type { LabelSpans, Onset } from './label-spans.js';
import { nameTask } from './name-task.js';
import { isEveryUntil, labelsAt, listAbsences, listOnsets } from './query-spans.js';
import { openEventPlanner, planNeverSchedule, type PlannedSchedule } from './plan-schedule.js';
import { isShowable, namesSomething, showLabel } from './show-label.js';
import { describeBlindness, describeDuration, describeMoment, describePoint, describeThing, nounOf, presenceWordingOf } from './signal-nouns.js';
import { indexSpans } from './span-index.js';
import { listStateNeighbours } from './state-neighbours.js';
import type { WordingFamily } from './wordings.js';

/** So many schedules are tried for one onset, for videos with too few onsets to reach the least number of items. */
export const SCHEDULES_PER_ONSET = 3;

/** A candidate and how many others there are of the same event before it. */
export interface RankedCandidate extends Candidate {
  rank: number;
}

/** "Which phase follows the one shown at the start?", asked again in each round. */
export function draftNextStreaming(context: BuildContext, view: LabelSpans): RankedCandidate[] {
  const task = nameTask(view.signal, 'next');
  const horizonMicros = toMicros(context.options.streaming_horizon_sec);
  return planForOnsets(context, view, { purpose: `${task}/streaming`, horizonMicros, acceptsQuery: (onset, queryMicros) => isFirstNew(view, onset, queryMicros) }).map(({ onset, planned, rank }) => ({
    rank,
    queryMicros: planned.queryMicros,
    balanceKey: onset.label,
    makeDraft: () => ({
      task,
      temporalMode: 'future',
      view,
      windowMicros: null,
      ...planned,
      wording: view.role === 'presence' ? presenceWordingOf(view.signal, 'nextStreaming') : 'state_next_streaming',
      fill: { noun: nounOf(view.signal), horizon: describeDuration(horizonMicros) },
      choices: {
        kind: 'labels',
        offersNoChange: true,
        leaveOut: labelsAt(view, planned.queryMicros) ?? [],
        preferred: view.role === 'presence' ? [] : listStateNeighbours(view, planned.queryMicros),
      },
      gold: { kind: 'label', label: onset.label },
      balanceKey: onset.label,
      evidence: describeOnset(context, view, onset),
    }),
  }));
}

/** Whether, seen from the query, the onset is the first moment with a label that did not hold there, and brings only one. */
function isFirstNew(view: LabelSpans, onset: Onset, queryMicros: number): boolean {
  const index = indexSpans(view);
  const held = index.setAt(queryMicros);
  const brought = index.sets[onset.spanIndex];
  const isOnlyThis = held !== null && brought !== undefined && brought.has(onset.label) && brought.labels.every((label) => label === onset.label || held.has(label)) && !held.has(onset.label);
  return isOnlyThis && isEveryUntil(view, { fromMicros: queryMicros, spanIndex: onset.spanIndex }, (labels) => (view.role === 'state' ? labels === held : labels.isWithin(held)));
}

/** "Raise an alert when …", for every kind of signal. */
export function draftAlerts(context: BuildContext, view: LabelSpans): RankedCandidate[] {
  const task = nameAlertTask(view);
  return planForOnsets(context, view, { purpose: `${task}/streaming`, horizonMicros: null, acceptsQuery: (onset, queryMicros) => namesSomething(onset.label) && isStillAbsent(view, onset, queryMicros) }).map(({ onset, planned, rank }) => ({
    rank,
    queryMicros: planned.queryMicros,
    balanceKey: onset.label,
    makeDraft: () => ({
      ...describeAlert(view, onset.label),
      task,
      ...planned,
      gold: { kind: 'alert', reason: describeReason(view, onset.label) },
      evidence: describeOnset(context, view, onset),
    }),
  }));
}

function isStillAbsent(view: LabelSpans, onset: Onset, queryMicros: number): boolean {
  return isEveryUntil(view, { fromMicros: queryMicros, spanIndex: onset.spanIndex }, (labels) => !isWatched(view, onset.label, labels));
}

/** Whether labels show what an alert waits for. To people all kinds of blindness look alike, so any of them counts for each. */
function isWatched(view: LabelSpans, label: string, labels: LabelSet): boolean {
  return view.role === 'blind' ? labels.size > 0 : labels.has(label);
}

/**
 * The same questions over stretches in which it never happens. Labels that do begin somewhere else in the video come first,
 * so that the wording tells nothing.
 */
export function draftNeverAlerts(context: BuildContext, view: LabelSpans): Candidate[] {
  const task = nameAlertTask(view);
  const { options, scale } = context;
  const random = context.randomFor(`${task}/never`);
  const begun = new Set(listOnsets(view, toMicros(options.tolerance_sec)).map(({ label }) => label));
  const labels = [...view.vocabulary.filter((label) => begun.has(label)), ...random.shuffle(view.vocabulary.filter((label) => !begun.has(label)))].filter((label) => isShowable(label) && namesSomething(label));
  return labels.slice(0, options.max_items_per_task).flatMap((label): Candidate[] => {
    const absences = random.shuffle(listAbsences(view, (held) => isWatched(view, label, held))).slice(0, options.max_items_per_label);
    return absences.flatMap((absence): Candidate[] => {
      const planned = planNeverSchedule(context, { view, absence }, random);
      if (planned === null) {
        context.leftOut.add('no-rounds');
        return [];
      }
      const last = planned.schedule.currentMicros.at(-1) as number;
      const makeDraft = (): Draft => ({
        ...describeAlert(view, label),
        task,
        ...planned,
        gold: { kind: 'never-alert', watched: describeWatched(view, label) },
        evidence: `The ${view.signal} label "${label}" holds nowhere from ${describePoint(scale, planned.queryMicros)} to ${describePoint(scale, last)}; the labels are dense there.`,
      });
      return [{ queryMicros: planned.queryMicros, balanceKey: label, makeDraft }];
    });
  });
}

function nameAlertTask(view: LabelSpans): string {
  if (view.role === 'blind') return 'view_alert';
  return view.role === 'event' ? 'event_alert' : nameTask(view.signal, 'alert');
}

function describeAlert(view: LabelSpans, label: string): Pick<Draft, 'temporalMode' | 'view' | 'windowMicros' | 'wording' | 'fill' | 'choices' | 'balanceKey'> {
  const wordings: Record<LabelSpans['role'], WordingFamily> = { state: 'state_alert', presence: presenceWordingOf(view.signal, 'alert'), blind: 'view_alert', event: 'event_alert' };
  return {
    temporalMode: 'proactive',
    view,
    windowMicros: null,
    wording: wordings[view.role],
    fill: { noun: nounOf(view.signal), label: showLabel(label), thing: describeThing(view.signal, label), event: describeBlindness(label).event },
    choices: null,
    balanceKey: label,
  };
}

function describeReason(view: LabelSpans, label: string): string {
  switch (view.role) {
    case 'state':
      return `the ${nounOf(view.signal)} ${showLabel(label)} has begun`;
    case 'presence':
      return `${describeThing(view.signal, label)} can be seen`;
    case 'event':
      return `an adverse event of the kind ${showLabel(label)} has begun`;
    case 'blind':
      return describeBlindness(label).reason;
  }
}

function describeWatched(view: LabelSpans, label: string): string {
  return view.role === 'blind' ? `that ${describeBlindness(label).event}` : `"${showLabel(label)}"`;
}

function describeOnset({ scale }: BuildContext, view: LabelSpans, { label, atMicros }: Onset): string {
  return `The ${view.signal} label "${label}" begins ${describeMoment(scale, scale.snapUp(atMicros))}.`;
}

interface OnsetPlanning {
  purpose: string;
  horizonMicros: number | null;
  acceptsQuery: (onset: Onset, queryMicros: number) => boolean;
}

/** Schedules for the onsets of each label, at most three times its cap of them, chosen by the seed. */
function planForOnsets(context: BuildContext, view: LabelSpans, { purpose, horizonMicros, acceptsQuery }: OnsetPlanning): { onset: Onset; planned: PlannedSchedule; rank: number }[] {
  const { options, leftOut } = context;
  const random = context.randomFor(purpose);
  const onsets = takeSomePerLabel(listOnsets(view, toMicros(options.tolerance_sec)), { most: SCHEDULES_PER_ONSET * options.max_items_per_label, context, random });
  return onsets.flatMap((onset) => {
    if (!isShowable(onset.label)) {
      leftOut.add('label-not-showable');
      return [];
    }
    const found: { onset: Onset; planned: PlannedSchedule; rank: number }[] = [];
    const plan = openEventPlanner(context, { view, onset, horizonMicros, acceptsQuery: (queryMicros) => acceptsQuery(onset, queryMicros) });
    for (let attempt = 0; attempt < SCHEDULES_PER_ONSET; attempt += 1) {
      const planned = plan(random);
      if (planned === null) {
        leftOut.add('no-rounds');
        break;
      }
      if (!found.some((other) => other.planned.queryMicros === planned.queryMicros)) found.push({ onset, planned, rank: found.length });
    }
    return found;
  });
}

function takeSomePerLabel(onsets: readonly Onset[], { most, context, random }: { most: number; context: BuildContext; random: SeededRandom }): Onset[] {
  const byLabel = new Map<string, Onset[]>();
  for (const onset of onsets) {
    const own = byLabel.get(onset.label);
    if (own === undefined) byLabel.set(onset.label, [onset]);
    else own.push(onset);
  }
  return [...byLabel.keys()].sort().flatMap((label) => {
    const own = random.shuffle(byLabel.get(label) ?? []);
    context.leftOut.add('over-cap', Math.max(0, own.length - most));
    return own.slice(0, most);
  });
}
