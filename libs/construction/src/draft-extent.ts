import { planTargets } from '@medstream/sampling';

import { type BuildContext, isClearThroughout, toMicros } from './build-context.js';
import { type Candidate, candidateOf, type Draft } from './draft.js';
import { draftAtTimes } from './draft-at-times.js';
import { proposeTimesAfterOnsets } from './draft-retrospective.js';
import { describeLookBack, draftSeenLabels, type SeenLabels } from './draft-seen-labels.js';
import type { LabelSpans } from './label-spans.js';
import { listNearNumbers } from './list-near-numbers.js';
import { findWindowStart } from './list-query-times.js';
import { nameTask } from './name-task.js';
import { isKnownThroughout, isSteady, listSpansWithin } from './query-spans.js';
import { isShowable, showLabel } from './show-label.js';
import { describeThing, nounOf, pluralOf } from './signal-nouns.js';
import { indexSpans } from './span-index.js';

/** "How many different instruments could be seen in this clip?": every one of them is seen in a sampled frame. */
export function draftKinds(context: BuildContext, view: LabelSpans): Candidate[] {
  const task = nameTask(view.signal, 'kinds');
  const least = view.role === 'state' ? 1 : 0;
  // a clip in the folder of its label has that one and no other
  if (view.role === 'state' && view.labelSource === 'directory_label') {
    context.leftOut.add('degenerate-vocabulary');
    return [];
  }
  const draft = ({ queryMicros, windowMicros, used, sampled }: SeenLabels): Candidate | null => {
    if (used !== sampled || !isStartSteady(context, view, findWindowStart(queryMicros, windowMicros))) {
      context.leftOut.add('not-sampled');
      return null;
    }
    const text = String(used.size);
    const makeDraft = (): Draft => ({
      ...describeLookBack(view, { queryMicros, windowMicros }),
      task,
      wording: 'kinds',
      fill: { nouns: pluralOf(view.signal) },
      choices: { kind: 'texts', wrong: listNearNumbers(used.size, least).map(String) },
      gold: { kind: 'text', text },
      balanceKey: text,
      evidence: `The ${view.signal} labels of the window name ${used.size === 0 ? 'nothing' : used.labels.map((label) => `"${label}"`).join(', ')}.`,
    });
    return { queryMicros, balanceKey: text, makeDraft };
  };
  return draftSeenLabels(context, view, { random: context.randomFor(`${task}/times`), draft });
}

/** Labels that hold continuously are not known to better than the margin where they change. */
function isStartSteady(context: BuildContext, view: LabelSpans, startMicros: number): boolean {
  return view.isSampled || isSteady(view, startMicros, toMicros(context.options.boundary_margin_sec));
}

/** The choices of a duration end at these shares of the window. */
const DURATION_SHARES = [1 / 6, 1 / 3, 2 / 3];
/** In a window shorter than this, two choices would be less than two sampled frames apart. */
const LEAST_WINDOW_MICROS = 12_000_000;

/**
 * "For how many seconds in all could the hook be seen in this clip?", as a choice of four spans; left out where the
 * duration lies so close to a bound that two sampled frames could not tell, or no sampled frame shows it. Labels of instants must follow one another
 * without a gap, so that every second of the window counts.
 */
export function draftDuration(context: BuildContext, view: LabelSpans): Candidate[] {
  const task = nameTask(view.signal, 'duration');
  const random = context.randomFor(`${task}/which`);
  const marginMicros = Math.max(toMicros(context.options.boundary_margin_sec), toMicros(context.options.sampling_period_sec) / 2);
  const boundsOfLength = new Map<number, DurationBounds>();
  const draft = ({ queryMicros, windowMicros, sampled }: SeenLabels): Candidate | null => {
    const startMicros = findWindowStart(queryMicros, windowMicros);
    const lengthMicros = queryMicros - startMicros;
    if (lengthMicros < LEAST_WINDOW_MICROS || !isWithoutGap(view, { startMicros, endMicros: queryMicros })) {
      context.leftOut.add(lengthMicros < LEAST_WINDOW_MICROS ? 'window-too-short' : 'sparse-labels');
      return null;
    }
    const durations = sampled.askable.map((label) => ({ label, micros: measure(view, label, { startMicros, endMicros: queryMicros }) })).filter(({ micros }) => micros < lengthMicros);
    if (durations.length === 0) {
      context.leftOut.add('same-label-only');
      return null;
    }
    const bounds = boundsOfLength.get(lengthMicros) ?? describeBounds(lengthMicros);
    boundsOfLength.set(lengthMicros, bounds);
    const clear = durations.filter(({ micros }) => bounds.micros.every((bound) => Math.abs(micros - bound) >= marginMicros));
    if (clear.length === 0) {
      context.leftOut.add('near-boundary');
      return null;
    }
    const { label, micros } = random.pick(clear);
    const { texts } = bounds;
    const text = texts[bounds.micros.filter((bound) => micros > bound).length] as string;
    const makeDraft = (): Draft => ({
      ...describeLookBack(view, { queryMicros, windowMicros }),
      task,
      wording: view.role === 'state' ? 'state_duration' : 'presence_duration',
      fill: { noun: nounOf(view.signal), label: showLabel(label), thing: describeThing(view.signal, label) },
      choices: { kind: 'texts', wrong: texts.filter((other) => other !== text) },
      gold: { kind: 'text', text },
      balanceKey: text,
      evidence: `The ${view.signal} label "${label}" holds for ${micros / 1_000_000} s of the window.`,
    });
    return { queryMicros, balanceKey: text, makeDraft };
  };
  return draftSeenLabels(context, view, { random: context.randomFor(`${task}/times`), draft });
}

