import { createSeededRandom } from '@medstream/schema';

import { compareScores } from './compare-scores.js';
import { scoreItem } from './score-item.js';
import { summariseScores } from './summarise-scores.js';
import { makeClosedItem } from './testing/make-items.js';

/** 36 items of 11 cases, each with either answer; hook is right in two of three, grasper in the rest. */
const items = Array.from({ length: 36 }, (_, index) => makeClosedItem({ sample_id: `s${String(index).padStart(2, '0')}`, case_id: `case${index % 11}`, answer: index % 3 === 0 ? 'grasper' : 'hook' }));
const rightAt = (isRight: (index: number) => boolean) => items.map((item, index) => scoreItem({ item, replies: [{ status: 'ok', raw: isRight(index) ? String(item.answer) : 'clip applier' }] }));
/** 1 or 0 an item. */
const worthOf = (isRight: (index: number) => boolean): number[] => items.map((_, index) => (isRight(index) ? 1 : 0));
const [one, other] = [(index: number) => index % 4 !== 0, (index: number) => index % 5 !== 0];

/** The definition: draw as many case_ids as there are from their sorted list, pool their items, take the estimator. Ends of the 95 % interval by type 7: 1999 x 0.025 = 49.975, 1999 x 0.975 = 1949.025. */
function drawNaively(path: string, estimate: (indexes: readonly number[]) => number): [number, number] {
  const ids = [...new Set(items.map((item) => String(item.case_id)))].sort();
  const random = createSeededRandom(5, `bootstrap/${path}`);
  const draws = Array.from({ length: 2_000 }, () => estimate(ids.map(() => ids[random.nextIndex(ids.length)]).flatMap((id) => items.flatMap((item, index) => (item.case_id === id ? [index] : []))))).sort((left, right) => left - right);
  return [(draws[49] ?? 9) * 0.025 + (draws[50] ?? 9) * 0.975, (draws[1949] ?? 9) * 0.975 + (draws[1950] ?? 9) * 0.025];
}
const sumOver = (indexes: readonly number[], worth: readonly number[]): number => indexes.reduce((sum, index) => sum + (worth[index] ?? 9), 0);

describe('intervals of what is worked out from two means, by a second implementation', () => {
  it('skill: against the policy that is best over all, in every draw', () => {
    const { skill } = summariseScores({ items, scores: rightAt(one), jobs: 36, seed: 5, leakAudit: { jobs: 0, violations: 0 }, withBaselineIntervals: false });
    // first-choice and majority both say hook: 24 of 36; the model is right on 27: (27/36 - 24/36) / (1 - 24/36) = 0.25
    const hook = worthOf((index) => index % 3 !== 0);
    const [low, high] = drawNaively('skill', (indexes) => (sumOver(indexes, worthOf(one)) - sumOver(indexes, hook)) / (indexes.length - sumOver(indexes, hook)));
    expect(skill.value).toBeCloseTo(0.25, 12);
    expect(skill.note).toBe('against first-choice at 0.6667');
    expect(Math.abs((skill.ci95?.[0] ?? 99) - low)).toBeLessThan(1e-12);
    expect(Math.abs((skill.ci95?.[1] ?? 99) - high)).toBeLessThan(1e-12);
  });

  it('paired difference: of the same draws for both', () => {
    const { overall } = compareScores({ items, first: rightAt(one), second: rightAt(other), seed: 5 });
    const [low, high] = drawNaively('compare/overall', (indexes) => (sumOver(indexes, worthOf(other)) - sumOver(indexes, worthOf(one))) / indexes.length);
    // 28 of 36 (0, 5, …, 35 are wrong) less 27 of 36
    expect(overall.difference.value).toBeCloseTo(1 / 36, 12);
    expect(Math.abs((overall.difference.ci95?.[0] ?? 99) - low)).toBeLessThan(1e-12);
    expect(Math.abs((overall.difference.ci95?.[1] ?? 99) - high)).toBeLessThan(1e-12);
    expect(overall.resolution_floor).toBeCloseTo((high - low) / 2, 12);
    expect(overall.verdict).toBe(low > 0 ? 'second' : high < 0 ? 'first' : 'undistinguished');
  });
});
