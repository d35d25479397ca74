import type { Track } from '@medstream/schema';

import type { BuildContext } from './build-context.js';
import { type Candidate, candidateOf, type Draft } from './draft.js';
import { draftClass } from './draft-class.js';
import { draftDuration, draftKinds, draftSequence } from './draft-extent.js';
import { draftBeyondHorizon, draftNext } from './draft-future.js';
import { draftPresent, draftStateNow, draftStateNowBlind, draftVisible } from './draft-present.js';
import { draftAllSeen, draftSeen, draftStateEarlier, draftStateOrder } from './draft-retrospective.js';
import { draftRegionAttribute, draftRegionCount, draftRegionLocation, draftRegionsOfImage, draftRegionSize, type RegionTrack } from './draft-regions.js';
import { draftCounts, draftGrade, draftRatings } from './draft-score.js';
import { draftAlerts, draftNeverAlerts, draftNextStreaming } from './draft-streaming.js';
import { draftTripletAlerts, draftTripletPart } from './draft-triplet.js';
import type { LabelSpans } from './label-spans.js';
import { nameTask } from './name-task.js';
import { isShowable, normaliseShownText, showLabel } from './show-label.js';
import { isNameableSignal } from './signal-nouns.js';

/** The candidates of one (task, task mode). */
export interface Pool {
  purpose: string;
  /** Preferred candidates. */
  plain: Candidate[];
  /** Made and taken only to reach the least number of items. */
  spare: () => Candidate[];
  /** Candidates, for so many items, that make up a stated share beside the others: never-alert, unanswerable, beyond the horizon. */
  special: (wantedItems: number) => Candidate[];
  specialShare: number;
  canBeOpen: boolean;
}

const PLAIN = { spare: () => [], special: () => [], specialShare: 0, canBeOpen: true };

/** Every question that the tracks of the video allow, in all temporal modes. */
export function listPools(context: BuildContext): Pool[] {
  return [
    ...context.views.flatMap((view) => listPoolsOfView(context, view)),
    ...context.blindViews.map((view) => poolAlerts(context, view)),
    ...listSignals(context, ['class', 'score']).flatMap((signal) => listUntimedPools(context, signal)),
    ...listSignals(context, ['triplet']).flatMap((signal) => listTripletPools(context, signal)),
    ...listSignals(context, ['box', 'mask']).flatMap((signal) => listRegionPools(context, signal)),
  ];
}

function listPoolsOfView(context: BuildContext, view: LabelSpans): Pool[] {
  if (view.role === 'event') return [poolAlerts(context, view)];
  if (!isNameableSignal(view.signal)) {
    context.leftOut.add('no-task-for-signal');
    return [];
  }
  return [...(view.role === 'presence' ? listPresencePools(context, view) : listStatePools(context, view)), ...listSharedPools(context, view)];
}

/** The signals of tracks of these kinds, in an order that does not depend on the order of the tracks. */
function listSignals({ timeline, leftOut }: BuildContext, kinds: readonly Track['kind'][]): string[] {
  const signals = [...new Set(timeline.tracks.filter(({ kind }) => kinds.includes(kind)).map(({ signal }) => signal))].sort();
  const nameable = signals.filter(isNameableSignal);
  leftOut.add('no-task-for-signal', signals.length - nameable.length);
  return nameable;
}

function listUntimedPools(context: BuildContext, signal: string): Pool[] {
  const tracks = context.timeline.tracks.filter((track) => track.signal === signal);
  const classes = tracks.filter((track) => track.kind === 'class').flatMap((track) => draftClass(context, track)).sort(compareDrafts);
  const scores = tracks.filter((track) => track.kind === 'score');
  return [
    { ...PLAIN, purpose: `${signal}/class`, plain: classes.filter(({ choices }) => choices?.kind === 'labels').map(candidateOf) },
    { ...PLAIN, purpose: `${signal}/whether`, plain: classes.filter(({ choices }) => choices?.kind === 'yes-no').map(candidateOf), canBeOpen: false },
    { ...PLAIN, purpose: `${signal}/grade`, plain: scores.flatMap((track) => draftGrade(context, track)).sort(compareDrafts).map(candidateOf), canBeOpen: false },
    { ...PLAIN, purpose: `${signal}/rating`, plain: scores.flatMap((track) => draftRatings(context, track)).sort(compareDrafts).map(candidateOf), canBeOpen: false },
    { ...PLAIN, purpose: `${signal}/count`, plain: scores.flatMap((track) => draftCounts(context, track)).sort(compareDrafts).map(candidateOf), canBeOpen: false },
  ];
}

function listTripletPools(context: BuildContext, signal: string): Pool[] {
  const tracks = context.timeline.tracks.filter((track) => track.signal === signal).filter((track) => track.kind === 'triplet');
  if (context.timeline.media.type === 'image') {
    context.leftOut.add('still-image', tracks.length);
    return [];
  }
  return tracks.flatMap((track) => {
    const { plain, spare, never } = draftTripletAlerts(context, track);
    return [
      { ...PLAIN, purpose: nameTask(signal, 'verb'), plain: draftTripletPart(context, track, 'verb').map(candidateOf) },
      { ...PLAIN, purpose: nameTask(signal, 'target'), plain: draftTripletPart(context, track, 'target').map(candidateOf) },
      { purpose: nameTask(signal, 'alert'), plain, spare, special: never, specialShare: context.options.never_alert_share, canBeOpen: false },
    ];
  });
}

