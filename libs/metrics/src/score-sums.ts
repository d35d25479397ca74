import { type BenchmarkItem, caseIdOf, EngineError, isEngineStatus, type ItemScore, type PredictionStatus, PROTOCOL, type Summary } from '@medstream/schema';
import { expectedResponseMicros, resolveMediaType } from '@medstream/sampling';

import { createCaseRegister } from './case-register.js';
import { createSensitivityTable } from './estimate-sensitivity.js';
import { createFigureSums } from './figure-sums.js';
import type { PolicyFigures } from './policy-rows.js';
import { sortTexts } from './read-choice-set.js';
import { createRepeatSums } from './repeat-sums.js';
import { MARKED_TASKS, markedTaskOf, rewardTaskOf } from './rewards/reward-tasks.js';
import { addFormatBonus } from './rewards/score-reward.js';
import { addKnown, createModeTable, createNamedFigures, createSliceTable, estimateWithBounds, type EstimateSums, type NamedFigures } from './summary-sums.js';

/** Adds the scores of a model up one by one; holds sums by case and never an item. */
export interface ScoreSums {
  /**
   * @param score of the item; of one that was asked several times the combined one
   * @param repeats the score of each repeat, in their order
   * @throws EngineError `input/duplicate` for a second item of a sample_id, `defect/broken-promise` for one out of order
   */
  add(item: BenchmarkItem, score: ItemScore, repeats?: readonly ItemScore[]): void;
  finish(run: { jobs: number; leakAudit: Summary['leak_audit']; policies: PolicyFigures }): Summary;
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
 * Adds item scores up to `summary.json` but for what is known of policies (metrics.md section 4), in order of sample_id: sums of fractions depend on it.
 * Micro means over scored items throughout, `macro` apart; each figure's interval has a generator of its own, seeded by
 * (seed, the figure's path in the summary).
 *
 * @param times that each question was asked; default once
 */
export function createScoreSums({ seed, times = 1 }: { seed: number; times?: number }): ScoreSums {
  const cases = createCaseRegister();
  const [overall, macro, neverAlert] = [createFigureSums(cases), createFigureSums(cases), createFigureSums(cases)];
  const modes = createModeTable(cases);
  const slices = SLICE_NAMES.map((name) => ({ name, keyOf: SLICES[name], table: createSliceTable(cases) }));
  const tracks = createSliceTable(cases);
  const rewards = createNamedFigures(cases);
  const sensitivity = createSensitivityTable(cases);
  const repeated = times === 1 ? null : createRepeatSums(cases, times);
  const [statuses, unscored, decidedBy] = [createCounter(), createCounter(), createCounter()];
  let [items, neverAlertItems, hasTracks, isIncomplete, lastId] = [0, 0, false, false, ''];

  return {
    add(item, score, repeats = [score]) {
      if (items > 0 && item.sample_id <= lastId) throw refuseOrder(item.sample_id, lastId);
      lastId = item.sample_id;
      items += 1;
      const caseNumber = cases.numberOf(caseIdOf(item));
      addKnown(overall, caseNumber, score.overall);
      addKnown(macro, caseNumber, score.overall, item.dataset);
      modes.add(item, score, caseNumber);
      for (const { keyOf, table } of slices) table.add(keyOf(item), score, caseNumber);
      tracks.add(item.track ?? null, score, caseNumber);
      hasTracks ||= item.track !== undefined;
      addRewards(rewards, caseNumber, { item, score });
      sensitivity.add(item, repeats, caseNumber);
      repeated?.add(item, repeats, caseNumber);
      if (item.task_mode === 'streaming' && expectedResponseMicros(item) === null) {
        neverAlertItems += 1;
        addKnown(neverAlert, caseNumber, score.responsiveness);
      }
      if (score.overall === null) unscored.count(score.unscored_reason ?? 'missing');
      for (const { rounds } of repeats) {
        for (const round of rounds) {
          statuses.count(round.status);
          if (round.decided_by !== undefined) decidedBy.count(round.decided_by);
        }
      }
      isIncomplete ||= Object.keys(score.statuses).some((status) => isEngineStatus(status as PredictionStatus));
    },
    finish({ jobs, leakAudit, policies }) {
      const estimate: EstimateSums = (sums, path) => estimateWithBounds(sums, { seed, path });
      const [low, high] = overall.bounds() ?? [null, null];
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
        ...(repeated === null ? {} : { repeats: repeated.estimate(estimate) }),
        never_alert: { items: neverAlertItems, responsiveness: estimate(neverAlert, 'never_alert/responsiveness') },
        sensitivity: sensitivity.estimate(estimate),
        baselines: policies.baselines,
        skill: policies.skill,
        bounds: { low, high },
        leak_audit: leakAudit,
        incomplete: isIncomplete,
      };
    },
  };
}

/** `TASK/task`, `/format` and `/total` for tasks with a reward; `TASK/DIMENSION` for tasks that a judge marks. */
function addRewards(figures: NamedFigures, caseNumber: number, { item, score: { reward, marks } }: { item: BenchmarkItem; score: ItemScore }): void {
  const rewarded = rewardTaskOf(item);
  if (rewarded !== null) {
    const most = addFormatBonus(rewarded, 1, true);
    for (const part of ['task', 'format', 'total'] as const) {
      if (reward === undefined) figures.addUnscored(`${item.task}/${part}`, most[part]);
      else figures.add(`${item.task}/${part}`, caseNumber, reward[part]);
    }
  }
  const marked = markedTaskOf(item);
  if (marked === null) return;
  for (const dimension of MARKED_TASKS[marked]) {
    const mark = marks?.[dimension];
    if (mark === undefined) figures.addUnscored(`${item.task}/${dimension}`, 1);
    else figures.add(`${item.task}/${dimension}`, caseNumber, mark);
  }
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

