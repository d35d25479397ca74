import type { BoxTrack, MaskTrack, RegionBox } from '@medstream/schema';

import { type BuildContext, toMicros } from './build-context.js';
import { presenceOfRegions } from './derive-presence.js';
import type { Draft } from './draft.js';
import { draftAtTimes } from './draft-at-times.js';
import { describeLabelSpans, describeUntimed } from './label-spans.js';
import { listNearNumbers } from './list-near-numbers.js';
import { proposeQueryTimes } from './list-query-times.js';
import { type Asked, nameTask } from './name-task.js';
import { isShowable, showLabel } from './show-label.js';
import { describeDefinite, describeMoment, describeThing, nounOf, pluralOf } from './signal-nouns.js';

/** Boxes or masks of one signal. */
export type RegionTrack = BoxTrack | MaskTrack;

/** What can be asked of one region, whichever way it is drawn. */
interface Region {
  label: string;
  centre: { x: number; y: number };
  /** Share of the picture that the box or area covers. */
  share: number;
  attribute: string | null;
}

/** One annotated moment that may be asked about. */
interface AnnotatedMoment {
  queryMicros: number;
  regions: Region[];
}

/** A centre this close to a middle line, as a share of the picture's side, lies in no quarter for sure. */
const MIDDLE_SHARE = 0.05;
/** Bounds of the choices of size, as shares of the picture; a share within a tenth of a bound is left out. */
const SIZE_BOUNDS = [0.05, 0.15, 0.3];
const SIZE_MARGIN = 0.1;
const SIZES = ['less than 5 percent', '5 to 15 percent', '15 to 30 percent', 'more than 30 percent'];
const QUARTERS = ['upper left', 'upper right', 'lower left', 'lower right'];

/** "How many polyps can be seen now?", for boxes: an area of a mask may be several things. */
export function draftRegionCount(context: BuildContext, track: RegionTrack): Draft[] {
  if (track.kind === 'mask') return [];
  const random = context.randomFor(`${nameTask(track.signal, 'count')}/which`);
  const labels = track.vocabulary.filter(isShowable);
  return draftAtMoments(context, track, 'count', ({ queryMicros, regions }): Draft | null => {
    if (labels.length === 0) return null;
    const present = labels.filter((label) => regions.some((region) => region.label === label));
    // an absent kind now and then, so that nought can be right
    const label = random.pick(present.length > 0 && random.nextIndex(4) > 0 ? present : labels);
    const count = String(regions.filter((region) => region.label === label).length);
    return {
      ...describeMomentDraft(context, track, queryMicros),
      task: nameTask(track.signal, 'count'),
      wording: 'region_count',
      fill: { label: showLabel(label), ...describeWhen(context) },
      choices: { kind: 'texts', wrong: listNearNumbers(Number(count), 0).map(String) },
      gold: { kind: 'text', text: count },
      balanceKey: count,
      evidence: `${count} of the kind "${label}" drawn round ${describeMoment(context.scale, queryMicros)}.`,
    };
  });
}

/** "In which quarter of the frame does the centre of the polyp lie?" */
export function draftRegionLocation(context: BuildContext, track: RegionTrack): Draft[] {
  return draftOfOneRegion(context, track, 'location', ({ centre }) => {
    const [across, down] = [centre.x / track.frameWidth - 0.5, centre.y / track.frameHeight - 0.5];
    if (Math.min(Math.abs(across), Math.abs(down)) < MIDDLE_SHARE) return null;
    return { text: QUARTERS[(down > 0 ? 2 : 0) + (across > 0 ? 1 : 0)] as string, others: QUARTERS };
  });
}