function listRegionPools(context: BuildContext, signal: string): Pool[] {
  const tracks = context.timeline.tracks.filter((track): track is RegionTrack => track.signal === signal && (track.kind === 'box' || track.kind === 'mask'));
  const isImage = context.timeline.media.type === 'image';
  return tracks.flatMap((track) => {
    const ofImage = isImage ? draftRegionsOfImage(context, track) : [];
    return [
      { ...PLAIN, purpose: nameTask(signal, 'count'), plain: draftRegionCount(context, track).map(candidateOf) },
      { ...PLAIN, purpose: nameTask(signal, 'location'), plain: draftRegionLocation(context, track).map(candidateOf) },
      { ...PLAIN, purpose: nameTask(signal, 'size'), plain: draftRegionSize(context, track).map(candidateOf), canBeOpen: false },
      { ...PLAIN, purpose: nameTask(signal, 'attribute'), plain: draftRegionAttribute(context, track).map(candidateOf), canBeOpen: false },
      { ...PLAIN, purpose: `${signal}/image-visible`, plain: ofImage.filter(({ choices }) => choices?.kind === 'labels').map(candidateOf) },
      { ...PLAIN, purpose: `${signal}/image-present`, plain: ofImage.filter(({ choices }) => choices?.kind === 'yes-no').map(candidateOf), canBeOpen: false },
    ];
  });
}

/** By time and wording, so that the order of the tracks does not matter. */
function compareDrafts(left: Draft, right: Draft): number {
  return left.queryMicros - right.queryMicros || (left.evidence < right.evidence ? -1 : 1);
}

function listPresencePools(context: BuildContext, view: LabelSpans): Pool[] {
  const { signal } = view;
  const whether = [
    { ...PLAIN, purpose: nameTask(signal, 'present'), plain: keepUndecided(context, view, draftPresent(context, view)), canBeOpen: false },
    { ...PLAIN, purpose: nameTask(signal, 'seen'), plain: keepUndecided(context, view, draftSeen(context, view)), canBeOpen: false },
    { ...PLAIN, purpose: nameTask(signal, 'duration'), plain: draftDuration(context, view), canBeOpen: false },
  ];
  if (!canTellApart(view)) return whether;
  return [
    ...whether,
    { ...PLAIN, purpose: nameTask(signal, 'kinds'), plain: draftKinds(context, view) },
    { ...PLAIN, purpose: nameTask(signal, 'visible'), plain: draftVisible(context, view) },
    { ...PLAIN, purpose: nameTask(signal, 'allSeen'), plain: draftAllSeen(context, view) },
  ];
}

/** Whether a question which label it is has more than one possible answer. */
function canTellApart({ vocabulary }: LabelSpans): boolean {
  return new Set(vocabulary.filter(isShowable).map((label) => normaliseShownText(showLabel(label)))).size > 1;
}

/** Of a vocabulary of one label, yes or no is asked only in a video that has both. */
function keepUndecided(context: BuildContext, view: LabelSpans, candidates: Candidate[]): Candidate[] {
  if (canTellApart(view) || new Set(candidates.map(({ balanceKey }) => balanceKey)).size > 1) return candidates;
  context.leftOut.add('degenerate-vocabulary', candidates.length);
  return [];
}

function listStatePools(context: BuildContext, view: LabelSpans): Pool[] {
  const earlier = draftStateEarlier(context, view);
  return [
    { ...PLAIN, purpose: `${view.signal}/now`, plain: draftStateNow(context, view), special: () => draftStateNowBlind(context, view), specialShare: context.options.unanswerable_share },
    { ...PLAIN, purpose: `${view.signal}/earlier`, plain: earlier.changed, spare: () => earlier.unchanged },
    { ...PLAIN, purpose: `${view.signal}/order`, plain: draftStateOrder(context, view) },
    { ...PLAIN, purpose: `${view.signal}/sequence`, plain: draftSequence(context, view), canBeOpen: false },
    { ...PLAIN, purpose: `${view.signal}/kinds`, plain: draftKinds(context, view) },
    { ...PLAIN, purpose: `${view.signal}/duration`, plain: draftDuration(context, view), canBeOpen: false },
  ];
}

function listSharedPools(context: BuildContext, view: LabelSpans): Pool[] {
  if (view.role === 'presence' && !canTellApart(view)) return [poolAlerts(context, view)];
  return [
    { ...PLAIN, purpose: `${view.signal}/next`, plain: draftNext(context, view), special: (wantedItems) => draftBeyondHorizon(context, view, wantedItems), specialShare: context.options.beyond_horizon_share },
    { ...PLAIN, purpose: `${view.signal}/next-streaming`, ...draftNextStreaming(context, view) },
    poolAlerts(context, view),
  ];
}

function poolAlerts(context: BuildContext, view: LabelSpans): Pool {
  return {
    purpose: `${view.role}/${view.signal}/alert`,
    ...draftAlerts(context, view),
    special: (wantedItems) => draftNeverAlerts(context, view, wantedItems),
    specialShare: context.options.never_alert_share,
    canBeOpen: false,
  };
}
