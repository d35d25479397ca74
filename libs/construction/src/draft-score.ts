import type { ScoreTrack } from '@medstream/schema';

import type { BuildContext } from './build-context.js';
import type { Draft } from './draft.js';
import { findWholeClip, type WholeClip } from './find-whole-clip.js';
import { describeUntimed } from './label-spans.js';
import { listNearNumbers } from './list-near-numbers.js';
import { nameTask } from './name-task.js';
import { isShowable, normaliseShownText, showLabel } from './show-label.js';
import { nounOf } from './signal-nouns.js';

/** "Which level of skill does this whole recording show?" */
export function draftGrade(context: BuildContext, track: ScoreTrack): Draft[] {
  const { grade, vocabulary } = track;
  if (grade === null) return [];
  if (new Set(vocabulary.filter(isShowable).map((label) => normaliseShownText(showLabel(label)))).size < 2) {
    context.leftOut.add('degenerate-vocabulary');
    return [];
  }
  const clip = findWholeClip(context);
  if (clip === null) return [];
  return [
    {
      ...describeClip(track, clip),
      task: nameTask(track.signal, 'grade'),
      wording: 'score_grade',
      fill: { noun: nounOf(track.signal) },
      choices: { kind: 'labels', offersNoChange: false, leaveOut: [], preferred: [] },
      gold: { kind: 'label', label: grade },
      balanceKey: grade,
      evidence: `The grade of the whole recording is "${grade}".`,
    },
  ];
}

/** What all raters say of one scale. */
interface ScaleValue {
  scale: string;
  values: readonly number[];
  min: number | null;
  max: number | null;
}

/**
 * "On a scale from 1 to 5, how would an expert rate …?" for scales with bounds: the answer is the mean of all raters who gave
 * a value, rounded to a whole mark; left out where the mean lies half way between two, or the raters are further apart than
 * half the scale. A scale with more marks than choices is asked in four bands of equal width.
 */
export function draftRatings(context: BuildContext, track: ScoreTrack): Draft[] {
  const clip = findWholeClip(context);
  if (clip === null) return [];
  return listScales(track).flatMap(({ scale, values, min, max }): Draft[] => {
    if (min === null || max === null) return [];
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const fault = values.length === 0 ? 'unlabelled' : Math.max(...values) - Math.min(...values) > (max - min) / 2 ? 'raters-disagree' : isHalfWay(mean) ? 'ambiguous' : null;
    if (fault !== null) {
      context.leftOut.add(fault);
      return [];
    }
    const marks = listMarks({ min, max, most: context.options.max_choices });
    const mark = Math.round(mean);
    const gold = marks.find(({ from, to }) => from <= mark && mark <= to);
    if (gold === undefined) {
      context.leftOut.add('ambiguous');
      return [];
    }
    return [
      {
        ...describeClip(track, clip),
        task: nameTask(track.signal, 'rating'),
        wording: 'score_rating',
        fill: { scale: showLabel(scale), min: String(min), max: String(max) },
        choices: { kind: 'texts', wrong: marks.filter((other) => other !== gold).map(describeMark) },
        gold: { kind: 'text', text: describeMark(gold) },
        balanceKey: describeMark(gold),
        evidence: `"${scale}" was rated ${values.join(', ')}; the mean, ${Math.round(mean * 100) / 100}, rounds to ${mark}.`,
      },
    ];
  });
}

/** "What is the count of needle drops over this whole recording?": whole numbers without an upper bound on which all raters agree. */
export function draftCounts(context: BuildContext, track: ScoreTrack): Draft[] {
  const clip = findWholeClip(context);
  if (clip === null) return [];
  return listScales(track).flatMap(({ scale, values, min, max }): Draft[] => {
    if (min !== null && max !== null) return [];
    const [value] = values;
    const fault = value === undefined ? 'unlabelled' : !values.every((one) => Number.isInteger(one) && one >= 0) ? 'not-a-count' : values.some((one) => one !== value) ? 'raters-disagree' : null;
    if (value === undefined || fault !== null) {
      context.leftOut.add(fault ?? 'unlabelled');
      return [];
    }
    return [
      {
        ...describeClip(track, clip),
        task: nameTask(track.signal, 'count'),
        wording: 'score_count',
        fill: { scale: showLabel(scale).replace(/\s+counts?$/iu, '') },
        choices: { kind: 'texts', wrong: listNearNumbers(value, min ?? 0).map(String) },
        gold: { kind: 'text', text: String(value) },
        balanceKey: String(value),
        evidence: `"${scale}" is ${value} for the whole recording.`,
      },
    ];
  });
}

function describeClip(track: ScoreTrack, { temporalMode, queryMicros, windowMicros }: WholeClip): Pick<Draft, 'temporalMode' | 'view' | 'queryMicros' | 'windowMicros' | 'schedule'> {
  return { temporalMode, view: describeUntimed(track), queryMicros, windowMicros, schedule: null };
}

/** The scales in the order of the track, each with the values of all raters who gave one. */
function listScales({ values }: ScoreTrack): ScaleValue[] {
  const names = [...new Set(values.map(({ scale }) => scale))];
  return names.map((scale) => {
    const own = values.filter((entry) => entry.scale === scale);
    return { scale, values: own.flatMap(({ value }) => (value === null ? [] : [value])), min: own[0]?.min ?? null, max: own[0]?.max ?? null };
  });
}

function isHalfWay(mean: number): boolean {
  return Math.abs(mean - Math.floor(mean) - 0.5) < 1e-9;
}

/** One choice of a scale: a mark, or a band of marks. */
interface Mark {
  from: number;
  to: number;
}

const BANDS = 4;

function listMarks({ min, max, most }: { min: number; max: number; most: number }): Mark[] {
  const count = max - min + 1;
  const width = count <= most ? 1 : Math.ceil(count / Math.min(BANDS, most));
  return Array.from({ length: Math.ceil(count / width) }, (_, index) => ({ from: min + index * width, to: Math.min(max, min + (index + 1) * width - 1) }));
}

function describeMark({ from, to }: Mark): string {
  return from === to ? String(from) : `${from} to ${to}`;
}
