import type { BenchmarkItem } from '@medstream/schema';
import { isNeverPositive } from '@medstream/schema';
import { normaliseAnswer } from '@medstream/metrics';

import type { ItemFinding } from './item-finding.js';

/** Below this many items of a task a share says little. */
const LEAST_ITEMS = 20;
/** Over this share, a model that always says the same looks good. */
const MOST_SHARE = 0.6;
/** Tasks with more different answers than this cannot be ruled by one; further answers are counted together. */
const MOST_ANSWERS = 1000;

interface TaskCounts {
  closed: number;
  answers: Map<string, number>;
  /** Items with at least three choices and one right one. */
  placed: number;
  positions: Map<number, number>;
  proactive: number;
  neverAlert: number;
}

/** Counts answers by task, so that a benchmark on which a constant policy does well is noticed. Memory: tasks times answers. */
export class BalanceCounter {
  private readonly tasks = new Map<string, TaskCounts>();

  add(item: BenchmarkItem): void {
    const key = `${item.dataset}, ${item.task}, ${item.task_mode}`;
    const counts = this.tasks.get(key) ?? { closed: 0, answers: new Map<string, number>(), placed: 0, positions: new Map<number, number>(), proactive: 0, neverAlert: 0 };
    this.tasks.set(key, counts);
    if (item.temporal_mode === 'proactive') {
      counts.proactive += 1;
      if (isNeverPositive(item)) counts.neverAlert += 1;
    }
    if (item.question_type !== 'closed' || item.choices === undefined || item.answer === undefined) return;
    const answers = typeof item.answer === 'string' ? [item.answer] : item.answer;
    const text = answers.map(normaliseAnswer).sort().join(' + ');
    counts.closed += 1;
    if (counts.answers.has(text) || counts.answers.size < MOST_ANSWERS) increase(counts.answers, text);
    const position = answers.length === 1 ? item.choices.findIndex((choice) => normaliseAnswer(choice) === text) : null;
    if (position === null || position < 0 || item.choices.length < 3) return;
    counts.placed += 1;
    increase(counts.positions, position);
  }

  /** Findings over everything counted, in the order of the tasks' names. */
  listFindings(): ItemFinding[] {
    return [...this.tasks].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([task, counts]): ItemFinding[] => {
      const findings: ItemFinding[] = [];
      const answer = findPrevailing(counts.answers, counts.closed);
      if (answer !== null) findings.push({ code: 'balance/answer', path: 'answer', message: `${task}: expected no answer in over ${MOST_SHARE * 100} % of the items, found ${JSON.stringify(answer.key)} in ${answer.count} of ${counts.closed}` });
      const position = findPrevailing(counts.positions, counts.placed);
      if (position !== null) findings.push({ code: 'balance/position', path: 'choices', message: `${task}: expected the right choice at changing places, found it at number ${position.key + 1} in ${position.count} of ${counts.placed}` });
      if (counts.proactive >= LEAST_ITEMS && counts.neverAlert === 0) findings.push({ code: 'balance/no-never-alert', path: 'expected_response_time', message: `${task}: expected some items in which no alert is due, found none among ${counts.proactive}` });
      return findings;
    });
  }
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function findPrevailing<Key>(counts: ReadonlyMap<Key, number>, total: number): { key: Key; count: number } | null {
  if (total < LEAST_ITEMS) return null;
  for (const [key, count] of counts) if (count > total * MOST_SHARE) return { key, count };
  return null;
}