/** "How much of the frame does the polyp cover?", of its very area where that is drawn, else of its box. */
export function draftRegionSize(context: BuildContext, track: RegionTrack): Draft[] {
  if (track.kind === 'box' && context.timeline.tracks.some(({ kind, signal }) => kind === 'mask' && signal === track.signal)) {
    context.leftOut.add('duplicate');
    return [];
  }
  return draftOfOneRegion(context, track, 'size', ({ share }) => {
    if (SIZE_BOUNDS.some((bound) => Math.abs(share - bound) < bound * SIZE_MARGIN)) return null;
    return { text: SIZES[SIZE_BOUNDS.filter((bound) => share > bound).length] as string, others: SIZES };
  });
}

/** "Which of these describes the needle: grabbed or not grabbed?", of the attributes that the kind of thing has in this video. */
export function draftRegionAttribute(context: BuildContext, track: RegionTrack): Draft[] {
  if (track.kind === 'mask') return [];
  const attributesOf = (label: string): string[] =>
    [...new Set(track.samples.flatMap(({ regions }) => (regions ?? []).flatMap((region) => (region.label === label && region.attribute !== null ? [region.attribute] : []))))].sort();
  return draftOfOneRegion(context, track, 'attribute', ({ label, attribute }) => {
    const others = attributesOf(label).filter(isShowable);
    return attribute === null || !others.includes(attribute) || others.length < 2 ? null : { text: showLabel(attribute), others: others.map(showLabel) };
  });
}

/** "Which findings can be seen in this picture?" and one of them with yes or no, for images whose vocabulary has something to tell apart. */
export function draftRegionsOfImage(context: BuildContext, track: RegionTrack): Draft[] {
  const labels = track.vocabulary.filter(isShowable);
  if (labels.length < 2) {
    context.leftOut.add('degenerate-vocabulary');
    return [];
  }
  const random = context.randomFor(`${track.signal}/image`);
  return draftAtMoments(context, track, 'visible', ({ queryMicros, regions }): Draft[] => {
    const present = labels.filter((label) => regions.some((region) => region.label === label));
    const word = random.nextIndex(2) === 0 ? 'yes' : 'no';
    const pool = word === 'yes' ? present : labels.filter((label) => !present.includes(label));
    const base = { ...describeMomentDraft(context, track, queryMicros), evidence: `Drawn round in the picture: ${present.map((label) => `"${label}"`).join(', ') || 'nothing'}.` };
    const which: Draft = {
      ...base,
      task: nameTask(track.signal, 'visible'),
      wording: 'presence_all_image',
      fill: { noun: nounOf(track.signal), nouns: pluralOf(track.signal) },
      choices: { kind: 'labels', offersNoChange: false, leaveOut: [], preferred: [] },
      gold: { kind: 'labels', labels: present },
      balanceKey: present.join(' + '),
    };
    const whether = (label: string): Draft => ({
      ...base,
      task: nameTask(track.signal, 'present'),
      wording: 'presence_image',
      fill: { thing: describeThing(track.signal, label) },
      choices: { kind: 'yes-no' },
      gold: { kind: 'word', word },
      balanceKey: word,
    });
    return [...(present.length === 0 ? [] : [which]), ...(pool.length === 0 ? [] : [whether(random.pick(pool))])];
  }).flat();
}

type OneRegionQuestion = Extract<Asked, 'location' | 'size' | 'attribute'>;

