import type { SeededRandom } from '@medstream/schema';

import { type BuildContext, toMicros } from './build-context.js';
import type { Draft } from './draft.js';
import { isSameSet, type LabelSpans, type Onset } from './label-spans.js';
import { nameTask } from './name-task.js';
import { labelsAt, listAbsences, listOnsets, listSpansUntil } from './query-spans.js';
import { planEventSchedule, planNeverSchedule, type PlannedSchedule } from './plan-schedule.js';
import { isShowable, namesSomething, showLabel } from './show-label.js';
import { describeBlindness, describeDuration, describeMoment, describePoint, describeThing, nounOf, presenceWordingOf } from './signal-nouns.js';
import { listStateNeighbours } from './state-neighbours.js';
import type { WordingFamily } from './wordings.js';

/** So many schedules are tried for one onset, for videos with too few onsets to reach the least number of items. */
export const SCHEDULES_PER_ONSET = 3;

/** A draft and how many others were made of the same event before it. */
export interface RankedDraft {
  draft: Draft;
  rank: number;
}

/** "Which phase follows the one shown at the start?", asked again in each round. */
export function draftNextStreaming(context: BuildContext, view: LabelSpans): RankedDraft[] {
  const task = nameTask(view.signal, 'next');
  const horizonMicros = toMicros(context.options.streaming_horizon_sec);
  return planForOnsets(context, view, { purpose: `${task}/streaming`, horizonMicros, acceptsQuery: (onset, queryMicros) => isFirstNew(view, onset, queryMicros) }).map(({ onset, planned, rank }) => ({
    rank,
    draft: {
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
    },
  }));
}

/** Whether, seen from the query, the onset is the first moment with a label that did not hold there, and brings only one. */
function isFirstNew(view: LabelSpans, onset: Onset, queryMicros: number): boolean {
  const held = labelsAt(view, queryMicros);
  const between = listSpansUntil(view, queryMicros, onset.spanIndex);
  if (held === null || between === null || (view.role === 'state' && !between.every(({ labels }) => isSameSet(labels, held)))) return false;
  const brought = (view.spans[onset.spanIndex]?.labels ?? []).filter((label) => !held.includes(label));
  return brought.length === 1 && brought[0] === onset.label && between.every(({ labels }) => labels.every((label) => held.includes(label)));
}

/** "Raise an alert when …", for every kind of signal. */
export function draftAlerts(context: BuildContext, view: LabelSpans): RankedDraft[] {
  const task = nameAlertTask(view);
  return planForOnsets(context, view, { purpose: `${task}/streaming`, horizonMicros: null, acceptsQuery: (onset, queryMicros) => namesSomething(onset.label) && isStillAbsent(view, onset, queryMicros) }).map(({ onset, planned, rank }) => ({
    rank,
    draft: {
      ...describeAlert(view, onset.label),
      task,
      ...planned,
      gold: { kind: 'alert', reason: describeReason(view, onset.label) },
      evidence: describeOnset(context, view, onset),
    },
  }));
}

function isStillAbsent(view: LabelSpans, onset: Onset, queryMicros: number): boolean {
  return listSpansUntil(view, queryMicros, onset.spanIndex)?.every(({ labels }) => !isWatched(view, onset.label, labels)) ?? false;
}

/** Whether labels show what an alert waits for. To people all kinds of blindness look alike, so any of them counts for each. */
function isWatched(view: LabelSpans, label: string, labels: readonly string[]): boolean {
  return view.role === 'blind' ? labels.length > 0 : labels.includes(label);
}

/**
 * The same questions over stretches in which it never happens. Labels that do begin somewhere else in the video come first,
 * so that the wording tells nothing.
 */
export function draftNeverAlerts(context: BuildContext, view: LabelSpans): Draft[] {
  const task = nameAlertTask(view);
  const { options, scale } = context;
  const random = context.randomFor(`${task}/never`);
  const begun = new Set(listOnsets(view, toMicros(options.tolerance_sec)).map(({ label }) => label));
  const labels = [...view.vocabulary.filter((label) => begun.has(label)), ...random.shuffle(view.vocabulary.filter((label) => !begun.has(label)))].filter((label) => isShowable(label) && namesSomething(label));
  return labels.slice(0, options.max_items_per_task).flatMap((label): Draft[] => {
    const absences = random.shuffle(listAbsences(view, (held) => isWatched(view, label, held))).slice(0, options.max_items_per_label);
    return absences.flatMap((absence): Draft[] => {
      const planned = planNeverSchedule(context, { view, absence }, random);
      if (planned === null) {
        context.leftOut.add('no-rounds');
        return [];
      }
      const last = planned.schedule.currentMicros.at(-1) as number;
      return [
        {
          ...describeAlert(view, label),
          task,
          ...planned,
          gold: { kind: 'never-alert', watched: describeWatched(view, label) },
          evidence: `The ${view.signal} label "${label}" holds nowhere from ${describePoint(scale, planned.queryMicros)} to ${describePoint(scale, last)}; the labels are dense there.`,
        },
      ];
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
    for (let attempt = 0; attempt < SCHEDULES_PER_ONSET; attempt += 1) {
      const planned = planEventSchedule(context, { view, onset, horizonMicros, acceptsQuery: (queryMicros) => acceptsQuery(onset, queryMicros) }, random);
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
  const labels = [...new Set(onsets.map(({ label }) => label))].sort();
  return labels.flatMap((label) => {
    const own = random.shuffle(onsets.filter((onset) => onset.label === label));
    context.leftOut.add('over-cap', Math.max(0, own.length - most));
    return own.slice(0, most);
  });
}
