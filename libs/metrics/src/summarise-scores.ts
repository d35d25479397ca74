import { type BenchmarkItem, isEngineStatus, type ItemScore, type PredictionStatus, PROTOCOL, type Summary } from '@medstream/schema';
import { expectedResponseMicros } from '@medstream/sampling';

import { BASELINE_NAMES, CONSTANT_BASELINES, createBaseline } from './baselines.js';
import { estimateFigure } from './bootstrap.js';
import { estimateSensitivity } from './estimate-sensitivity.js';
import { estimateSkill } from './estimate-skill.js';
import { sortTexts } from './read-choice-set.js';
import { scoreBaseline } from './score-baseline.js';
import { createEstimator, pairScores, type ScoredItem } from './scored-item.js';
import { summariseModes, summariseSlices } from './summarise-modes.js';

export interface SummariseInput {
  items: readonly BenchmarkItem[];
  /** At most one score an item, in any order; an item without one counts as `missing`. */
  scores: readonly ItemScore[];
  /** How many model calls the run intends. */
  jobs: number;
  /** Of the bootstrap and of the policy `random`. */
  seed: number;
  leakAudit: Summary['leak_audit'];
  /** False leaves the intervals of baseline rows out (their figures say so). Default true. */
  withBaselineIntervals?: boolean;
}

/** Baseline rows of every summary. */
export const SUMMARY_BASELINES = [...BASELINE_NAMES, 'oracle-lag-1'] as const;
type Row = Record<(typeof SUMMARY_BASELINES)[number], ScoredItem[]>;

/**
 * Adds item scores up to `summary.json` (metrics.md section 4). Items are put in order of sample_id first, so the same
 * scores give the same bytes in any order. Micro means over scored items throughout, `macro` apart; each figure's
 * interval has a generator of its own, seeded by (seed, the figure's path in the summary).
 *
 * @throws EngineError `input/duplicate` for two items or two scores of one sample_id, `input/unknown-id` for a score of
 *   no item
 */
export function summariseScores({ items, scores, jobs, seed, leakAudit, withBaselineIntervals = true }: SummariseInput): Summary {
  const scored = pairScores(items, scores);
  const estimate = createEstimator(seed, true);
  const rows = scoreRows(scored, seed);
  const neverAlert = scored.filter(({ item }) => item.task_mode === 'streaming' && expectedResponseMicros(item) === null);
  return {
    protocol: PROTOCOL,
    items: items.length,
    jobs,
    overall: estimate(scored, 'overall', (score) => score.overall),
    macro: estimateFigure(
      scored.flatMap(({ item, score, caseId }) => (score.overall === null ? [] : [{ caseId, value: score.overall, group: item.dataset }])),
      { seed, path: 'macro' },
    ),
    modes: summariseModes(scored, estimate, 'modes'),
    ...summariseSlices(scored, estimate),
    statuses: countStatuses(scored),
    unscored: countBy(scored.flatMap(({ score }) => (score.overall === null ? [score.unscored_reason ?? 'missing'] : []))),
    decided_by: countBy(scored.flatMap(({ score }) => score.rounds.flatMap((round) => round.decided_by ?? []))),
    never_alert: { items: neverAlert.length, responsiveness: estimate(neverAlert, 'never_alert/responsiveness', (score) => score.responsiveness) },
    sensitivity: estimateSensitivity(scored, estimate),
    baselines: summariseRows(rows, seed, withBaselineIntervals),
    skill: estimateSkill(compareWithPolicies(scored, rows), seed),
    bounds: boundOverall(scored),
    leak_audit: leakAudit,
    incomplete: scored.some(({ score }) => Object.keys(score.statuses).some((status) => isEngineStatus(status as PredictionStatus))),
  };
}

function scoreRows(scored: readonly ScoredItem[], seed: number): Row {
  const items = scored.map(({ item }) => item);
  const rows = SUMMARY_BASELINES.map((name) => {
    const baseline = createBaseline(name, { items, seed });
    return [name, scored.map(({ item, caseId }): ScoredItem => ({ item, caseId, score: scoreBaseline(item, baseline) }))];
  });
  return Object.fromEntries(rows) as Row;
}

function summariseRows(rows: Row, seed: number, withInterval: boolean): Summary['baselines'] {
  const estimate = createEstimator(seed, withInterval);
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [
      name,
      { overall: estimate(row, `baselines/${name}/overall`, (score) => score.overall), modes: summariseModes(row, estimate, `baselines/${name}/modes`) },
    ]),
  );
}

/** The items that both the model and every constant policy have a score for. */
function compareWithPolicies(scored: readonly ScoredItem[], rows: Row): Parameters<typeof estimateSkill>[0] {
  return scored.flatMap(({ score, caseId }, index) => {
    const policies = CONSTANT_BASELINES.map((name) => [name, rows[name][index]?.score.overall ?? null] as const);
    if (score.overall === null || policies.some(([, overall]) => overall === null)) return [];
    return [{ caseId, model: score.overall, policies: Object.fromEntries(policies) as Record<string, number> }];
  });
}

/** The headline were every unscored item wrong, and right. */
function boundOverall(scored: readonly ScoredItem[]): Summary['bounds'] {
  if (scored.length === 0) return { low: null, high: null };
  const known = scored.flatMap(({ score }) => score.overall ?? []);
  const sum = known.reduce((total, overall) => total + overall, 0);
  return { low: sum / scored.length, high: (sum + (scored.length - known.length)) / scored.length };
}

function countStatuses(scored: readonly ScoredItem[]): Record<string, number> {
  return countBy(scored.flatMap(({ score }) => score.rounds.map((round) => round.status)));
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, 1 + (counts.get(name) ?? 0));
  return Object.fromEntries(sortTexts(counts.keys()).map((name) => [name, counts.get(name) as number]));
}
