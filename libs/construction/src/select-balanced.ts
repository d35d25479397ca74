import type { SeededRandom } from '@medstream/schema';

export interface BalanceCaps {
  maxItems: number;
  maxPerKey: number;
  /** Candidates of one key closer together than this are taken only where there are no others. */
  spacingMicros: number;
}

interface Candidate {
  balanceKey: string;
  queryMicros: number;
}

/**
 * Takes one candidate of each key in turn until a cap is reached, so that frequent answers do not crowd out rare ones.
 * Which candidate of a key comes first, and which key, is the seed's choice; those of one key are spread over the video.
 */
export function selectBalanced<Member extends Candidate>(candidates: readonly Member[], { maxItems, maxPerKey, spacingMicros }: BalanceCaps, random: SeededRandom): Member[] {
  const byKey = new Map<string, Member[]>();
  for (const candidate of candidates) {
    const group = byKey.get(candidate.balanceKey);
    if (group === undefined) byKey.set(candidate.balanceKey, [candidate]);
    else group.push(candidate);
  }
  const keys = random.shuffle([...byKey.keys()].sort());
  const queues = keys.map((key) => spreadOut(random.shuffle(byKey.get(key) ?? []), { most: maxPerKey, spacingMicros }));
  const chosen: Member[] = [];
  for (let turn = 0; turn < maxPerKey && chosen.length < maxItems; turn += 1) {
    for (const queue of queues) {
      const candidate = queue[turn];
      if (candidate !== undefined && chosen.length < maxItems) chosen.push(candidate);
    }
  }
  return chosen;
}

/** The first candidates that keep their distance from one another, then the others, in order. */
function spreadOut<Member extends Candidate>(candidates: readonly Member[], { most, spacingMicros }: { most: number; spacingMicros: number }): Member[] {
  const apart: Member[] = [];
  const others: Member[] = [];
  for (const candidate of candidates) {
    const isApart = apart.length < most && apart.every(({ queryMicros }) => Math.abs(queryMicros - candidate.queryMicros) >= spacingMicros);
    (isApart ? apart : others).push(candidate);
  }
  return [...apart, ...others].slice(0, most);
}

/**
 * How many special items (never-alert, unanswerable, …) stand beside `plain` others so that they make up the share:
 * n = plain · share / (1 − share), rounded; 8 others and a share of 0.2 give 2.
 */
export function countForShare(plain: number, share: number): number {
  return Math.round((plain * share) / (1 - share));
}
