import { type BuildContext, findLatestMicros, isSurelyBlind, toMicros } from './build-context.js';
import { type Candidate, candidateOf, type Draft } from './draft.js';
import { draftAtTimes } from './draft-at-times.js';
import type { LabelSpans } from './label-spans.js';
import { proposeQueryTimes, stateLabelAt } from './list-query-times.js';
import { nameTask } from './name-task.js';
import { isAskable, labelsAt } from './query-spans.js';
import { showLabel } from './show-label.js';
import { describeMoment, describeThing, nounOf, pluralOf, presenceWordingOf, UNANSWERABLE_KEY } from './signal-nouns.js';
import { indexSpans } from './span-index.js';
import { listStateNeighbours } from './state-neighbours.js';

/** "Which phase is shown now?": one draft for each moment that may be asked about. */
export function draftStateNow(context: BuildContext, view: LabelSpans): Candidate[] {
  const task = nameTask(view.signal, 'now');
  const proposed = proposeQueryTimes(context, view, context.randomFor(`${task}/times`));
  const draft = (queryMicros: number): Candidate => {
    const label = stateLabelAt(view, queryMicros);
    const makeDraft = (): Draft => ({
      ...describeStateNow(context, view, queryMicros),
      task,
      gold: { kind: 'label', label },
      balanceKey: label,
      evidence: `The ${view.signal} label ${describeMoment(context.scale, queryMicros)} is "${label}".`,
    });
    return { queryMicros, balanceKey: label, makeDraft };
  };
  return draftAtTimes(context, view, { proposed, wantedItems: context.options.max_items_per_task, draft });
}

/** The same question while the picture cannot show the answer: the right answer is to abstain. */
export function draftStateNowBlind(context: BuildContext, view: LabelSpans): Candidate[] {
  const task = nameTask(view.signal, 'now');
  const marginMicros = toMicros(context.options.boundary_margin_sec);
  const latestMicros = findLatestMicros(context, view);
  const random = context.randomFor(`${task}/blind-times`);
  const proposed = [...new Set(context.blindViews.flatMap((blind) => proposeQueryTimes(context, { ...blind, spans: blind.spans.filter(({ labels }) => labels.length > 0) }, random).flat()))];
  return proposed
    .filter((atMicros) => atMicros >= toMicros(context.options.sampling_period_sec) && atMicros <= latestMicros)
    .filter((atMicros) => isAskable(view, atMicros) && isSurelyBlind(context, atMicros, marginMicros))
    .map((queryMicros) =>
      candidateOf({
        ...describeStateNow(context, view, queryMicros),
        task,
        gold: { kind: 'unanswerable' },
        balanceKey: UNANSWERABLE_KEY,
        evidence: `The picture cannot show the ${view.signal} ${describeMoment(context.scale, queryMicros)}: ${listBlindLabels(context, queryMicros)}.`,
      }),
    );
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
export function draftVisible(context: BuildContext, view: LabelSpans): Candidate[] {
  const task = nameTask(view.signal, 'visible');
  const proposed = proposeQueryTimes(context, view, context.randomFor(`${task}/times`));
  const index = indexSpans(view);
  const draft = (queryMicros: number): Candidate | null => {
    const set = index.setAt(queryMicros);
    if (set === null || set.size === 0) return null;
    const { labels, key } = set;
    const makeDraft = (): Draft => ({
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
      balanceKey: key,
      evidence: `The ${view.signal} labels ${describeMoment(context.scale, queryMicros)} are ${labels.map((label) => `"${label}"`).join(', ')}.`,
    });
    return { queryMicros, balanceKey: key, makeDraft };
  };
  return draftAtTimes(context, view, { proposed, wantedItems: context.options.max_items_per_task, draft });
}

/** "Is the hook visible now?": for each moment one instrument that is and one that is not. */
export function draftPresent(context: BuildContext, view: LabelSpans): Candidate[] {
  const task = nameTask(view.signal, 'present');
  const random = context.randomFor(`${task}/which`);
  const proposed = proposeQueryTimes(context, view, context.randomFor(`${task}/times`));
  const index = indexSpans(view);
  const draft = (queryMicros: number): Candidate | null => {
    const set = index.setAt(queryMicros);
    const word = random.nextIndex(2) === 0 ? 'yes' : 'no';
    const pool = (word === 'yes' ? set?.askable : set?.askableAbsent) ?? [];
    if (pool.length === 0) return null;
    const label = random.pick(pool);
    return { queryMicros, balanceKey: word, makeDraft: () => draftYesNo(context, { view, queryMicros, label, word }) };
  };
  return draftAtTimes(context, view, { proposed, wantedItems: context.options.max_items_per_task, draft });
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
