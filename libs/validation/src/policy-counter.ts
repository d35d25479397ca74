import { CONSTANT_BASELINES, createBaseline, scoreItem } from '@medstream/metrics';
import { type BenchmarkItem, RESPONSE_PROTOCOLS } from '@medstream/schema';

import type { ItemFinding } from './item-finding.js';

/** Below this many items of a task a mean says little. */
const LEAST_ITEMS = 20;
/** A policy that looks at no picture and does better than this makes a task worthless. */
const MOST_OVERALL = 0.7;
/** The policies that need no knowledge of the other items. `majority` is told by the rule about prevailing answers. */
const POLICIES = CONSTANT_BASELINES.filter((name) => name !== 'majority').map((name) => ({ name, answer: createBaseline(name, { items: [], seed: 0 }) }));

interface TaskSums {
  items: number;
  /** Sum of O by policy. */
  sums: Map<string, number>;
}

/** Scores policies that look at no picture, task by task. Memory: a few numbers a task. */
export class PolicyCounter {
  private readonly tasks = new Map<string, TaskSums>();

  add(item: BenchmarkItem): void {
    if (item.response_protocol === RESPONSE_PROTOCOLS.json) return;
    const rounds = item.task_mode === 'streaming' ? (item.rounds ?? []).map(({ round }) => round) : [null];
    if (rounds.length === 0 || new Set(rounds).size < rounds.length) return;
    const key = `${item.dataset}, ${item.task}, ${item.task_mode}`;
    const counts = this.tasks.get(key) ?? { items: 0, sums: new Map<string, number>() };
    const scores = POLICIES.map(({ name, answer }) => ({ name, overall: scoreItem({ item, replies: rounds.map((round) => ({ round, status: 'ok', raw: answer(item, round) })) }).overall }));
    if (scores.some(({ overall }) => overall === null)) return;
    counts.items += 1;
    for (const { name, overall } of scores) counts.sums.set(name, (counts.sums.get(name) ?? 0) + (overall ?? 0));
    this.tasks.set(key, counts);
  }

  /** Findings over everything counted, in the order of the tasks' names. */
  listFindings(): ItemFinding[] {
    return [...this.tasks].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([task, { items, sums }]): ItemFinding[] => {
      if (items < LEAST_ITEMS) return [];
      return [...sums].filter(([, sum]) => sum / items > MOST_OVERALL).map(([name, sum]) => ({
        code: 'balance/constant-policy',
        path: '',
        message: `${task}: expected at most ${MOST_OVERALL} for a policy that looks at no picture, found ${Math.round((sum / items) * 1000) / 1000} for ${name} over ${items} items`,
      }));
    });
  }
}
