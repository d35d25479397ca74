import { type BenchmarkItem, caseIdOf, compareText, createSeededRandom } from '@medstream/schema';

/** Items of one data set, temporal mode and type of question, in the order in which they are taken. */
export interface Stratum {
  name: string;
  /** How many are wanted of them. */
  quota: number;
  items: readonly BenchmarkItem[];
}

/** `cholec80 · future · closed`. */
export function stratumOf({ dataset, temporal_mode: mode, question_type: type }: Record<'dataset' | 'temporal_mode' | 'question_type', string>): string {
  return `${dataset} · ${mode} · ${type}`;
}

/**
 * Shares `wanted` places out over the strata in proportion to their size, by largest remainder, each stratum at least one
 * where there are as many places as strata; and puts the items of each in an order drawn by the seed in which no case comes
 * again before every other has come. The same for any order of items.
 */
export function chooseStrata(items: readonly BenchmarkItem[], { wanted, seed }: { wanted: number; seed: number }): Stratum[] {
  const groups = new Map<string, BenchmarkItem[]>();
  for (const item of [...items].sort((one, other) => compareText(one.sample_id, other.sample_id))) {
    const name = stratumOf(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  const names = [...groups.keys()].sort(compareText);
  const quotas = sharePlaces(names.map((name) => groups.get(name)?.length ?? 0), wanted);
  return names.map((name, index) => ({ name, quota: quotas[index] as number, items: spreadOverCases(createSeededRandom(seed, `review/stratum/${name}`).shuffle(groups.get(name) ?? [])) }));
}

/** Places for groups of these sizes; none gets more than it has. */
export function sharePlaces(sizes: readonly number[], wanted: number): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const places = Math.min(wanted, total);
  if (places === 0) return sizes.map(() => 0);
  const least = places >= sizes.length ? 1 : 0;
  const exact = sizes.map((size) => (places * size) / total);
  const quotas = sizes.map((size, index) => Math.min(size, Math.max(least, Math.floor(exact[index] as number))));
  const given = (): number => quotas.reduce((sum, quota) => sum + quota, 0);
  // farthest below its exact share first; ties by place
  const rank = (sign: 1 | -1) => sizes.map((_, index) => index).sort((one, other) => sign * ((exact[other] as number) - (quotas[other] as number) - (exact[one] as number) + (quotas[one] as number)) || one - other);
  while (given() < places) {
    const index = rank(1).find((candidate) => (quotas[candidate] as number) < (sizes[candidate] as number)) as number;
    quotas[index] = (quotas[index] as number) + 1;
  }
  while (given() > places) {
    const index = rank(-1).find((candidate) => (quotas[candidate] as number) > least) as number;
    quotas[index] = (quotas[index] as number) - 1;
  }
  return quotas;
}

/** First one item of each case, then the second of each, … in the order they have. */
function spreadOverCases(items: readonly BenchmarkItem[]): BenchmarkItem[] {
  const seen = new Map<string, number>();
  const turns = items.map((item) => {
    const turn = seen.get(caseIdOf(item)) ?? 0;
    seen.set(caseIdOf(item), turn + 1);
    return { item, turn };
  });
  return turns.sort((one, other) => one.turn - other.turn).map(({ item }) => item);
}
