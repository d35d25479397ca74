import type { ClassTrack } from '@medstream/schema';

import { type BuildContext, toMicros } from './build-context.js';
import type { Draft, Gold } from './draft.js';
import { findWholeClip, type WholeClip } from './find-whole-clip.js';
import { describeUntimed } from './label-spans.js';
import { nameTask } from './name-task.js';
import { isShowable, namesSomething, normaliseShownText, showLabel } from './show-label.js';
import { describeDuration, describeThing, nounOf } from './signal-nouns.js';

/** Signals that can be foreseen from what comes before the labelled part. */
const FORESEEN: ReadonlySet<string> = new Set(['motion']);

/**
 * "Which finding does this picture show?", over an image, a whole recording or the labelled part of one. A vocabulary of a
 * thing and its absence ("polyp", "no polyp") is asked with yes and no; one that holds fewer than two different labels is
 * refused, because nothing is left to tell apart.
 */
export function draftClass(context: BuildContext, track: ClassTrack): Draft[] {
  const texts = new Set(track.vocabulary.filter(isShowable).map((label) => normaliseShownText(showLabel(label))));
  if (texts.size < 2) {
    context.leftOut.add('degenerate-vocabulary');
    return [];
  }
  if (track.span !== null && FORESEEN.has(track.signal)) return draftForeseenClass(context, track, track.span);
  const clip = track.span === null ? findWholeClip(context) : findClipOfSpan(context, track.span);
  if (clip === null) return [];
  const positive = findPositive(track.vocabulary);
  return [positive === null ? draftWhich(track, clip) : draftWhether(track, clip, positive)];
}

function draftWhich(track: ClassTrack, clip: WholeClip): Draft {
  return {
    ...describeClass(track, clip),
    task: nameTask(track.signal, 'class'),
    wording: clip.temporalMode === 'present' ? 'class_image' : 'class_clip',
    fill: { noun: nounOf(track.signal) },
    choices: { kind: 'labels', offersNoChange: false, leaveOut: [], preferred: [] },
    gold: { kind: 'label', label: track.label },
  };
}

function draftWhether(track: ClassTrack, clip: WholeClip, positive: string): Draft {
  const gold: Gold = { kind: 'word', word: track.label === positive ? 'yes' : 'no' };
  return {
    ...describeClass(track, clip),
    task: nameTask(track.signal, clip.temporalMode === 'present' ? 'present' : 'seen'),
    wording: clip.temporalMode === 'present' ? 'presence_image' : 'presence_seen',
    fill: { thing: describeThing(track.signal, positive.replace(/^with[_\-\s]+/iu, '')) },
    choices: { kind: 'yes-no' },
    gold,
  };
}

/** What comes right after the moment the labelled part begins: the label names the answer, the length of the part the horizon. */
function draftForeseenClass(context: BuildContext, track: ClassTrack, span: { startMicros: number; endMicros: number }): Draft[] {
  const { options, scale, leftOut } = context;
  const queryMicros = scale.snapUp(span.startMicros);
  const horizonMicros = Math.floor((span.endMicros - queryMicros) / 1_000_000) * 1_000_000;
  if (queryMicros < toMicros(options.sampling_period_sec) || horizonMicros <= 0) {
    leftOut.add('window-too-short');
    return [];
  }
  return [
    {
      ...describeClass(track, { temporalMode: 'future', queryMicros, windowMicros: Math.min(queryMicros, toMicros(options.window_sec)) }),
      task: nameTask(track.signal, 'next'),
      wording: 'class_next',
      fill: { noun: nounOf(track.signal), horizon: describeDuration(horizonMicros) },
      choices: { kind: 'labels', offersNoChange: false, leaveOut: [], preferred: [] },
      gold: { kind: 'label', label: track.label },
    },
  ];
}

function describeClass(track: ClassTrack, { temporalMode, queryMicros, windowMicros }: WholeClip): Pick<Draft, 'temporalMode' | 'view' | 'queryMicros' | 'windowMicros' | 'schedule' | 'balanceKey' | 'evidence'> {
  const of = track.span === null ? (temporalMode === 'present' ? 'the picture' : 'the whole recording') : 'the labelled part of the recording';
  return { temporalMode, view: describeUntimed(track), queryMicros, windowMicros, schedule: null, balanceKey: track.label, evidence: `The ${track.signal} label of ${of} is "${track.label}".` };
}

/** The labelled part, looked back on from its last writable moment. */
function findClipOfSpan(context: BuildContext, span: { startMicros: number; endMicros: number }): WholeClip | null {
  const { options, scale, leftOut, timeline } = context;
  const startMicros = scale.snapUp(span.startMicros);
  const lastMicros = Math.min(span.endMicros - 1, timeline.media.lastFrameMicros ?? Number.POSITIVE_INFINITY);
  const queryMicros = scale.snapDown(lastMicros);
  if (queryMicros - startMicros < toMicros(options.sampling_period_sec)) leftOut.add('window-too-short');
  else if (queryMicros - startMicros > toMicros(options.clip_max_sec)) leftOut.add('clip-too-long');
  else return { temporalMode: 'retrospective', queryMicros, windowMicros: queryMicros - startMicros };
  return null;
}

/** The label of the thing where the vocabulary holds it and its absence, and nothing else; else null. */
function findPositive(vocabulary: readonly string[]): string | null {
  const [first, second, ...rest] = vocabulary.filter((label) => normaliseShownText(showLabel(label)) !== '');
  if (first === undefined || second === undefined || rest.length > 0) return null;
  if (isAbsenceOf(first, second)) return second;
  return isAbsenceOf(second, first) ? first : null;
}

function isAbsenceOf(absent: string, present: string): boolean {
  if (!namesSomething(present)) return false;
  const bare = normaliseShownText(showLabel(present)).replace(/^with /u, '');
  return [`no ${bare}`, `without ${bare}`, `not ${bare}`, `non ${bare}`].includes(normaliseShownText(showLabel(absent)));
}
