import { type BenchmarkItem, caseIdOf, EngineError, isEngineStatus, type ItemScore, type PredictionStatus, PROTOCOL, type Summary } from '@medstream/schema';
import { expectedResponseMicros, resolveMediaType } from '@medstream/sampling';

import { BASELINE_NAMES, CONSTANT_BASELINES, createBaseline } from './baselines.js';
import { createCaseRegister } from './case-register.js';
import { createSensitivityTable } from './estimate-sensitivity.js';
import { createFigureSums } from './figure-sums.js';
import type { MajorityAnswer } from './rank-majority-answers.js';
import { sortTexts } from './read-choice-set.js';
import { createPolicyScorer } from './score-baseline.js';
import { createSkillSums } from './skill-sums.js';
import { createModeTable, createNamedFigures, createSliceTable, type EstimateSums } from './summary-sums.js';

/** Baseline rows of every summary. */
export const SUMMARY_BASELINES = [...BASELINE_NAMES, 'oracle-lag-1'] as const;

/** Adds scores up one by one; holds sums by case and never an item. */
export interface SummaryBuilder {
  /** @throws EngineError `input/duplicate` for a second item of a sample_id, `defect/broken-promise` for one out of order */
  add(item: BenchmarkItem, score: ItemScore): void;
  finish(run: { jobs: number; leakAudit: Summary['leak_audit'] }): Summary;
}

export interface SummaryOptions {
  /** Of the bootstrap and of the policy `random`. */
  seed: number;
  /** The commonest right answers, counted over all items before. */
  majority: MajorityAnswer;
  /** False leaves the intervals of baseline rows out (their figures say so). Default true. */
  withBaselineIntervals?: boolean;
}

const SLICES = {
  organs: (item: BenchmarkItem): string => item.organ ?? 'unknown',
  datasets: (item: BenchmarkItem): string => item.dataset,
  tasks: (item: BenchmarkItem): string => item.task,
  label_sources: (item: BenchmarkItem): string => item.label_source,
  question_types: (item: BenchmarkItem): string => item.question_type,
  media_types: (item: BenchmarkItem): string => resolveMediaType(item),
} as const;
const SLICE_NAMES = Object.keys(SLICES) as (keyof typeof SLICES)[];

/**
 * Adds item scores up to `summary.json` (metrics.md section 4), in order of sample_id: sums of fractions depend on it.
 * Micro means over scored items throughout, `macro` apart; each figure's interval has a generator of its own, seeded by
 * (seed, the figure's path in the summary).
 */
