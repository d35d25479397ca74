import { type BuildContext, findLatestMicros, isSurelyBlind, toMicros } from './build-context.js';
import type { Draft } from './draft.js';
import type { LabelSpans } from './label-spans.js';
import { listQueryTimes, proposeQueryTimes, stateLabelAt } from './list-query-times.js';
import { nameTask } from './name-task.js';
import { isAskable, labelsAt } from './query-spans.js';
import { isShowable, namesSomething, showLabel } from './show-label.js';
import { describeMoment, describeThing, nounOf, pluralOf, presenceWordingOf, UNANSWERABLE_KEY } from './signal-nouns.js';
import { listStateNeighbours } from './state-neighbours.js';

/** "Which phase is shown now?": one draft for each moment that may be asked about. */
export function draftStateNow(context: BuildContext, view: LabelSpans): Draft[] {
  const task = nameTask(view.signal, 'now');
  const proposed = proposeQueryTimes(context, view, context.randomFor(`${task}/times`));
  return listQueryTimes(context, view, proposed).map((queryMicros) => {
    const label = stateLabelAt(view, queryMicros);
    return {
      ...describeStateNow(context, view, queryMicros),
      task,
      gold: { kind: 'label', label },
      balanceKey: label,
      evidence: `The ${view.signal} label ${describeMoment(context.scale, queryMicros)} is "${label}".`,
    };
  });
}

/** The same question while the picture cannot show the answer: the right answer is to abstain. */
export function draftStateNowBlind(context: BuildContext, view: LabelSpans): Draft[] {
  const task = nameTask(view.signal, 'now');
  const marginMicros = toMicros(context.options.boundary_margin_sec);
  const latestMicros = findLatestMicros(context, view);
  const random = context.randomFor(`${task}/blind-times`);
  const proposed = [...new Set(context.blindViews.flatMap((blind) => proposeQueryTimes(context, { ...blind, spans: blind.spans.filter(({ labels }) => labels.length > 0) }, random)))];
  return proposed
    .filter((atMicros) => atMicros >= toMicros(context.options.sampling_period_sec) && atMicros <= latestMicros)
    .filter((atMicros) => isAskable(view, atMicros) && isSurelyBlind(context, atMicros, marginMicros))
    .map((queryMicros) => ({
      ...describeStateNow(context, view, queryMicros),
      task,
      gold: { kind: 'unanswerable' },
      balanceKey: UNANSWERABLE_KEY,
      evidence: `The picture cannot show the ${view.signal} ${describeMoment(context.scale, queryMicros)}: ${listBlindLabels(context, queryMicros)}.`,
    }));
}

function listBlindLabels({ blindViews }: BuildContext, atMicros: number): string {
  return blindViews.flatMap((view) => labelsAt(view, atMicros) ?? []).map((label) => `"${label}"`).join(', ');
}

function describeStateNow(context: BuildContext, view: LabelSpans, queryMicros: number): Pick<Draft, 'temporalMode' | 'view' | 'queryMicros' | 'windowMicros' | 'schedule' | 'wording' | 'fill' | 'choices'> {
  return {
    temporalMode: 'present',
    view,
    queryMicros,
    windowMicros: toMicros(context.options.window_sec),
    schedule: null,
    wording: 'state_now',
    fill: { noun: nounOf(view.signal) },
    choices: { kind: 'labels', offersNoChange: false, leaveOut: [], preferred: listStateNeighbours(view, queryMicros) },
  };
}

/** "Which instruments are visible now?", for every signal of presence; only where at least one is. */
export function draftVisible(context: BuildContext, view: LabelSpans): Draft[] {
  const task = nameTask(view.signal, 'visible');
  const proposed = proposeQueryTimes(context, view, context.randomFor(`${task}/times`));
  return listQueryTimes(context, view, proposed).flatMap((queryMicros): Draft[] => {
    const labels = [...(labelsAt(view, queryMicros) ?? [])].sort();
    if (labels.length === 0) return [];
    return [
      {
        task,
        temporalMode: 'present',
        view,
        queryMicros,
        windowMicros: toMicros(context.options.window_sec),
        schedule: null,
        wording: presenceWordingOf(view.signal, 'visible'),
        fill: { noun: nounOf(view.signal), nouns: pluralOf(view.signal) },
        choices: { kind: 'labels', offersNoChange: false, leaveOut: [], preferred: [] },
        gold: { kind: 'labels', labels },
        balanceKey: labels.join(' + '),
        evidence: `The ${view.signal} labels ${describeMoment(context.scale, queryMicros)} are ${labels.map((label) => `"${label}"`).join(', ')}.`,
      },
    ];
  });
}

/** "Is the hook visible now?": for each moment one instrument that is and one that is not. */
export function draftPresent(context: BuildContext, view: LabelSpans): Draft[] {
  const task = nameTask(view.signal, 'present');
  const random = context.randomFor(`${task}/which`);
  const proposed = proposeQueryTimes(context, view, context.randomFor(`${task}/times`));
  return listQueryTimes(context, view, proposed).flatMap((queryMicros) => {
    const present = (labelsAt(view, queryMicros) ?? []).filter(isAskableLabel).sort();
    const absent = view.vocabulary.filter((label) => isAskableLabel(label) && !present.includes(label));
    const word = random.nextIndex(2) === 0 ? 'yes' : 'no';
    const pool = word === 'yes' ? present : absent;
    return pool.length === 0 ? [] : [draftYesNo(context, { view, queryMicros, label: random.pick(pool), word })];
  });
}

/** Whether a label can be asked for by its name. */
function isAskableLabel(label: string): boolean {
  return isShowable(label) && namesSomething(label);
}

function draftYesNo(context: BuildContext, asked: { view: LabelSpans; queryMicros: number; label: string; word: 'yes' | 'no' }): Draft {
  const { view, queryMicros, label, word } = asked;
  return {
    task: nameTask(view.signal, 'present'),
    temporalMode: 'present',
    view,
    queryMicros,
    windowMicros: toMicros(context.options.window_sec),
    schedule: null,
    wording: presenceWordingOf(view.signal, 'present'),
    fill: { label: showLabel(label), thing: describeThing(view.signal, label) },
    choices: { kind: 'yes-no' },
    gold: { kind: 'word', word },
    balanceKey: word,
    evidence: `The ${view.signal} labels ${describeMoment(context.scale, queryMicros)} ${word === 'yes' ? 'include' : 'do not include'} "${label}".`,
  };
}
