import type { PresenceTrack, TripletTrack } from '@medstream/schema';

import { type BuildContext, toMicros } from './build-context.js';
import { isNamedPart, LEAST_HOLD_MICROS, listPartVocabulary } from './derive-presence.js';
import type { Candidate, Draft, Gold } from './draft.js';
import { draftAtTimes } from './draft-at-times.js';
import { draftAlerts, draftNeverAlerts, type OnsetCandidates } from './draft-streaming.js';
import { describeLabelSpans, type LabelSpans } from './label-spans.js';
import { proposeQueryTimes } from './list-query-times.js';
import { nameTask } from './name-task.js';
import { labelsAt } from './query-spans.js';
import { isShowable, showLabel } from './show-label.js';
import { describeMoment } from './signal-nouns.js';

/** What may be asked of one instrument. */
export type TripletPart = 'verb' | 'target';

/**
 * "What is the hook doing now?", "What is the hook acting on now?": an instrument that stands in exactly one triplet of the
 * moment, whose verb (or target) is named. Wrong answers are first those the data set allows for the instrument.
 */
export function draftTripletPart(context: BuildContext, track: TripletTrack, part: TripletPart): Draft[] {
  const task = nameTask(track.signal, part);
  const random = context.randomFor(`${task}/which`);
  const view = viewTriplets(context, track);
  const asked: LabelSpans = { ...view, vocabulary: listPartVocabulary(track, part) };
  const draft = (queryMicros: number): Draft | null => {
    const triplets = (labelsAt(view, queryMicros) ?? []).map(splitTriplet);
    const certain = triplets.filter((triplet) => triplets.filter(({ instrument }) => instrument === triplet.instrument).length === 1);
    const named = certain.filter((triplet) => isNamedPart(triplet[part]) && isShowable(triplet[part]) && isShowable(triplet.instrument));
    if (named.length === 0) {
      if (triplets.length > certain.length) context.leftOut.add('ambiguous');
      return null;
    }
    const { instrument, ...parts } = random.pick(named);
    const label = parts[part];
    const allowed = track.vocabulary.map(splitTriplet).filter((triplet) => triplet.instrument === instrument).map((triplet) => triplet[part]).filter(isNamedPart);
    return {
      task,
      temporalMode: 'present',
      view: asked,
      queryMicros,
      windowMicros: toMicros(context.options.window_sec),
      schedule: null,
      wording: part === 'verb' ? 'triplet_verb' : 'triplet_target',
      fill: { instrument: showLabel(instrument) },
      choices: { kind: 'labels', offersNoChange: false, leaveOut: [], preferred: random.shuffle([...new Set(allowed)]) },
      gold: { kind: 'label', label },
      balanceKey: label,
      evidence: `The ${track.signal} label ${describeMoment(context.scale, queryMicros)} says of "${instrument}": verb "${parts.verb}", target "${parts.target}".`,
    };
  };
  return draftAtTimes(context, view, { proposed: proposeQueryTimes(context, view, context.randomFor(`${task}/times`)), wantedItems: context.options.max_items_per_task, draft });
}

/** "Raise an alert as soon as the hook begins to dissect the gallbladder", and the same where it never does. Only triplets all of whose parts are named. */
export function draftTripletAlerts(context: BuildContext, track: TripletTrack): OnsetCandidates & { never: (wantedItems: number) => Candidate[] } {
  const view = viewTriplets(context, dropUnnamed(track));
  const inWords = (candidate: Candidate): Candidate => ({ ...candidate, makeDraft: () => putInWords(candidate.makeDraft()) });
  const { plain, spare } = draftAlerts(context, view);
  return { plain: plain.map(inWords), spare: () => spare().map(inWords), never: (wantedItems) => draftNeverAlerts(context, view, wantedItems).map(inWords) };
}

function putInWords(draft: Draft): Draft {
  const { instrument, verb, target } = splitTriplet(draft.balanceKey);
  const fill = { instrument: showLabel(instrument), verb: showLabel(verb), target: showLabel(target) };
  const gold: Gold =
    draft.gold.kind === 'alert'
      ? { kind: 'alert', reason: `the ${fill.instrument} has begun to ${fill.verb} the ${fill.target}` }
      : { kind: 'never-alert', watched: `that the ${fill.instrument} begins to ${fill.verb} the ${fill.target}` };
  return { ...draft, wording: 'triplet_alert', fill, gold };
}

function viewTriplets(context: BuildContext, track: TripletTrack): LabelSpans {
  const presence: PresenceTrack = {
    kind: 'presence',
    signal: track.signal,
    vocabulary: track.vocabulary,
    labelSource: track.labelSource,
    holdMicros: Math.max(track.holdMicros, LEAST_HOLD_MICROS),
    samples: track.samples.map(({ atMicros, triplets }) => ({ atMicros, labels: triplets?.map(({ instrument, verb, target }) => [instrument, verb, target].join(',')) ?? null })),
  };
  return describeLabelSpans(presence, { periodMicros: toMicros(context.options.sampling_period_sec) });
}

function dropUnnamed(track: TripletTrack): TripletTrack {
  const isNamed = ({ verb, target }: { verb: string; target: string }): boolean => isNamedPart(verb) && isNamedPart(target);
  return {
    ...track,
    vocabulary: track.vocabulary.filter((label) => isNamed(splitTriplet(label))),
    samples: track.samples.map(({ atMicros, triplets }) => ({ atMicros, triplets: triplets?.filter(isNamed) ?? null })),
  };
}

function splitTriplet(label: string): { instrument: string; verb: string; target: string } {
  const [instrument = '', verb = '', ...target] = label.split(',').map((part) => part.trim());
  return { instrument, verb, target: target.join(',') };
}
