import type { SeededRandom } from '@medstream/schema';

import { type BuildContext, toMicros } from './build-context.js';
import type { Candidate, Draft } from './draft.js';
import { groupBy } from './group-by.js';
import type { LabelSet } from './label-set.js';
import type { LabelSpans, Onset } from './label-spans.js';
import { nameTask } from './name-task.js';
import { isEveryUntil, labelsAt, listAbsences, listOnsets } from './query-spans.js';
import { openEventPlanner, planNeverSchedule, type PlannedSchedule } from './plan-schedule.js';
import { isShowable, namesSomething, showLabel } from './show-label.js';
import { describeBlindness, describeDuration, describeMoment, describePoint, describeThing, nounOf, presenceWordingOf } from './signal-nouns.js';
import { indexSpans } from './span-index.js';
import { listStateNeighbours } from './state-neighbours.js';
import { tryByTurns } from './try-by-turns.js';
import type { WordingFamily } from './wordings.js';

/** So many schedules are tried for one onset, for videos with too few onsets to reach the least number of items. */
export const SCHEDULES_PER_ONSET = 3;

/** Candidates about events: one of each, and others of the same events, made only where they are needed. */
export interface OnsetCandidates {
  plain: Candidate[];
  spare: () => Candidate[];
}

/** "Which phase follows the one shown at the start?", asked again in each round. */
export function draftNextStreaming(context: BuildContext, view: LabelSpans): OnsetCandidates {
  const task = nameTask(view.signal, 'next');
  const horizonMicros = toMicros(context.options.streaming_horizon_sec);
  const draft = ({ onset, planned }: PlannedOnset): Candidate => ({
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
  });
  return planForOnsets(context, view, { purpose: `${task}/streaming`, horizonMicros, acceptsQuery: (onset, queryMicros) => isFirstNew(view, onset, queryMicros), draft });
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
export function draftAlerts(context: BuildContext, view: LabelSpans): OnsetCandidates {
  const task = nameAlertTask(view);
  const draft = ({ onset, planned }: PlannedOnset): Candidate => ({
    queryMicros: planned.queryMicros,
    balanceKey: onset.label,
    makeDraft: () => ({
      ...describeAlert(view, onset.label),
      task,
      ...planned,
      gold: { kind: 'alert', reason: describeReason(view, onset.label) },
      evidence: describeOnset(context, view, onset),
    }),
  });
  return planForOnsets(context, view, { purpose: `${task}/streaming`, horizonMicros: null, acceptsQuery: (onset, queryMicros) => namesSomething(onset.label) && isStillAbsent(view, onset, queryMicros), draft });
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
export function draftNeverAlerts(context: BuildContext, view: LabelSpans, wantedItems: number): Candidate[] {
  const task = nameAlertTask(view);
  const { options, scale } = context;
  const random = context.randomFor(`${task}/never`);
  const begun = new Set(listOnsets(view, toMicros(options.tolerance_sec)).map(({ label }) => label));
  const labels = [...view.vocabulary.filter((label) => begun.has(label)), ...random.shuffle(view.vocabulary.filter((label) => !begun.has(label)))].filter((label) => isShowable(label) && namesSomething(label));
  const watched = labels.slice(0, options.max_items_per_task).map((label) => random.drawSome(listAbsences(view, (held) => isWatched(view, label, held)), options.max_items_per_label).map((absence) => ({ label, absence })));
  const { made, untried } = tryByTurns(watched, wantedItems, ({ label, absence }): Candidate | null => {
    const planned = planNeverSchedule(context, { view, absence }, random);
    if (planned === null) {
      context.leftOut.add('no-rounds');
      return null;
    }
    const last = planned.schedule.currentMicros.at(-1) as number;
    const makeDraft = (): Draft => ({
      ...describeAlert(view, label),
      task,
      ...planned,
      gold: { kind: 'never-alert', watched: describeWatched(view, label) },
      evidence: `The ${view.signal} label "${label}" holds nowhere from ${describePoint(scale, planned.queryMicros)} to ${describePoint(scale, last)}; the labels are dense there.`,
    });
    return { queryMicros: planned.queryMicros, balanceKey: label, makeDraft };
  });
  context.leftOut.add('not-tried', untried);
  return made;
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

interface PlannedOnset {
  onset: Onset;
  planned: PlannedSchedule;
}

/** An onset with its first schedule, and what makes further ones. */
interface OpenedOnset extends PlannedOnset {
  plan: (random: SeededRandom) => PlannedSchedule | null;
}

interface OnsetPlanning {
  purpose: string;
  horizonMicros: number | null;
  acceptsQuery: (onset: Onset, queryMicros: number) => boolean;
  draft: (planned: PlannedOnset) => Candidate;
}

/** Schedules for the onsets of each label, in an order chosen by the seed, until there are enough. */
function planForOnsets(context: BuildContext, view: LabelSpans, { purpose, horizonMicros, acceptsQuery, draft }: OnsetPlanning): OnsetCandidates {
  const { options, leftOut } = context;
  const random = context.randomFor(purpose);
  const onsetsOfLabel = groupBy(listOnsets(view, toMicros(options.tolerance_sec)), ({ label }) => label);
  const drawn = onsetsOfLabel.map(([label, onsets]) => {
    const some = isShowable(label) ? random.drawSome(onsets, SCHEDULES_PER_ONSET * options.max_items_per_label) : [];
    leftOut.add(isShowable(label) ? 'not-tried' : 'label-not-showable', onsets.length - some.length);
    return some;
  });
  const { made, untried } = tryByTurns(drawn, options.max_items_per_task, (onset): OpenedOnset | null => {
    const plan = openEventPlanner(context, { view, onset, horizonMicros, acceptsQuery: (queryMicros) => acceptsQuery(onset, queryMicros) });
    const planned = plan(random);
    if (planned === null) leftOut.add('no-rounds');
    return planned === null ? null : { onset, plan, planned };
  });
  leftOut.add('not-tried', untried);
  const listOthers = ({ onset, plan, planned }: OpenedOnset): PlannedOnset[] => {
    const others = Array.from({ length: SCHEDULES_PER_ONSET - 1 }, () => plan(random)).filter((other) => other !== null);
    return others.filter(({ queryMicros }, place) => queryMicros !== planned.queryMicros && others.findIndex((other) => other.queryMicros === queryMicros) === place).map((other) => ({ onset, planned: other }));
  };
  return { plain: made.map(draft), spare: () => made.flatMap(listOthers).map(draft) };
}
