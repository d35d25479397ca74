import { type BenchmarkItem, caseIdOf, type SliceFigures, type Summary } from '@medstream/schema';

import { BASELINE_NAMES, CONSTANT_BASELINES, createBaseline } from './baselines.js';
import { createCaseRegister } from './case-register.js';
import { createFigureSums } from './figure-sums.js';
import type { MajorityAnswer } from './rank-majority-answers.js';
import { createPolicyScorer } from './score-baseline.js';
import { createSkillSums } from './skill-sums.js';
import { addKnown, createModeTable, createSliceTable, type EstimateSums, estimateWithBounds, type SliceTable } from './summary-sums.js';

/** Baseline rows of every summary. */
export const SUMMARY_BASELINES = [...BASELINE_NAMES, 'oracle-lag-1'] as const;

/** Ways of cutting the items whose tables show the policies, too. */
const POLICY_SLICES = [
  { name: 'datasets', keyOf: (item: BenchmarkItem): string => item.dataset },
  { name: 'organs', keyOf: (item: BenchmarkItem): string => item.organ ?? 'unknown' },
  { name: 'tasks', keyOf: (item: BenchmarkItem): string => item.task },
  { name: 'label_sources', keyOf: (item: BenchmarkItem): string => item.label_source },
] as const;
type SliceName = (typeof POLICY_SLICES)[number]['name'];

/** What a summary says of the policies that look at no picture, and of the model against them. */
export type PolicyFigures = Pick<Summary, 'baselines' | 'skill'>;

/**
 * The policies' part of a summary, added up item by item in order of sample_id. Of the model it needs one number an
 * item, so that it can be worked out beside the rest of the scoring, by another thread.
 */
export interface PolicyRows {
  /** @param overall O of the model; null where it has no score */
  add(item: BenchmarkItem, overall: number | null): void;
  finish(): PolicyFigures;
}

export interface PolicyOptions {
  /** Of the bootstrap and of the policy `random`. */
  seed: number;
  /** The commonest right answers, counted over all items before. */
  majority: MajorityAnswer;
  /** False leaves the intervals of baseline rows out (their figures say so). Default true. */
  withBaselineIntervals?: boolean;
}

/** Scores every policy on each item and adds up (metrics.md section 4). */
export function createPolicyRows({ seed, majority, withBaselineIntervals = true }: PolicyOptions): PolicyRows {
  const cases = createCaseRegister();
  const rows = SUMMARY_BASELINES.map((name) => ({ name, baseline: createBaseline(name, { seed, majority }), overall: createFigureSums(cases), modes: createModeTable(cases), slices: POLICY_SLICES.map((slice) => ({ ...slice, table: createSliceTable(cases) })) }));
  const skill = createSkillSums(CONSTANT_BASELINES, cases);
  const constantRows = CONSTANT_BASELINES.map((name) => SUMMARY_BASELINES.indexOf(name));
  return {
    add(item, overall) {
      const caseNumber = cases.numberOf(caseIdOf(item));
      const scorePolicy = createPolicyScorer(item);
      const policies = rows.map((row) => {
        const own = scorePolicy(row.baseline);
        addKnown(row.overall, caseNumber, own.overall);
        row.modes.add(item, own, caseNumber);
        for (const { keyOf, table } of row.slices) table.add(keyOf(item), own, caseNumber);
        return own.overall;
      });
      skill.add(caseNumber, overall, constantRows.map((index) => policies[index] ?? null));
    },
    finish() {
      const estimate: EstimateSums = (sums, path) => estimateWithBounds(sums, { seed, path, withInterval: withBaselineIntervals });
      const baselines = rows.map(({ name, overall, modes, slices }) => {
        const path = `baselines/${name}`;
        return [name, { overall: estimate(overall, `${path}/overall`), modes: modes.estimate(estimate, `${path}/modes`), ...estimateSlices(slices, estimate, path) }] as const;
      });
      return { baselines: Object.fromEntries(baselines), skill: skill.estimate(seed) };
    },
  };
}

function estimateSlices(slices: readonly { name: SliceName; table: SliceTable }[], estimate: EstimateSums, path: string): Record<SliceName, Record<string, SliceFigures>> {
  return Object.fromEntries(slices.map(({ name, table }) => [name, table.estimate(estimate, `${path}/${name}`)])) as Record<SliceName, Record<string, SliceFigures>>;
}
