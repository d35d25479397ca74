import type { ItemScore, UnscoredReason } from '@medstream/schema';

const FIGURES = ['content', 'content_pre', 'content_post', 'responsiveness', 'stability', 'overall'] as const;

/**
 * The score of an item that was asked several times: each figure is the mean over all repeats, and null where one of them
 * lacks it (metrics.md section 4, "Repeats"). Statuses are added up; rounds and first positive time are those of the first
 * repeat. A single score comes back as it is.
 *
 * @param scores of one item, one for each repeat, in their order; at least one
 */
export function combineRepeats(scores: readonly ItemScore[]): ItemScore {
  const [first] = scores;
  if (first === undefined) throw new RangeError('an item has at least one score');
  if (scores.length === 1) return first;
  const { unscored_reason: _reason, f1: _f1, reward: _reward, marks: _marks, ...base } = first;
  const figures = Object.fromEntries(FIGURES.map((name) => [name, meanOfAll(scores.map((score) => score[name]))])) as Pick<ItemScore, (typeof FIGURES)[number]>;
  const reason = figures.overall === null ? findReason(scores) : undefined;
  return { ...base, ...figures, statuses: addStatuses(scores), ...combineFurther(scores), ...(reason === undefined ? {} : { unscored_reason: reason }) };
}

/** Scores of a `scores.jsonl`, which holds the repeats of an item one after the other: one for each item. */
export function combineScores(scores: readonly ItemScore[]): ItemScore[] {
  const byId = new Map<string, ItemScore[]>();
  for (const score of scores) {
    const known = byId.get(score.sample_id);
    if (known === undefined) byId.set(score.sample_id, [score]);
    else known.push(score);
  }
  return [...byId.values()].map(combineRepeats);
}

/** Mean of numbers; null where one of them is not known. */
export function meanOfAll(values: readonly (number | null | undefined)[]): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === null || value === undefined) return null;
    sum += value;
  }
  return values.length === 0 ? null : sum / values.length;
}

/** What only some tasks have. */
function combineFurther(scores: readonly ItemScore[]): Pick<ItemScore, 'f1' | 'reward' | 'marks'> {
  const f1 = meanOfAll(scores.map((score) => score.f1));
  const reward = combineNamed(scores.map((score) => score.reward));
  const marks = combineNamed(scores.map((score) => score.marks));
  return { ...(f1 === null ? {} : { f1 }), ...(reward === null ? {} : { reward: reward as NonNullable<ItemScore['reward']> }), ...(marks === null ? {} : { marks }) };
}

function combineNamed(records: readonly (Readonly<Record<string, number>> | undefined)[]): Record<string, number> | null {
  const [first] = records;
  if (first === undefined) return null;
  const means = Object.keys(first).map((name) => [name, meanOfAll(records.map((record) => record?.[name]))] as const);
  return means.some(([, mean]) => mean === null) ? null : (Object.fromEntries(means) as Record<string, number>);
}

function addStatuses(scores: readonly ItemScore[]): ItemScore['statuses'] {
  const sums: ItemScore['statuses'] = {};
  for (const { statuses } of scores) {
    for (const [status, count] of Object.entries(statuses) as [keyof ItemScore['statuses'], number][]) sums[status] = (sums[status] ?? 0) + count;
  }
  return sums;
}

/** What can be mended by asking again is said first. */
function findReason(scores: readonly ItemScore[]): UnscoredReason {
  const reasons = scores.flatMap(({ unscored_reason: reason }) => (reason === undefined ? [] : [reason]));
  return reasons.find((reason) => reason !== 'no_judge' && reason !== 'judge_failed') ?? reasons[0] ?? 'missing';
}
