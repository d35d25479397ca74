import { type BuildContext, findLatestMicros, findTask, isSurelyBlind, toMicros } from './build-context.js';
import type { Draft } from './draft.js';
import type { LabelSpans } from './label-spans.js';
import { listQueryTimes, proposeQueryTimes, stateLabelAt } from './list-query-times.js';
import { isAskable, labelsAt } from './query-spans.js';
import { isShowable, showLabel } from './show-label.js';
import { describeMoment, nounOf, UNANSWERABLE_KEY } from './signal-nouns.js';
import { listStateNeighbours } from './state-neighbours.js';

/** "Which phase is shown now?": one draft for each moment that may be asked about. */
export function draftStateNow(context: BuildContext, view: LabelSpans): Draft[] {
  const task = findTask(view.signal, 'now');
  if (task === null) return [];
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
  const task = findTask(view.signal, 'now');
  if (task === null) return [];
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

/** "Which instruments are visible now?", only where at least one is. */
export function draftToolsVisible(context: BuildContext, view: LabelSpans): Draft[] {
  const proposed = proposeQueryTimes(context, view, context.randomFor('tools_visible/times'));
  return listQueryTimes(context, view, proposed).flatMap((queryMicros): Draft[] => {
    const labels = [...(labelsAt(view, queryMicros) ?? [])].sort();
    if (labels.length === 0) return [];
    return [
      {
        task: 'tools_visible',
        temporalMode: 'present',
        view,
        queryMicros,
        windowMicros: toMicros(context.options.window_sec),
        schedule: null,
        wording: 'tools_visible',
        fill: {},
        choices: { kind: 'labels', offersNoChange: false, leaveOut: [], preferred: [] },
        gold: { kind: 'labels', labels },
        balanceKey: labels.join(' + '),
        evidence: `The ${view.signal} labels ${describeMoment(context.scale, queryMicros)} are ${labels.map((label) => `"${label}"`).join(', ')}.`,
      },
    ];
  });
}

/** "Is the hook visible now?": for each moment one instrument that is and one that is not. */
export function draftToolPresent(context: BuildContext, view: LabelSpans): Draft[] {
  const random = context.randomFor('tool_present/which');
  const proposed = proposeQueryTimes(context, view, context.randomFor('tool_present/times'));
  return listQueryTimes(context, view, proposed).flatMap((queryMicros) => {
    const present = (labelsAt(view, queryMicros) ?? []).filter(isShowable).sort();
    const absent = view.vocabulary.filter((label) => isShowable(label) && !present.includes(label));
    const word = random.nextIndex(2) === 0 ? 'yes' : 'no';
    const pool = word === 'yes' ? present : absent;
    return pool.length === 0 ? [] : [draftYesNo(context, { view, queryMicros, label: random.pick(pool), word })];
  });
}

function draftYesNo(context: BuildContext, asked: { view: LabelSpans; queryMicros: number; label: string; word: 'yes' | 'no' }): Draft {
  const { view, queryMicros, label, word } = asked;
  return {
    task: 'tool_present',
    temporalMode: 'present',
    view,
    queryMicros,
    windowMicros: toMicros(context.options.window_sec),
    schedule: null,
    wording: 'tool_present',
    fill: { label: showLabel(label) },
    choices: { kind: 'yes-no' },
    gold: { kind: 'word', word },
    balanceKey: word,
    evidence: `The ${view.signal} labels ${describeMoment(context.scale, queryMicros)} ${word === 'yes' ? 'include' : 'do not include'} "${label}".`,
  };
}
