import { createSeededRandom, type Figure } from '@medstream/schema';

import { BOOTSTRAP_DRAWS, intervalOf, MIN_CASES } from './bootstrap.js';

/** One item scored by the model and by each constant policy. */
export interface SkillObservation {
  caseId: string;
  model: number;
  /** O of each policy, by name. */
  policies: Readonly<Record<string, number>>;
}

/**
 * Skill = (model - best) / (1 - best), where best is the highest mean of the constant policies over the very items that
 * the model's mean is over (so that an unscored item helps neither side). Undefined over nothing and where the best is
 * 1. The interval keeps the policy and resamples cases as every other figure does.
 */
export function estimateSkill(observations: readonly SkillObservation[], seed: number): Figure {
  const [first] = observations;
  if (first === undefined) return { value: null, n: 0, ci95: null, note: 'undefined: over nothing' };
  const means = Object.keys(first.policies).map((name) => ({ name, mean: sumOf(observations, (one) => one.policies[name] as number) / observations.length }));
  const best = means.reduce((left, right) => (right.mean > left.mean ? right : left));
  const n = observations.length;
  if (best.mean === 1) return { value: null, n, ci95: null, note: `undefined: ${best.name} scores 1` };
  const model = sumOf(observations, (one) => one.model) / n;
  const against = `against ${best.name} at ${best.mean.toFixed(4)}`;
  const value = (model - best.mean) / (1 - best.mean);
  const cases = new Map<string, { model: number; best: number; count: number }>();
  for (const one of observations) {
    const known = cases.get(one.caseId) ?? { model: 0, best: 0, count: 0 };
    cases.set(one.caseId, { model: known.model + one.model, best: known.best + (one.policies[best.name] as number), count: known.count + 1 });
  }
  if (cases.size < MIN_CASES) return { value, n, ci95: null, note: `${against}; not estimable: ${cases.size} ${cases.size === 1 ? 'case' : 'cases'}` };
  const draws = drawSkill([...cases.keys()].sort().flatMap((id) => cases.get(id) ?? []), seed);
  if (draws === null) return { value, n, ci95: null, note: `${against}; not estimable: it scores 1 in a resample` };
  return { value, n, ci95: intervalOf(draws), note: against };
}

function drawSkill(cases: readonly { model: number; best: number; count: number }[], seed: number): Float64Array | null {
  const random = createSeededRandom(seed, 'bootstrap/skill');
  const estimates = new Float64Array(BOOTSTRAP_DRAWS);
  for (let draw = 0; draw < BOOTSTRAP_DRAWS; draw += 1) {
    let model = 0;
    let best = 0;
    let count = 0;
    for (let pick = 0; pick < cases.length; pick += 1) {
      const one = random.pick(cases);
      model += one.model;
      best += one.best;
      count += one.count;
    }
    if (best === count) return null;
    estimates[draw] = (model - best) / (count - best);
  }
  return estimates;
}

function sumOf<Entry>(entries: readonly Entry[], pick: (entry: Entry) => number): number {
  return entries.reduce((sum, entry) => sum + pick(entry), 0);
}
