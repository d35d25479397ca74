import { type BenchmarkItem, type Figure, isEngineStatus, type ItemScore, type RepeatsSummary, type RoundScore } from '@medstream/schema';

import { answerKindOf } from './answer-kind.js';
import { type AnswerValue, isAlert } from './answer-value.js';
import type { CaseRegister } from './case-register.js';
import { isSameAnswer } from './expected-output.js';
import { createFigureSums, type FigureSums } from './figure-sums.js';
import { sortTexts } from './read-choice-set.js';
import type { EstimateSums } from './summary-sums.js';

/** How far the repeats of a run agree, added up item by item in order of sample_id. */
export interface RepeatSums {
  /** @param scores of one item, one for each repeat, in their order */
  add(item: BenchmarkItem, scores: readonly ItemScore[], caseNumber: number): void;
  estimate(estimate: EstimateSums): RepeatsSummary;
}

interface Slice {
  agreement: FigureSums;
  /** Sum of sample variances of O over `n` items. */
  variance: { sum: number; n: number };
}

/** @param times that each question was asked, at least 2 */
export function createRepeatSums(cases: CaseRegister, times: number): RepeatSums {
  const open = (): Slice => ({ agreement: createFigureSums(cases), variance: { sum: 0, n: 0 } });
  const [overall, modes, tasks] = [open(), new Map<string, Slice>(), new Map<string, Slice>()];
  const runs = Array.from({ length: times }, () => ({ sum: 0, scored: 0, statuses: new Map<string, number>() }));
  let [complete, partial] = [0, 0];
  const openIn = (slices: Map<string, Slice>, key: string): Slice => {
    let slice = slices.get(key);
    if (slice === undefined) slices.set(key, (slice = open()));
    return slice;
  };
  return {
    add(item, scores, caseNumber) {
      const overalls = scores.flatMap(({ overall: value }) => (value === null ? [] : [value]));
      const isComplete = overalls.length === times;
      if (isComplete) complete += 1;
      else if (overalls.length > 0) partial += 1;
      scores.forEach((score, repeat) => {
        const run = runs[repeat];
        if (run === undefined) return;
        if (score.overall !== null) run.scored += 1;
        if (isComplete) run.sum += score.overall ?? 0;
        for (const [status, count] of Object.entries(score.statuses)) run.statuses.set(status, (run.statuses.get(status) ?? 0) + count);
      });
      const isSame = scores.length === times ? readsTheSame(item, scores) : null;
      for (const slice of [overall, openIn(modes, item.temporal_mode), openIn(tasks, item.task)]) {
        if (isSame !== null) slice.agreement.add(caseNumber, isSame ? 1 : 0);
        if (!isComplete) continue;
        slice.variance.sum += sampleVariance(overalls);
        slice.variance.n += 1;
      }
    },
    estimate(estimate) {
      const agree = ({ agreement }: Slice, path: string): Figure => dropBounds(estimate(agreement, `repeats/agreement/${path}`));
      const spread = ({ variance: { sum, n } }: Slice) => ({ value: n === 0 ? null : Math.sqrt(sum / n), n });
      const each = <Value>(slices: ReadonlyMap<string, Slice>, tell: (slice: Slice, key: string) => Value): Record<string, Value> =>
        Object.fromEntries(sortTexts(slices.keys()).map((key) => [key, tell(slices.get(key) as Slice, key)]));
      return {
        times,
        complete,
        partial,
        runs: runs.map(({ sum, scored, statuses }, repeat) => ({ repeat, overall: complete === 0 ? null : sum / complete, scored, statuses: Object.fromEntries([...statuses].sort(([one], [other]) => (one < other ? -1 : 1))) })),
        agreement: { overall: agree(overall, 'overall'), modes: each(modes, (slice, key) => agree(slice, `modes/${key}`)), tasks: each(tasks, (slice, key) => agree(slice, `tasks/${key}`)) },
        standard_deviation: { overall: spread(overall), modes: each(modes, spread), tasks: each(tasks, spread) },
      };
    },
  };
}

/** Whether every call reads the same in all repeats, or fails in the same way; null where one failed by our fault. */
function readsTheSame(item: BenchmarkItem, scores: readonly ItemScore[]): boolean | null {
  if (scores.some(({ rounds }) => rounds.some(({ status }) => isEngineStatus(status)))) return null;
  const [first, ...others] = scores;
  const isStatus = answerKindOf(item) === 'status';
  return others.every(({ rounds }) => rounds.every((round, index) => isSameReading(round, first?.rounds[index], isStatus)));
}

/** Two alerts are one status, whatever their reasons. */
function isSameReading(one: RoundScore, other: RoundScore | undefined, isStatus: boolean): boolean {
  if (other === undefined || one.status !== other.status) return false;
  if (one.value === null || other.value === null) return one.value === other.value;
  const [left, right] = [one.value as AnswerValue, other.value as AnswerValue];
  return (isStatus && isAlert(left) && isAlert(right)) || isSameAnswer(left, right);
}

/** Items left out of an agreement are neither wrong nor right. */
function dropBounds({ bounds: _, ...figure }: Figure): Figure {
  return figure;
}

function sampleVariance(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}
