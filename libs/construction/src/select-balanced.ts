import type { SeededRandom } from '@medstream/schema';

export interface BalanceCaps {
  maxItems: number;
  maxPerKey: number;
}

/**
 * Takes one candidate of each key in turn until a cap is reached, so that frequent answers do not crowd out rare ones.
 * Which candidate of a key comes first, and which key, is the seed's choice.
 */
export function selectBalanced<Candidate extends { balanceKey: string }>(candidates: readonly Candidate[], { maxItems, maxPerKey }: BalanceCaps, random: SeededRandom): Candidate[] {
  const byKey = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const group = byKey.get(candidate.balanceKey);
    if (group === undefined) byKey.set(candidate.balanceKey, [candidate]);
    else group.push(candidate);
  }
  const keys = random.shuffle([...byKey.keys()].sort());
  const queues = keys.map((key) => random.shuffle(byKey.get(key) ?? []).slice(0, maxPerKey));
  const chosen: Candidate[] = [];
  for (let turn = 0; turn < maxPerKey && chosen.length < maxItems; turn += 1) {
    for (const queue of queues) {
      const candidate = queue[turn];
      if (candidate !== undefined && chosen.length < maxItems) chosen.push(candidate);
    }
  }
  return chosen;
}

/**
 * How many special items (never-alert, unanswerable, …) stand beside `plain` others so that they make up the share:
 * n = plain · share / (1 − share), rounded; 8 others and a share of 0.2 give 2.
 */
export function countForShare(plain: number, share: number): number {
  return Math.round((plain * share) / (1 - share));
}