function isWithoutGap(view: LabelSpans, { startMicros, endMicros }: { startMicros: number; endMicros: number }): boolean {
  const index = indexSpans(view);
  const first = index.findFirstPlace(startMicros);
  const last = index.countBegun(endMicros) - 1;
  return first <= last && (index.starts[first] as number) <= startMicros && index.stretches[first] === index.stretches[last];
}

function measure(view: LabelSpans, label: string, { startMicros, endMicros }: { startMicros: number; endMicros: number }): number {
  const index = indexSpans(view);
  const until = index.countBegun(endMicros);
  let micros = 0;
  for (let place = index.findFirstPlace(startMicros); place < until; place += 1) {
    if (index.sets[place]?.has(label)) micros += Math.min(index.ends[place] as number, endMicros) - Math.max(index.starts[place] as number, startMicros);
  }
  return micros;
}

/** Bounds between the choices of a duration, in whole seconds, and the choices. */
interface DurationBounds {
  micros: readonly number[];
  texts: readonly string[];
}

function describeBounds(lengthMicros: number): DurationBounds {
  const boundsSec = DURATION_SHARES.map((share) => Math.round((share * lengthMicros) / 1_000_000));
  const [first = 0, second = 0, third = 0] = boundsSec;
  return {
    micros: boundsSec.map((bound) => bound * 1_000_000),
    texts: [`less than ${first} seconds`, `${first} to ${second} seconds`, `${second} to ${third} seconds`, `more than ${third} seconds`],
  };
}

/** Windows tried for three labels in a row, as multiples of the stated one: phases last longer than gestures. */
const SEQUENCE_WINDOWS = [1, 4];

/**
 * "In which order were these shown?", of three labels that follow one another in the window, none of which returns in it, and
 * each of which a sampled frame shows. The wrong choices are the other orders of the same three.
 */
export function draftSequence(context: BuildContext, view: LabelSpans): Candidate[] {
  const task = nameTask(view.signal, 'sequence');
  const random = context.randomFor(`${task}/which`);
  const draft = (queryMicros: number): Candidate | null => {
    const found = SEQUENCE_WINDOWS.map((times) => times * toMicros(context.options.window_sec))
      .map((windowMicros) => ({ windowMicros, labels: listSequence(context, view, { queryMicros, windowMicros }) }))
      .find(({ labels }) => labels.length >= 3);
    if (found === undefined) {
      context.leftOut.add('same-label-only');
      return null;
    }
    const first = random.nextIndex(found.labels.length - 2);
    const three = found.labels.slice(first, first + 3);
    if (!three.every(isShowable) || new Set(three.map(showLabel)).size < 3) {
      context.leftOut.add('label-not-showable');
      return null;
    }
    const text = describeOrder(three);
    return candidateOf({
      ...describeLookBack(view, { queryMicros, windowMicros: found.windowMicros }),
      task,
      wording: 'state_sequence',
      fill: { nouns: pluralOf(view.signal) },
      choices: { kind: 'texts', wrong: random.shuffle(listOrders(three).map(describeOrder).filter((other) => other !== text)) },
      gold: { kind: 'text', text },
      balanceKey: text,
      evidence: `The ${view.signal} labels of the window are, in order, ${found.labels.map((label) => `"${label}"`).join(', ')}.`,
    });
  };
  return draftAtTimes(context, view, { proposed: proposeTimesAfterOnsets(context, view, context.randomFor(`${task}/times`)), wantedItems: context.options.max_items_per_task, draft });
}

/** The labels of the window in order; none where they are fewer than three or not known throughout, one returns, or no sampled frame shows one of them. */
function listSequence(context: BuildContext, view: LabelSpans, { queryMicros, windowMicros }: { queryMicros: number; windowMicros: number }): string[] {
  const startMicros = findWindowStart(queryMicros, windowMicros);
  const isUsable = isKnownThroughout(view, startMicros, queryMicros) && isClearThroughout(context, { startMicros, endMicros: queryMicros }) && isStartSteady(context, view, startMicros);
  if (!isUsable) return [];
  const labels = listSpansWithin(view, startMicros, queryMicros).flatMap((span) => span.labels.slice(0, 1));
  const runs = labels.filter((label, index) => label !== labels[index - 1]);
  if (runs.length < 3 || new Set(runs).size < runs.length) return [];
  const targets = planTargets({ startMicros: 0, endMicros: queryMicros - startMicros, periodMicros: toMicros(context.options.sampling_period_sec) });
  const sampled = indexSpans(view).unionAt(startMicros, targets);
  return runs.every((label) => sampled.has(label)) ? runs : [];
}

function listOrders([a, b, c]: readonly string[]): string[][] {
  return [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]].map((order) => order.filter((label) => label !== undefined));
}

function describeOrder(labels: readonly string[]): string {
  return labels.map(showLabel).join(', then ');
}
