import { type BenchmarkItem, caseIdOf, type Summary } from '@medstream/schema';

import { BASELINE_NAMES, CONSTANT_BASELINES, createBaseline } from './baselines.js';
import { createCaseRegister } from './case-register.js';
import { createFigureSums } from './figure-sums.js';
import type { MajorityAnswer } from './rank-majority-answers.js';
import { createPolicyScorer } from './score-baseline.js';
import { createSkillSums } from './skill-sums.js';
import { addKnown, createModeTable, createSliceTable, type EstimateSums, estimateWithBounds } from './summary-sums.js';

/** Baseline rows of every summary. */
export const SUMMARY_BASELINES = [...BASELINE_NAMES, 'oracle-lag-1'] as const;

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
  const rows = SUMMARY_BASELINES.map((name) => ({ name, baseline: createBaseline(name, { seed, majority }), overall: createFigureSums(cases), modes: createModeTable(cases), datasets: createSliceTable(cases), organs: createSliceTable(cases) }));
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
        row.datasets.add(item.dataset, own, caseNumber);
        row.organs.add(item.organ ?? 'unknown', own, caseNumber);
        return own.overall;
      });
      skill.add(caseNumber, overall, constantRows.map((index) => policies[index] ?? null));
    },
    finish() {
      const estimate: EstimateSums = (sums, path) => estimateWithBounds(sums, { seed, path, withInterval: withBaselineIntervals });
      const baselines = rows.map(({ name, overall, modes, datasets, organs }) => {
        const path = `baselines/${name}`;
        return [name, { overall: estimate(overall, `${path}/overall`), modes: modes.estimate(estimate, `${path}/modes`), datasets: datasets.estimate(estimate, `${path}/datasets`), organs: organs.estimate(estimate, `${path}/organs`) }] as const;
      });
      return { baselines: Object.fromEntries(baselines), skill: skill.estimate(seed) };
    },
  };
}