/** A question about a thing of which there is one at the moment, so that nobody can take it for another. */
function draftOfOneRegion(context: BuildContext, track: RegionTrack, asked: OneRegionQuestion, answerOf: (region: Region) => { text: string; others: readonly string[] } | null): Draft[] {
  const task = nameTask(track.signal, asked);
  const random = context.randomFor(`${task}/which`);
  return draftAtMoments(context, track, asked, ({ queryMicros, regions }): Draft | null => {
    const single = regions.filter((region) => isShowable(region.label) && regions.filter(({ label }) => label === region.label).length === 1);
    const answered = single.flatMap((region) => {
      const answer = answerOf(region);
      return answer === null ? [] : [{ region, answer }];
    });
    if (answered.length === 0) {
      if (regions.length > 0) context.leftOut.add('ambiguous');
      return null;
    }
    const { region, answer } = random.pick(answered);
    return {
      ...describeMomentDraft(context, track, queryMicros),
      task,
      wording: asked === 'size' ? (track.kind === 'box' ? 'box_size' : 'mask_size') : `region_${asked}`,
      fill: { definite: describeDefinite(track.signal, region.label), ...describeWhen(context) },
      choices: { kind: 'texts', wrong: answer.others.filter((text) => text !== answer.text) },
      gold: { kind: 'text', text: answer.text },
      balanceKey: answer.text,
      evidence: `"${region.label}" ${describeMoment(context.scale, queryMicros)}: centre at ${Math.round(region.centre.x)}, ${Math.round(region.centre.y)} of ${track.frameWidth} x ${track.frameHeight} pixels, ${Math.round(region.share * 1000) / 10} % of the picture${region.attribute === null ? '' : `, ${region.attribute}`}.`,
    };
  });
}

/** Drafts of annotated moments that may be asked about; of an image its only one. */
function draftAtMoments<Made>(context: BuildContext, track: RegionTrack, asked: Asked, draftOf: (moment: AnnotatedMoment) => Made | null): Made[] {
  const samples = listSamples(track);
  if (context.timeline.media.type === 'image') return samples.slice(0, 1).map(({ regions }) => draftOf({ queryMicros: 0, regions })).filter((made) => made !== null);
  const view = describeLabelSpans(presenceOfRegions(track), { periodMicros: toMicros(context.options.sampling_period_sec) });
  const draft = (queryMicros: number): Made | null => {
    const sample = findSample(samples, queryMicros);
    return sample === null ? null : draftOf({ queryMicros, regions: sample.regions });
  };
  return draftAtTimes(context, view, { proposed: proposeQueryTimes(context, view, context.randomFor(`${nameTask(track.signal, asked)}/times`)), wantedItems: context.options.max_items_per_task, draft });
}

interface AnnotatedSample {
  atMicros: number;
  regions: Region[];
}

/** The annotated samples, with boxes and masks alike. */
function listSamples(track: RegionTrack): AnnotatedSample[] {
  const area = track.frameWidth * track.frameHeight;
  if (track.kind === 'mask') return track.samples.flatMap(({ atMicros, regions }) => (regions === null ? [] : [{ atMicros, regions: regions.map(({ label, centre, areaShare }) => ({ label, centre, share: areaShare, attribute: null })) }]));
  return track.samples.flatMap(({ atMicros, regions }) => (regions === null ? [] : [{ atMicros, regions: regions.map(({ label, box, attribute }) => ({ label, centre: findCentre(box), share: areaOf(box) / area, attribute })) }]));
}

function findCentre({ x0, x1, y0, y1 }: RegionBox): { x: number; y: number } {
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2 };
}

function areaOf({ x0, x1, y0, y1 }: RegionBox): number {
  return (x1 - x0) * (y1 - y0);
}

/** The last sample at or before a moment. */
function findSample(samples: readonly AnnotatedSample[], atMicros: number): AnnotatedSample | null {
  let low = 0;
  let high = samples.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((samples[middle] as AnnotatedSample).atMicros <= atMicros) low = middle + 1;
    else high = middle;
  }
  return samples[low - 1] ?? null;
}

function describeMomentDraft(context: BuildContext, track: RegionTrack, queryMicros: number): Pick<Draft, 'temporalMode' | 'view' | 'queryMicros' | 'windowMicros' | 'schedule'> {
  const isImage = context.timeline.media.type === 'image';
  return { temporalMode: 'present', view: describeUntimed(track), queryMicros, windowMicros: isImage ? 0 : toMicros(context.options.window_sec), schedule: null };
}

function describeWhen({ timeline }: BuildContext): { when: string } {
  return { when: timeline.media.type === 'image' ? 'in this picture' : 'at the current moment' };
}