export function createSummaryBuilder({ seed, majority, withBaselineIntervals = true }: SummaryOptions): SummaryBuilder {
  const cases = createCaseRegister();
  const [overall, macro, neverAlert] = [createFigureSums(cases), createFigureSums(cases), createFigureSums(cases)];
  const modes = createModeTable(cases);
  const slices = SLICE_NAMES.map((name) => ({ name, keyOf: SLICES[name], table: createSliceTable(cases) }));
  const tracks = createSliceTable(cases);
  const rewards = createNamedFigures(cases);
  const sensitivity = createSensitivityTable(cases);
  const rows = SUMMARY_BASELINES.map((name) => ({ name, baseline: createBaseline(name, { seed, majority }), overall: createFigureSums(cases), modes: createModeTable(cases) }));
  const skill = createSkillSums(CONSTANT_BASELINES, cases);
  const constantRows = CONSTANT_BASELINES.map((name) => SUMMARY_BASELINES.indexOf(name));
  const [statuses, unscored, decidedBy] = [createCounter(), createCounter(), createCounter()];
  let [items, neverAlertItems, known, knownSum, hasTracks, isIncomplete, lastId] = [0, 0, 0, 0, false, false, ''];

  return {
    add(item, score) {
      if (items > 0 && item.sample_id <= lastId) throw refuseOrder(item.sample_id, lastId);
      lastId = item.sample_id;
      items += 1;
      const caseNumber = cases.numberOf(caseIdOf(item));
      overall.add(caseNumber, score.overall);
      macro.add(caseNumber, score.overall, item.dataset);
      modes.add(item, score, caseNumber);
      for (const { keyOf, table } of slices) table.add(keyOf(item), score, caseNumber);
      tracks.add(item.track ?? null, score, caseNumber);
      hasTracks ||= item.track !== undefined;
      addRewards(item, score, (name, value) => rewards.add(name, caseNumber, value));
      sensitivity.add(item, score, caseNumber);
      if (item.task_mode === 'streaming' && expectedResponseMicros(item) === null) {
        neverAlertItems += 1;
        neverAlert.add(caseNumber, score.responsiveness);
      }
      if (score.overall === null) unscored.count(score.unscored_reason ?? 'missing');
      else {
        known += 1;
        knownSum += score.overall;
      }
      for (const round of score.rounds) {
        statuses.count(round.status);
        if (round.decided_by !== undefined) decidedBy.count(round.decided_by);
      }
      isIncomplete ||= Object.keys(score.statuses).some((status) => isEngineStatus(status as PredictionStatus));
      const scorePolicy = createPolicyScorer(item);
      const policies = rows.map((row) => {
        const own = scorePolicy(row.baseline);
        row.overall.add(caseNumber, own.overall);
        row.modes.add(item, own, caseNumber);
        return own.overall;
      });
      skill.add(caseNumber, score.overall, constantRows.map((index) => policies[index] ?? null));
    },
    finish({ jobs, leakAudit }) {
      const estimate: EstimateSums = (sums, path) => sums.estimate({ seed, path });
      const estimateRow: EstimateSums = (sums, path) => sums.estimate({ seed, path, withInterval: withBaselineIntervals });
      const rewardFigures = rewards.estimate(estimate, 'rewards');
      const sliceFigures = slices.map(({ name, table }) => [name, table.estimate(estimate, name)] as const);
      return {
        protocol: PROTOCOL,
        items,
        jobs,
        overall: estimate(overall, 'overall'),
        macro: estimate(macro, 'macro'),
        modes: modes.estimate(estimate, 'modes'),
        ...(Object.fromEntries(sliceFigures) as Pick<Summary, keyof typeof SLICES>),
        ...(hasTracks ? { tracks: tracks.estimate(estimate, 'tracks') } : {}),
        ...(Object.keys(rewardFigures).length === 0 ? {} : { rewards: rewardFigures }),
        statuses: statuses.list(),
        unscored: unscored.list(),
        decided_by: decidedBy.list(),
        never_alert: { items: neverAlertItems, responsiveness: estimate(neverAlert, 'never_alert/responsiveness') },
        sensitivity: sensitivity.estimate(estimate),
        baselines: Object.fromEntries(rows.map((row) => [row.name, { overall: estimateRow(row.overall, `baselines/${row.name}/overall`), modes: row.modes.estimate(estimateRow, `baselines/${row.name}/modes`) }])),
        skill: skill.estimate(seed),
        bounds: items === 0 ? { low: null, high: null } : { low: knownSum / items, high: (knownSum + (items - known)) / items },
        leak_audit: leakAudit,
        incomplete: isIncomplete,
      };
    },
  };
}

/** `TASK/task`, `/format` and `/total` for tasks with a reward; `TASK/DIMENSION` for tasks that a judge marks. */
function addRewards(item: BenchmarkItem, { reward, marks }: ItemScore, add: (name: string, value: number) => void): void {
  if (reward !== undefined) for (const [part, value] of Object.entries(reward)) add(`${item.task}/${part}`, value);
  if (marks !== undefined) for (const [dimension, value] of Object.entries(marks)) add(`${item.task}/${dimension}`, value);
}

function refuseOrder(sampleId: string, lastId: string): EngineError {
  if (sampleId === lastId) return new EngineError('input/duplicate', `two items for the sample_id ${sampleId}`, { hint: 'give each file of the benchmark once' });
  return new EngineError('defect/broken-promise', `scores are added up in order of sample_id, but ${sampleId} came after ${lastId}`);
}

function createCounter(): { count(name: string): void; list(): Record<string, number> } {
  const counts = new Map<string, number>();
  return {
    count: (name) => void counts.set(name, 1 + (counts.get(name) ?? 0)),
    list: () => Object.fromEntries(sortTexts(counts.keys()).map((name) => [name, counts.get(name) as number])),
  };
}

