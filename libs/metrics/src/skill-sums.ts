import { createSeededRandom, type Figure } from '@medstream/schema';

import { BOOTSTRAP_DRAWS, intervalOf, MIN_CASES } from './bootstrap-interval.js';
import { type CaseRegister, createNumberList } from './case-register.js';

/** Skill that grows item by item and holds sums only. */
export interface SkillSums {
  /** O of the model and of each policy, in the order of the names; an item that any of them has no score for is left out, and one that only the model has none for is in the bounds alone. */
  add(caseNumber: number, model: number | null, policies: readonly (number | null)[]): void;
  estimate(seed: number): Figure;
}

/**
 * Skill = (model - best) / (1 - best). The best of the constant policies is the one with the highest mean over all items, as
 * every table shows it; its mean here is over the very items that the model's is over (so that an unscored item helps neither
 * side). Undefined over nothing and where the best is
 * 1. The interval keeps the policy and resamples cases as every other figure does. Bounds: the same over all items that the
 * policies are scored on, those without a score of the model wrong, and right.
 */
export function createSkillSums(names: readonly string[], cases: CaseRegister): SkillSums {
  const slots = new Map<number, number>();
  const [models, counts] = [createNumberList(), createNumberList()];
  const policies = names.map(() => createNumberList());
  const totals = names.map(() => 0);
  const openTotals = names.map(() => 0);
  let [modelTotal, n, open] = [0, 0, 0];
  return {
    add(caseNumber, model, values) {
      if (values.includes(null)) return;
      if (model === null) {
        open += 1;
        values.forEach((value, index) => {
          openTotals[index] = (openTotals[index] as number) + (value as number);
        });
        return;
      }
      let slot = slots.get(caseNumber);
      if (slot === undefined) {
        slot = slots.size;
        slots.set(caseNumber, slot);
        for (const list of [models, counts, ...policies]) list.push(0);
      }
      modelTotal += model;
      n += 1;
      models.increase(slot, model);
      counts.increase(slot, 1);
      for (let index = 0; index < names.length; index += 1) {
        const value = values[index] as number;
        totals[index] = (totals[index] as number) + value;
        (policies[index] as (typeof policies)[number]).increase(slot, value);
      }
    },
    estimate(seed) {
      const bounds = boundSkill({ modelTotal, open, n: n + open, policyTotals: totals.map((total, index) => total + (openTotals[index] as number)) });
      if (n === 0) return { value: null, n: 0, ci95: null, bounds, note: 'undefined: over nothing' };
      const allTotals = totals.map((total, index) => total + (openTotals[index] as number));
      const bestIndex = allTotals.reduce((best, total, index) => (total > (allTotals[best] as number) ? index : best), 0);
      const best = (totals[bestIndex] as number) / n;
      const name = names[bestIndex] as string;
      if (best === 1) return { value: null, n, ci95: null, bounds, note: `undefined: ${name} scores 1` };
      const value = (modelTotal / n - best) / (1 - best);
      const against = `against ${name} at ${best.toFixed(4)}`;
      if (slots.size < MIN_CASES) return { value, n, ci95: null, bounds, note: `${against}; not estimable: ${slots.size} ${slots.size === 1 ? 'case' : 'cases'}` };
      const ranks = cases.rank();
      const order = [...slots].sort(([one], [other]) => (ranks[one] as number) - (ranks[other] as number)).map(([, slot]) => slot);
      const inOrder = (list: Float64Array): Float64Array => Float64Array.from(order, (slot) => list[slot] as number);
      const draws = drawSkill({ models: inOrder(models.list()), best: inOrder((policies[bestIndex] as (typeof policies)[number]).list()), counts: inOrder(counts.list()) }, seed);
      if (draws === null) return { value, n, ci95: null, bounds, note: `${against}; not estimable: it scores 1 in a resample` };
      return { value, n, ci95: intervalOf(draws), bounds, note: against };
    },
  };
}

function boundSkill({ modelTotal, open, n, policyTotals }: { modelTotal: number; open: number; n: number; policyTotals: readonly number[] }): [low: number, high: number] | null {
  if (n === 0) return null;
  const best = Math.max(...policyTotals.map((total) => total / n));
  if (best === 1) return null;
  return [(modelTotal / n - best) / (1 - best), ((modelTotal + open) / n - best) / (1 - best)];
}

function drawSkill({ models, best, counts }: { models: Float64Array; best: Float64Array; counts: Float64Array }, seed: number): Float64Array | null {
  const random = createSeededRandom(seed, 'bootstrap/skill');
  const picks = new Int32Array(models.length);
  const estimates = new Float64Array(BOOTSTRAP_DRAWS);
  for (let draw = 0; draw < BOOTSTRAP_DRAWS; draw += 1) {
    random.fillIndexes(picks, models.length);
    let [modelSum, bestSum, count] = [0, 0, 0];
    for (let pick = 0; pick < models.length; pick += 1) {
      const drawn = picks[pick] as number;
      modelSum += models[drawn] as number;
      bestSum += best[drawn] as number;
      count += counts[drawn] as number;
    }
    if (bestSum === count) return null;
    estimates[draw] = (modelSum - bestSum) / (count - bestSum);
  }
  return estimates;
}
