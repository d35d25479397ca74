import type { SeededRandom } from '@medstream/schema';

import type { Draft } from './draft.js';
import { isShowable, NO_CHANGE, normaliseShownText, showLabel } from './show-label.js';

export interface ChoiceArrangement {
  maxChoices: number;
  /** Where the right choice stands, counted round the list: item i of a task gets i plus an offset. */
  position: number;
}

/**
 * The choices of a closed item in the order shown, or null where the vocabulary gives fewer than two. No two are equal
 * after normalisation, none is a bare letter or `unanswerable`, and no wrong one holds the only right one, is part of it, or is a range of grades that shares one with it. Real neighbours come before other labels.
 */
export function arrangeChoices(draft: Draft, { maxChoices, position }: ChoiceArrangement, random: SeededRandom): string[] | null {
  const { choices, gold, view } = draft;
  if (choices === null) return null;
  const right = listRightTexts(draft);
  if (choices.kind === 'yes-no') return placeRight(right, ['yes', 'no'].filter((word) => !right.includes(word)), { position, random });
  const taken = new Set(right.map(normaliseShownText));
  const wrong: string[] = [];
  const offer = (text: string): void => {
    const key = normaliseShownText(text);
    if (right.length + wrong.length >= maxOf(maxChoices, right) || taken.has(key)) return;
    taken.add(key);
    wrong.push(text);
  };
  if (choices.kind === 'texts') {
    for (const text of choices.wrong) offer(text);
    return right.length + wrong.length < 2 ? null : placeRight(right, wrong, { position, random });
  }
  if (choices.offersNoChange) offer(NO_CHANGE);
  const goldLabels = gold.kind === 'label' ? [gold.label] : gold.kind === 'labels' ? gold.labels : [];
  const leaveOut = new Set([...choices.leaveOut, ...goldLabels].map((label) => normaliseShownText(showLabel(label))));
  const candidates = [...choices.preferred, ...random.shuffle(view.vocabulary)];
  // of several things that can be seen at once each is right or wrong by itself
  const [only] = right.length === 1 && gold.kind === 'label' ? right : [];
  for (const label of candidates) {
    const text = showLabel(label);
    if (isShowable(label) && !leaveOut.has(normaliseShownText(text)) && (only === undefined || !(isPartOf(only, text) || isPartOf(text, only) || shareGrade(only, text)))) offer(text);
  }
  return right.length + wrong.length < 2 ? null : placeRight(right, wrong, { position, random });
}

/** Whether one text stands word by word inside another: beside `lifted polyp`, `polyp` is not wrong. A denial (`no polyp`) is. */
function isPartOf(part: string, whole: string): boolean {
  const [short, long] = [normaliseShownText(part), normaliseShownText(whole)];
  return short !== long && ` ${long} `.includes(` ${short} `) && !/(?:^| )(?:no|not|non|without) /u.test(long);
}

/** Whether both name grades of one thing, at least one of them a range, that have a grade in common: beside `grade-2`, `grade-1-2` is not wrong. */
function shareGrade(one: string, other: string): boolean {
  const [left, right] = [readGrades(one), readGrades(other)];
  if (left === null || right === null || left.stem !== right.stem || !(left.isRange || right.isRange)) return false;
  return left.from <= right.to && right.from <= left.to;
}

/** `grade-1-2` as 1 to 2 of `grade`, `grade-2` as 2 to 2; null for a text that ends in no grade. */
function readGrades(text: string): { stem: string; from: number; to: number; isRange: boolean } | null {
  const found = /^(.+?) (\d{1,2})(?: (\d{1,2}))?$/u.exec(normaliseShownText(text));
  const [, stem, first, last = first] = found ?? [];
  if (stem === undefined || first === undefined) return null;
  const [from, to] = [Number(first), Number(last)];
  return to < from ? null : { stem, from, to, isRange: to > from };
}

/** Several right answers leave room for at least two wrong ones. */
function maxOf(maxChoices: number, right: readonly string[]): number {
  return Math.max(maxChoices, right.length > 1 ? right.length + 2 : 2);
}

/** The right answer in the words of the choices; none where the right answer is to abstain. */
export function listRightTexts({ gold }: Pick<Draft, 'gold'>): string[] {
  switch (gold.kind) {
    case 'label':
      return [showLabel(gold.label)];
    case 'labels':
      return gold.labels.map(showLabel);
    case 'text':
      return [gold.text];
    case 'word':
      return [gold.word];
    case 'no-change':
      return [NO_CHANGE];
    case 'unanswerable':
    case 'alert':
    case 'never-alert':
      return [];
  }
}

function placeRight(right: readonly string[], wrong: readonly string[], { position, random }: { position: number; random: SeededRandom }): string[] {
  const only = right[0];
  if (right.length !== 1 || only === undefined) return random.shuffle([...right, ...wrong]);
  const shuffled = random.shuffle(wrong);
  shuffled.splice(position % (wrong.length + 1), 0, only);
  return shuffled;
}
