import { type BenchmarkItem, caseIdOf, type Figure, type ItemScore, TEMPORAL_MODES } from '@medstream/schema';

import { type CaseRegister, createCaseRegister } from './case-register.js';
import { combineScores } from './combine-repeats.js';
import { createFigureSums } from './figure-sums.js';
import { sortTexts } from './read-choice-set.js';

/** One figure of two runs over the same items. */
export interface PairedFigure {
  /** Means of both runs over the pairs; null over nothing. */
  first: number | null;
  second: number | null;
  /** Mean of the second minus the first; n is the number of pairs. */
  difference: Figure;
  /** Half the width of the interval: a smaller difference cannot be told from none with these cases. Null where not estimable. */
  resolution_floor: number | null;
  /** Which run is ahead, as far as the interval leaves 0 out; `undistinguished` where it holds 0. */
  verdict: 'first' | 'second' | 'undistinguished' | 'not-estimable';
}

/** What is compared for each temporal mode; figures that do not apply are absent. */
export type ModeComparison = { overall: PairedFigure; content: PairedFigure } & Partial<Record<'content_pre' | 'content_post' | 'responsiveness' | 'stability', PairedFigure>>;

/** Two runs over the same items. */
export interface ScoreComparison {
  /** Items that both runs have a score for. */
  pairs: number;
  /** Items that only one of them has a score for: they are in no figure. */
  only_first: number;
  only_second: number;
  overall: PairedFigure;
  modes: Record<string, ModeComparison>;
  datasets: Record<string, PairedFigure>;
}

interface Pair {
  item: BenchmarkItem;
  caseNumber: number;
  first: ItemScore;
  second: ItemScore;
}

type FigureName = 'overall' | 'content' | 'content_pre' | 'content_post' | 'responsiveness' | 'stability';
const STREAMING_FIGURES = ['content_pre', 'content_post', 'responsiveness', 'stability'] as const;

/**
 * Compares two runs item by item (metrics.md section 4, "Paired comparison"): only items that both have a score for
 * are pairs; the interval resamples case_ids. Scores in any order; of an item that was asked several times the mean counts.
 */
export function compareScores({ items, first, second, seed }: { items: readonly BenchmarkItem[]; first: readonly ItemScore[]; second: readonly ItemScore[]; seed: number }): ScoreComparison {
  const cases = createCaseRegister();
  const [one, other] = [indexById(first), indexById(second)];
  const counts = { only_first: 0, only_second: 0 };
  const pairs: Pair[] = [];
  for (const item of [...items].sort((left, right) => (left.sample_id < right.sample_id ? -1 : 1))) {
    const left = one.get(item.sample_id);
    const right = other.get(item.sample_id);
    const hasLeft = left !== undefined && left.overall !== null;
    const hasRight = right !== undefined && right.overall !== null;
    if (hasLeft && hasRight) pairs.push({ item, caseNumber: cases.numberOf(caseIdOf(item)), first: left, second: right });
    else if (hasLeft) counts.only_first += 1;
    else if (hasRight) counts.only_second += 1;
  }
  const compare = (own: readonly Pair[], name: FigureName, path: string): PairedFigure => comparePairs(own, name, { cases, seed, path });
  const byDataset = new Map<string, Pair[]>();
  for (const pair of pairs) pushTo(byDataset, pair.item.dataset, pair);
  return {
    pairs: pairs.length,
    ...counts,
    overall: compare(pairs, 'overall', 'compare/overall'),
    modes: Object.fromEntries(
      TEMPORAL_MODES.flatMap((mode): [string, ModeComparison][] => {
        const own = pairs.filter(({ item }) => item.temporal_mode === mode);
        if (own.length === 0) return [];
        const streaming = own.filter(({ item }) => item.task_mode === 'streaming');
        return [[
          mode,
          {
            overall: compare(own, 'overall', `compare/modes/${mode}/overall`),
            content: compare(own, 'content', `compare/modes/${mode}/content`),
            ...(streaming.length === 0 ? {} : Object.fromEntries(STREAMING_FIGURES.map((name) => [name, compare(streaming, name, `compare/modes/${mode}/${name}`)]))),
          },
        ]];
      }),
    ),
    datasets: Object.fromEntries(sortTexts(byDataset.keys()).map((name) => [name, compare(byDataset.get(name) ?? [], 'overall', `compare/datasets/${name}/overall`)])),
  };
}

function comparePairs(pairs: readonly Pair[], name: FigureName, { cases, seed, path }: { cases: CaseRegister; seed: number; path: string }): PairedFigure {
  const sums = createFigureSums(cases);
  let [first, second, n] = [0, 0, 0];
  for (const pair of pairs) {
    const [before, after] = [pair.first[name], pair.second[name]];
    if (before === null || after === null) continue;
    first += before;
    second += after;
    n += 1;
    sums.add(pair.caseNumber, after - before);
  }
  const difference = sums.estimate({ seed, path });
  const means = { first: n === 0 ? null : first / n, second: n === 0 ? null : second / n };
  if (difference.ci95 === null) return { ...means, difference, resolution_floor: null, verdict: 'not-estimable' };
  const [low, high] = difference.ci95;
  return { ...means, difference, resolution_floor: (high - low) / 2, verdict: low > 0 ? 'second' : high < 0 ? 'first' : 'undistinguished' };
}

function indexById(scores: readonly ItemScore[]): Map<string, ItemScore> {
  return new Map(combineScores(scores).map((score) => [score.sample_id, score]));
}

function pushTo<Entry>(groups: Map<string, Entry[]>, key: string, entry: Entry): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [entry]);
  else group.push(entry);
}
